use super::{Bed, Block, Grain, Granular, GranularReport, Material, material::RADIUS, pour};
use crate::{
    runner::{Setup, Silent},
    simulation::{clock::Clock, vector::plus},
};

const FLOOR: Block = Block { center: [0.0, 0.0, -2.0], half: [50.0, 50.0, 2.0] };

fn setup() -> Setup {
    Setup::new("sap", None, Some(2)).unwrap()
}

fn bed(material: Material, grains: &[Grain], walls: &[Block], gravity: f64) -> Bed {
    let mut bed = Bed::new(&setup(), material, grains.to_vec(), walls);
    bed.gravity = gravity;
    bed
}

fn advance(bed: &mut Bed, steps: u32) {
    let mut clock = Clock::default();
    (0..steps).for_each(|_| bed.advance(&mut clock).unwrap());
}

fn grain(position: [f64; 3], velocity: [f64; 3]) -> Grain {
    Grain { position, velocity, spin: [0.0; 3] }
}

#[test]
fn two_grains_part_as_restitution_says() {
    for restitution in [0.3, 0.7, 0.95, 1.0] {
        let material = Material { restitution, ..Material::BEADS };
        let pair =
            [grain([-0.52, 0.0, 0.0], [1.0, 0.0, 0.0]), grain([0.52, 0.0, 0.0], [-1.0, 0.0, 0.0])];
        let mut bed = bed(material, &pair, &[], 0.0);
        advance(&mut bed, 60);
        let parting = 0.5 * (bed.grains[1].velocity[0] - bed.grains[0].velocity[0]);
        // By the steps, of which there are twelve to a collision.
        assert!((parting - restitution).abs() < 0.03, "{parting} for {restitution}");
        assert_eq!(bed.contacts(), 0, "they have parted");
    }
}

#[test]
fn a_wall_gives_back_as_much_as_another_grain() {
    let falling = [grain([0.0, 0.0, RADIUS + 0.02], [0.0, 0.0, -1.0])];
    let mut bed = bed(Material::BEADS, &falling, &[FLOOR], 0.0);
    advance(&mut bed, 60);
    let rising = bed.grains[0].velocity[2];
    assert!((rising - Material::BEADS.restitution).abs() < 0.03, "{rising}");
}

#[test]
fn a_grain_at_rest_stays_and_sinks_in_by_its_weight() {
    let lying = [grain([0.0, 0.0, RADIUS], [0.0; 3])];
    let mut bed = bed(Material::BEADS, &lying, &[FLOOR], 1.0);
    advance(&mut bed, 4000);
    let sunk = RADIUS - bed.grains[0].position[2];
    let expected = 1.0 / Material::BEADS.stiffness;
    assert!((sunk - expected).abs() < 0.01 * expected, "{sunk}");
    assert!(bed.kinetic_energy() < 1e-12, "{}", bed.kinetic_energy());
}

#[test]
fn a_sliding_grain_ends_up_rolling() {
    // Friction takes two sevenths of the velocity of a solid sphere, whatever its coefficient.
    let sliding = [grain([0.0, 0.0, RADIUS - 1.0 / Material::BEADS.stiffness], [1.0, 0.0, 0.0])];
    let mut bed = bed(Material::BEADS, &sliding, &[FLOOR], 1.0);
    advance(&mut bed, 2000);
    let Grain { velocity, spin, .. } = bed.grains[0];
    assert!((velocity[0] - 5.0 / 7.0).abs() < 0.005, "{velocity:?}");
    assert!((spin[1] * RADIUS - velocity[0]).abs() < 0.01, "{spin:?}");
    assert!(velocity[1].abs() < 1e-9 && spin[0].abs() < 1e-9, "{velocity:?} {spin:?}");
}

#[test]
fn momentum_is_kept_and_energy_is_not_made() {
    let grains = pour::grains(500, 7);
    let mut bed = bed(Material::BEADS, &grains, &[], 0.0);
    let momentum = |all: &[Grain]| all.iter().fold([0.0; 3], |sum, g| plus(sum, 1.0, g.velocity));
    let (before, energy) = (momentum(&grains), bed.kinetic_energy());
    advance(&mut bed, 300);
    let after = momentum(&bed.grains);
    for axis in 0..3 {
        assert!((before[axis] - after[axis]).abs() < 1e-9, "{before:?} {after:?}");
    }
    let left = bed.kinetic_energy() / energy;
    assert!((0.1..0.9).contains(&left), "{left} of the energy is left after many collisions");
}

fn settled(material: Material, steps: u32) -> GranularReport {
    let granular = Granular { grains: 3000, steps, seed: 1, material };
    let (report, bed) = granular.run(&setup(), &Silent, |_, _| ()).unwrap();
    let side = pour::side(3000);
    for Grain { position: [x, y, z], .. } in &bed.grains {
        let is_inside = |at: &f64| (0.4..side - 0.4).contains(at);
        assert!(is_inside(x) && is_inside(y) && *z > 0.4, "nothing leaves the box");
    }
    report
}

#[test]
fn beads_pack_as_those_of_glass() {
    let report = settled(Material::BEADS, 3500);
    let (packing, contacts) = (report.packing.unwrap(), report.coordination.unwrap());
    assert!((0.56..0.61).contains(&packing), "{packing}");
    assert!((4.0..5.6).contains(&contacts), "{contacts}");
    assert!(report.overlap < 0.05, "{}", report.overlap);
    let energy = report.energy.last().unwrap()[1];
    assert!(energy < 0.05, "{energy}");
}

#[test]
fn without_friction_they_pack_as_densely_as_random_balls_do() {
    // Nothing but dashpots brings them to rest.
    let report = settled(Material { friction: 0.0, restitution: 0.3, ..Material::BEADS }, 6000);
    let (packing, contacts) = (report.packing.unwrap(), report.coordination.unwrap());
    assert!((0.61..0.66).contains(&packing), "{packing}");
    assert!((5.5..6.6).contains(&contacts), "{contacts}");
}

#[test]
fn what_is_no_material_is_refused() {
    let beads = Material::BEADS;
    for material in [
        Material { friction: -1.0, ..beads },
        Material { restitution: 0.0, ..beads },
        Material { restitution: 1.5, ..beads },
        Material { stiffness: f64::NAN, ..beads },
    ] {
        let granular = Granular { grains: 1, steps: 1, seed: 1, material };
        assert!(granular.run(&setup(), &Silent, |_, _| ()).is_err(), "{material:?}");
    }
}
