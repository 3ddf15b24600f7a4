//! The command `simulate crowd`.

use super::{Common, comparison, figure, run_on, stages, write};
use crate::{
    cli::{
        failure::Failure,
        progress::Bar,
        stdout,
        text::{Align, Table, counted, decimal, thousands},
    },
    render::Format,
    simulation::crowd::{CrowdReport, Film, Walk, draw},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Number of people, 250 to a room
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    shapes: u32,
    /// Steps of 5 ms
    #[arg(long, value_name = "N", default_value_t = 8_000)]
    steps: u32,
    /// Width of doors in meters
    #[arg(long, value_name = "M", default_value_t = 1.2)]
    door: f64,
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let Args { shapes: people, steps, door, ref common } = *args;
    let picture = common.picture()?;
    let setup = common.engine.setup()?;
    let mut film = Film::new(people, steps);
    let is_filmed = matches!(picture, Some((_, Format::Html)));
    let walk = Walk { people, steps, seed: common.seed, door };
    let (report, crowd) = walk.run(&setup, &Bar::new(), |step, crowd| {
        if is_filmed {
            film.watch(step, crowd);
        }
    })?;
    if let Some((path, format)) = picture {
        write(path, draw(&report, &crowd, &film, format)?)?;
    }
    let through_walls = report.through_walls;
    stdout::print(common.json, "simulate crowd", &report, || text(&report))?;
    if through_walls > 0 {
        let steps = counted(through_walls, "step");
        return Err(Failure::Finding(format!("{steps} led through a wall")));
    }
    Ok(())
}

fn text(report: &CrowdReport) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    let (people, rooms) = (thousands(report.people.into()), counted(report.rooms as u64, "room"));
    fields.row([
        "crowd",
        &format!(
            "{people} people in {rooms} with a door of {} m, seed {}",
            report.door, report.seed
        ),
    ]);
    let (seconds, steps) = (decimal(report.seconds, 1), counted(report.steps.into(), "step"));
    fields.row(["time", &format!("{seconds} s in {steps}")]);
    let (passed, left) = (thousands(report.passed), thousands(report.left as u64));
    fields.row(["passed a door", &format!("{passed}, {left} are still there")]);
    let (flow, error) = (figure(report.flow, 3), figure(report.flow_error, 3));
    fields.row(["flow", &format!("{flow} +- {error} persons per meter and second")]);
    let area = |density, speed| {
        format!("{} persons per m2 at {} m/s", figure(density, 2), figure(speed, 2))
    };
    fields.row(["in front of doors", &area(report.density_in_front, report.speed_in_front)]);
    fields.row(["in doors", &area(report.density_inside, report.speed_inside)]);
    fields.row(["mean speed", &format!("{} m/s at the end", decimal(report.speed, 2))]);
    let [persons, walls] = [report.overlap, report.overlap_with_walls].map(|m| decimal(m, 3));
    fields.row(["overlap", &format!("{persons} m of bodies at most, {walls} m with walls")]);
    fields.row(["through walls", &thousands(report.through_walls)]);
    fields.row(["contacts", &thousands(report.contacts as u64)]);
    let run = run_on(&report.course);
    fields.row(["run", &run]);
    fields.row(["digest", &report.digest]);
    let (fields, stages) = (fields.text(), stages(&report.course.stages));
    format!("{fields}\n{}\n{stages}", comparison(&report.published))
}
