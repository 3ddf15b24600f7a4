//! The command `simulate granular`.

use super::{Common, comparison, figure, run_on, stages, write};
use crate::{
    cli::{
        failure::Failure,
        progress::Bar,
        stdout,
        text::{Align, Table, counted, decimal, thousands},
    },
    simulation::granular::{Granular, GranularReport, Material, draw},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Number of spheres
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = clap::value_parser!(u32).range(1..))]
    shapes: u32,
    /// Steps, twelve to the time that two spheres touch when they meet
    #[arg(long, value_name = "N", default_value_t = 3_500)]
    steps: u32,
    /// Coefficient of friction
    #[arg(long, value_name = "MU", default_value_t = Material::BEADS.friction)]
    friction: f64,
    /// Coefficient of restitution
    #[arg(long, value_name = "E", default_value_t = Material::BEADS.restitution)]
    restitution: f64,
    /// Stiffness, in weights of a sphere per diameter of overlap
    #[arg(long, value_name = "K", default_value_t = Material::BEADS.stiffness)]
    stiffness: f64,
    #[command(flatten)]
    common: Common,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let Args { shapes: grains, steps, friction, restitution, stiffness, ref common } = *args;
    let picture = common.picture()?;
    let setup = common.engine.setup()?;
    let material = Material { stiffness, restitution, friction };
    let granular = Granular { grains, steps, seed: common.seed, material };
    let (report, bed) = granular.run(&setup, &Bar::new(), |_, _| ())?;
    if let Some((path, format)) = picture {
        write(path, draw(&report, &bed, format)?)?;
    }
    stdout::print(common.json, "simulate granular", &report, || text(&report))
}

fn text(report: &GranularReport) -> String {
    let mut fields = Table::new(&[Align::Left, Align::Left]);
    let spheres = counted(report.grains as u64, "sphere");
    fields.row(["granular", &format!("{spheres} in a box, seed {}", report.seed)]);
    let GranularReport { stiffness, restitution, friction, .. } = report;
    fields.row([
        "material",
        &format!("stiffness {stiffness}, restitution {restitution}, friction {friction}"),
    ]);
    let steps = counted(report.steps.into(), "step");
    let [step, touch] = [report.step, report.collision_time].map(|time| decimal(time, 5));
    fields.row(["time", &format!("{steps} of {step}; two spheres touch for {touch}")]);
    let bulk = thousands(report.bulk_grains as u64);
    fields.row(["in the bulk", &format!("{bulk} spheres, away from walls and surface")]);
    fields.row(["packing fraction", &figure(report.packing, 4)]);
    fields.row(["coordination", &figure(report.coordination, 3)]);
    let rattlers = figure(report.rattlers.map(|share| 100.0 * share), 1);
    fields.row(["rattlers", &format!("{rattlers} %, that nothing holds")]);
    let overlap = decimal(100.0 * report.overlap, 2);
    fields.row(["overlap", &format!("{overlap} % of the radius at most")]);
    fields.row(["contacts", &thousands(report.contacts as u64)]);
    let run = run_on(&report.course);
    fields.row(["run", &run]);
    fields.row(["digest", &report.digest]);
    let (fields, stages) = (fields.text(), stages(&report.course.stages));
    let comparison = comparison(&report.published);
    format!("{fields}\n{comparison}\n{}\n{stages}", energies(&report.energy))
}

/// Kinetic energy over time.
fn energies(energies: &[[f64; 2]]) -> String {
    let mut table = Table::new(&[Align::Right, Align::Right]);
    table.row(["time", "kinetic energy of a sphere"]);
    for [time, energy] in energies {
        table.row([decimal(*time, 2), decimal(*energy, 6)]);
    }
    table.text()
}
