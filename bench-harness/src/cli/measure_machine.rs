//! The command `machine`.

use super::{
    failure::Failure,
    progress::Bar,
    stdout,
    text::{Align, Table, decimal},
};
use crate::{
    machine::{MachineReport, MachineRun},
    runner::threads_of,
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Most threads [default: as many as the machine runs at once]
    #[arg(long, value_name = "T")]
    threads: Option<usize>,
    /// Length of each of three columns, some times the last cache
    #[arg(long, value_name = "MIB", default_value_t = 128)]
    mebibytes: usize,
    /// How often each is measured; the best counts
    #[arg(long, value_name = "R", default_value_t = 10)]
    rounds: u32,
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let threads = threads_of(args.threads)?;
    let run = MachineRun { threads, mebibytes: args.mebibytes, rounds: args.rounds };
    let report = run.run(&Bar::new())?;
    stdout::print(args.json, "machine", &report, || text(&report))
}

fn text(report: &MachineReport) -> String {
    let mut memory = Table::new(&[Align::Right; 4]);
    memory.row(["threads", "read GB/s", "write GB/s", "triad GB/s"]);
    for of in &report.memory {
        let rates = [of.read, of.write, of.triad].map(|rate| decimal(rate, 1));
        memory.row([of.threads.to_string()].into_iter().chain(rates));
    }
    let mut arithmetic = Table::new(&[Align::Right, Align::Left, Align::Right]);
    arithmetic.row(["threads", "level", "GFLOP/s"]);
    for of in &report.arithmetic {
        arithmetic.row([of.threads.to_string(), of.level.to_owned(), decimal(of.gflops, 1)]);
    }
    let MachineReport { mebibytes, rounds, .. } = report;
    format!(
        "  three columns of {mebibytes} MiB each, best of {rounds}\n\n{}\n{}",
        memory.text(),
        arithmetic.text()
    )
}
