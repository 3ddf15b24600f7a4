//! The command `compare`.

use std::path::PathBuf;

use super::{
    failure::Failure,
    stdout,
    text::{Align, Table, decimal},
};
use crate::figures::{self, Comparison, Row, Verdict};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// What commands printed with --json, one object or many one behind the other: before
    #[arg(value_name = "A.json")]
    a: PathBuf,
    /// The same: after
    #[arg(value_name = "B.json")]
    b: PathBuf,
    /// End with exit code 1 if a figure is slower by more than this share, beyond the noise
    #[arg(long, value_name = "SHARE")]
    fail_over: Option<f64>,
    /// Compare times of two machines all the same
    #[arg(long)]
    across_machines: bool,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let comparison = figures::compare(&args.a, &args.b, args.across_machines)?;
    stdout::print(args.json, "compare", &comparison, || text(&comparison))?;
    if !comparison.agrees() {
        return Err(Failure::Finding(
            "the two did not find the same: see the figures above".to_owned(),
        ));
    }
    match args.fail_over.and_then(|share| comparison.slower_by(share)) {
        Some(Row { name, ratio, .. }) => {
            let times = decimal(*ratio, 3);
            Err(Failure::Finding(format!("{name} takes {times} times as long as before")))
        }
        None => Ok(()),
    }
}

fn text(Comparison { rows, only_a, only_b }: &Comparison) -> String {
    let right = [Align::Right; 4];
    let [a, b, ratio, noise] = right;
    let mut table = Table::new(&[a, b, ratio, noise, Align::Left, Align::Left]);
    table.row(["A ms", "B ms", "B / A", "+-", "", "figure"]);
    for Row { name, a_ms, b_ms, ratio, noise, verdict } in rows {
        let number = |number: &f64| decimal(*number, 3);
        let word = match verdict {
            Verdict::Faster => "faster",
            Verdict::Slower => "SLOWER",
            Verdict::Same => "same",
            Verdict::OtherResult => "OTHER RESULT",
        };
        table.row([
            number(a_ms),
            number(b_ms),
            number(ratio),
            number(noise),
            word.to_owned(),
            name.clone(),
        ]);
    }
    let mut text = table.text();
    for (which, names) in [("A", only_a), ("B", only_b)] {
        for name in names {
            text += &format!("  only in {which}: {name}\n");
        }
    }
    text
}
