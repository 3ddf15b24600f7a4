//! The command `explain-sat`.

use std::path::PathBuf;

use super::{
    failure::Failure,
    stdout, svg_file,
    text::{Align, Table},
};
use crate::{
    explain::{Example, Explanation, Interval, Shape, figure},
    runner::Error,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Shape A: a box "x,y,hx,hy,degrees" by center, half extents and angle, or a convex polygon
    /// "x,y x,y x,y ..." by its vertices; goes with --b
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    a: Option<String>,
    /// Shape B; goes with --a
    #[arg(long, value_name = "SHAPE", allow_hyphen_values = true)]
    b: Option<String>,
    /// Shapes by name: separated, touching, contained or overlapping [default: overlapping]
    #[arg(long, value_name = "NAME")]
    example: Option<String>,
    /// The file to write, ending in .svg; then the axes are listed [default: standard output]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    if let Some(out) = &args.out {
        svg_file::check_name(out)?;
    }
    let [a, b] = shapes(args)?;
    let explanation = Explanation::new(&a, &b);
    let picture = figure(&explanation);
    match &args.out {
        None => stdout::print_text(&picture),
        Some(out) => {
            svg_file::write(out, picture)?;
            stdout::print_text(&text(&explanation))
        }
    }
}

fn shapes(args: &Args) -> Result<[Shape; 2], Failure> {
    let refuse = |why: &str| Err(Error::Request(why.to_owned()).into());
    let [a, b] = match (&args.a, &args.b, &args.example) {
        (Some(_), _, Some(_)) | (_, Some(_), Some(_)) => {
            return refuse("--example has shapes of its own: leave out --a and --b");
        }
        (Some(a), Some(b), None) => [&a[..], &b[..]],
        (None, None, None) => Example::default().shapes(),
        (None, None, Some(name)) => example(name)?.shapes(),
        _ => return refuse("--a and --b go together"),
    };
    Ok([parse("--a", a)?, parse("--b", b)?])
}

fn example(name: &str) -> Result<Example, Error> {
    let known = Example::ALL.map(Example::name);
    Example::ALL.into_iter().find(|example| example.name() == name).ok_or_else(|| {
        Error::Request(format!("unknown example {name:?}; there are: {}", known.join(", ")))
    })
}

fn parse(option: &str, text: &str) -> Result<Shape, Error> {
    text.parse().map_err(|error| Error::Request(format!("{option}: {error}")))
}

/// The axes and the verdict.
fn text(explanation: &Explanation) -> String {
    let numbers = explanation.numbers;
    let interval =
        |Interval { low, high }| format!("{} to {}", numbers.text(low), numbers.text(high));
    let mut table = Table::new(&[Align::Right, Align::Left, Align::Left, Align::Left, Align::Left]);
    table.row(["axis", "normal of", "A", "B", "result"]);
    for (index, axis) in explanation.axes.iter().enumerate() {
        let mark = if index == explanation.deciding { " (decides)" } else { "" };
        let [a, b] = axis.intervals.map(interval);
        table.row([
            (index + 1).to_string(),
            axis.owners().to_owned(),
            a,
            b,
            explanation.caption(index) + mark,
        ]);
    }
    format!("{}\n  {}\n", table.text(), explanation.verdict())
}
