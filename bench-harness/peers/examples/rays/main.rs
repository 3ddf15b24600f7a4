//! Rays at a million shapes: jostle, parry and Rapier in turn, on the same shapes and rays.
//! `cargo run --release --manifest-path bench-harness/peers/Cargo.toml --no-default-features
//! --features rays --example rays -- --kind turned`. Prints rows of a Markdown table.

#![allow(clippy::print_stdout, reason = "the figures go to a reader")]

mod check;
mod contender;
mod jostle_rays;
mod parry_rays;
mod rapier_rays;
mod scene;
#[cfg(test)]
mod tests;

use std::{error::Error as Failure, time::Instant};

use clap::Parser;
use jostle::{
    Shape,
    geometry::ray::Ray,
    query::{ShapeHit, ShapeTree},
    shape::PreparedShapes,
};
use jostle_bench::runner::{DEFAULT_SEED, Spread, pool_of, thread_counts, threads_of};

use check::Tally;
use contender::Contender;
use scene::{Kind, Order, Request};

// That of the other comparisons.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Parser)]
struct Cli {
    /// The kind of the shapes
    #[arg(long, value_enum)]
    kind: Kind,
    /// Number of shapes
    #[arg(long, default_value_t = 1_000_000)]
    shapes: u32,
    /// What the sizes of the shapes are multiplied by: small shapes are hit later
    #[arg(long, default_value_t = 1.0)]
    size: f32,
    /// Number of rays
    #[arg(long, default_value_t = 100_000)]
    rays: usize,
    /// Seed of the scene and of the rays
    #[arg(long, default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Most threads, after one [default: as many as the machine runs at once]
    #[arg(long)]
    threads: Option<usize>,
    /// Rounds to time, in each of which all are asked in turn; one more runs first
    #[arg(long, default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..))]
    rounds: u32,
}

fn main() -> Result<(), Box<dyn Failure>> {
    let Cli { kind, shapes, size, rays, seed, threads, rounds } = Cli::parse();
    let request = Request { kind, shapes, size, rays, seed };
    let (shapes, drawn) = scene::make(&request)?;
    let threads = thread_counts(threads_of(threads)?);
    with_contenders(&shapes, kind, |contenders| {
        let names: Vec<_> = contenders.iter().map(|one| one.name()).collect();
        println!("| rays | threads | {} |", names.join(" | "));
        println!("|{}", "---|".repeat(2 + names.len()));
        for order in [Order::Drawn, Order::Curve] {
            let rays = order.of(&drawn);
            for threads in &threads {
                let rows = pool_of(*threads)?.install(|| measure(contenders, &rays, rounds));
                let cells = cells(&rows, rays.len());
                println!("| {}, {} | {threads} | {cells} |", kind.name(), order.name());
                for (name, Row { tally, .. }) in names.iter().zip(&rows).skip(1) {
                    eprintln!("{name}: {tally}");
                }
            }
        }
        Ok(())
    })
}

/// Builds what each needs for the shapes, and hands all of them on. The first is what the others
/// are held against.
fn with_contenders<T>(
    shapes: &[Shape<3>],
    kind: Kind,
    work: impl FnOnce(&[&dyn Contender]) -> Result<T, Box<dyn Failure>>,
) -> Result<T, Box<dyn Failure>> {
    let start = Instant::now();
    let mut prepared = PreparedShapes::new();
    prepared.update(&jostle_rays::columns(shapes)?)?;
    let mut tree = ShapeTree::new();
    let queries = tree.update(&prepared)?;
    eprintln!("jostle: built in {:.2?}", start.elapsed());
    let start = Instant::now();
    let parry = parry_rays::build(shapes, kind);
    eprintln!("parry: built in {:.2?}", start.elapsed());
    let start = Instant::now();
    let rapier = rapier_rays::Rapier::build(shapes);
    eprintln!("Rapier: built in {:.2?}", start.elapsed());
    let (batch, alone) = (jostle_rays::Batch(queries), jostle_rays::Alone(queries));
    work(&[&batch, &alone, &*parry, &rapier, &rapier_rays::InTwo(&rapier)])
}

/// What came of a contender.
struct Row {
    times: Spread,
    tally: Tally,
}

/// Asks all in turn, round after round, and holds the answers against those of the first.
fn measure(contenders: &[&dyn Contender], rays: &[Ray<3>], rounds: u32) -> Vec<Row> {
    let mut times = vec![Vec::new(); contenders.len()];
    let mut hits: Vec<Vec<Option<ShapeHit<3>>>> = vec![Vec::new(); contenders.len()];
    for round in 0..=rounds {
        for (index, contender) in contenders.iter().enumerate() {
            let start = Instant::now();
            contender.closest_hits(rays, &mut hits[index]);
            if round > 0 {
                times[index].push(start.elapsed());
            }
        }
    }
    let tallies = hits.iter().map(|other| Tally::of(&hits[0], other));
    times
        .into_iter()
        .zip(tallies)
        .map(|(times, tally)| Row { times: Spread::of(times), tally })
        .collect()
}

/// Millions of rays per second of each, and how many times as fast the first is.
fn cells(rows: &[Row], rays: usize) -> String {
    let medians = rows.iter().map(|row| row.times.median);
    let cells = medians.enumerate().map(|(index, median)| {
        let rate = rays as f64 / median / 1e3;
        match index {
            0 => format!("{rate:.2}"),
            _ => format!("{rate:.2} ({:.1}x)", median / rows[0].times.median),
        }
    });
    cells.collect::<Vec<_>>().join(" | ")
}
