//! Spheres that meet, slide, roll and settle.

use jostle::{CollisionPipeline, Shape};

use crate::{
    Setup, assert_any_order, assert_one_state,
    granular::{Bed, Grain, Material, RADIUS, Vector, Wall, lattice, plus, side, walls},
};

const FLOOR: Wall = ([0.0, 0.0, -2.0], [50.0, 50.0, 2.0]);

fn bed(material: Material, grains: &[Grain], walls: &[Wall], gravity: f64) -> Bed {
    let mut bed = Bed::new(CollisionPipeline::new(), material, grains.to_vec(), walls.to_vec());
    bed.gravity = gravity;
    bed
}

fn advance(bed: &mut Bed, steps: u32) {
    (0..steps).for_each(|_| bed.step().expect("nothing is wrong"));
}

fn grain(position: Vector, velocity: Vector) -> Grain {
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
        assert_eq!(bed.pipeline.touching().len(), 0, "they have parted");
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
    assert!(bed.energy() < 1e-12, "{}", bed.energy());
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
    let grains = lattice(500, 7);
    let mut bed = bed(Material::BEADS, &grains, &[], 0.0);
    let momentum = |all: &[Grain]| all.iter().fold([0.0; 3], |sum, g| plus(sum, 1.0, g.velocity));
    let (before, energy) = (momentum(&grains), bed.energy());
    advance(&mut bed, 300);
    let after = momentum(&bed.grains);
    for axis in 0..3 {
        assert!((before[axis] - after[axis]).abs() < 1e-9, "{before:?} {after:?}");
    }
    let left = bed.energy() / energy;
    assert!((0.1..0.9).contains(&left), "{left} of the energy is left after many collisions");
}

/// Packing fraction and contacts of a grain of a bed that has settled.
fn settled(material: Material, steps: u32) -> (f64, f64, Bed) {
    let mut bed = bed(material, &lattice(3000, 1), &walls(3000), 1.0);
    advance(&mut bed, steps);
    for Grain { position: [x, y, z], .. } in &bed.grains {
        let is_inside = |at: &f64| (0.4..side(3000) - 0.4).contains(at);
        assert!(is_inside(x) && is_inside(y) && *z > 0.4, "nothing leaves the box");
    }
    let (packing, contacts) = bed.bulk().expect("there is a bulk");
    (packing, contacts, bed)
}

#[test]
fn beads_pack_as_those_of_glass() {
    let (packing, contacts, bed) = settled(Material::BEADS, 3500);
    assert!((0.56..0.61).contains(&packing), "{packing}");
    assert!((4.0..5.6).contains(&contacts), "{contacts}");
    assert!(bed.overlap() < 0.05, "{}", bed.overlap());
    assert!(bed.energy() < 0.05 * 3000.0, "{}", bed.energy());
}

#[test]
fn without_friction_they_pack_as_densely_as_random_balls_do() {
    // Nothing but dashpots brings them to rest.
    let material = Material { friction: 0.0, restitution: 0.3, ..Material::BEADS };
    let (packing, contacts, _) = settled(material, 6000);
    assert!((0.61..0.66).contains(&packing), "{packing}");
    assert!((5.5..6.6).contains(&contacts), "{contacts}");
}

/// Where all grains are after some steps, by the bits.
fn state(frame: CollisionPipeline<3>, friction: f64) -> Vec<u64> {
    let material = Material { friction, ..Material::BEADS };
    let mut bed = Bed::new(frame, material, lattice(2000, 1), walls(2000));
    advance(&mut bed, 300);
    let numbers = bed.grains.iter().flat_map(|g| [g.position, g.velocity, g.spin]);
    numbers.flatten().map(f64::to_bits).collect()
}

#[test]
fn a_bed_ends_in_one_state() {
    assert_one_state(|Setup { level, phase }| {
        state(CollisionPipeline::new().with_level(level).with_boxed_broad_phase(phase), 0.5)
    });
    assert_ne!(
        state(CollisionPipeline::new(), 0.5),
        state(CollisionPipeline::new(), 0.0),
        "friction makes a difference"
    );
}

#[test]
fn the_order_of_grains_makes_no_difference() {
    let mut bed = bed(Material::BEADS, &lattice(2000, 1), &walls(2000), 1.0);
    let mut total = 0;
    for _ in 0..300 {
        let center = |grain: &Grain| grain.position.map(|x| x as f32);
        let grains = bed.grains.iter().map(|grain| Shape::ball(center(grain), RADIUS as f32));
        let walls = bed.walls.iter().map(|(center, half)| Shape::aligned_box(*center, *half));
        let shapes: Vec<Shape<3>> = grains.chain(walls).collect();
        total += assert_any_order(&shapes, bed.grains.len());
        advance(&mut bed, 1);
    }
    assert!(total > 50_000, "{total} contacts");
}
