//! The one loop that times cases, and what is said of their times.

use std::{cell::RefCell, time::Duration};

use jostle_bench::runner::{Case, Error, FrameTime, Row, Silent, Spread, measure, report};

fn spread(ms: impl IntoIterator<Item = u64>) -> Spread {
    Spread::of(ms.into_iter().map(Duration::from_millis))
}

#[test]
fn spreads_of_few_and_many() {
    assert_eq!(spread([]), Spread::default());
    let expected = Spread { median: 3.0, min: 1.0, p99: 9.0, mean: 4.0, mad: 1.5 };
    assert_eq!(spread([9, 1, 2, 4]), expected);
    assert_eq!((spread(1..=1000).p99, spread(1..=101).p99), (990.0, 100.0));
}

/// Notes when it is run, and has a fault at will.
struct Noted<'a>(&'a RefCell<String>, char, Option<String>);

impl Case for Noted<'_> {
    fn warm_up(&self) -> u32 {
        1
    }

    fn frame(&mut self) -> Result<FrameTime, Error> {
        self.0.borrow_mut().push(self.1);
        let took = Duration::from_millis(3);
        Ok(FrameTime { total: took, stages: vec![("all", took)] })
    }

    fn check(&mut self, row: &mut Row) -> Result<Option<String>, Error> {
        row.set("digest", "ab");
        Ok(self.2.take())
    }
}

#[test]
fn cases_take_turns_and_the_first_frames_do_not_count() {
    let order = RefCell::new(String::new());
    let (mut a, mut b) = (Noted(&order, 'a', None), Noted(&order, 'b', None));
    let times = measure(&mut [&mut a, &mut b], 2, &Silent).expect("they run");
    assert_eq!(*order.borrow(), "abbaab");
    assert_eq!(times[1].total().median, 3.0);
    assert_eq!(times[0].stages().median("all"), 3.0);
    assert!(matches!(measure(&mut [&mut a], 0, &Silent), Err(Error::NoFrames)));
}

#[test]
fn a_fault_is_no_report() {
    let order = RefCell::new(String::new());
    let row = report(Row::new("x"), &mut Noted(&order, 'a', None), 1, &Silent);
    let row = row.expect("nothing is wrong");
    assert_eq!((row.text("command"), row.text("digest")), ("x", "ab"));
    let mut wrong = Noted(&order, 'a', Some("wrong".to_owned()));
    let fault = report(Row::new("x"), &mut wrong, 1, &Silent);
    assert!(matches!(fault, Err(Error::Finding(why)) if why == "wrong"));
}
