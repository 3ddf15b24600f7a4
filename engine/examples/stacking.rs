//! A thousand boxes in stacks of ten stand on a mesh: a small solver on the contacts of a world.
//!
//! `cargo run --release -p jostle --example stacking`
//!
//! The solver is that of Box2D 3: *soft steps* (E. Catto, *Solver2D*, 2024). A step is cut into
//! sub-steps. Each of them starts from the impulses of the one before (*warm starting*), lets
//! contacts push like stiff, damped springs, moves the boxes, and then takes out the speed that the
//! springs gave them. Contacts are found once a step. [`PairData`] follows pairs from step to step,
//! and within a pair a point is known by its feature and by the parts that touch.
#![expect(clippy::print_stdout, reason = "an example prints what it found")]

use std::{f32::consts::TAU, sync::Arc, time::Instant};

use glam::{Mat3, Quat, Vec2, Vec3};
use jostle::{
    Error, Handle, Shape, World,
    events::PairData,
    mesh::Mesh,
    narrow::{Contact, ContactPoint},
    shape::{Attributes, Mobility, Parts, Rotation},
};

/// Stacks along each side of a square, boxes in each of them, and meters between their centers.
const STACKS: usize = 10;
const LAYERS: usize = 10;
const APART: f32 = 2.5;
/// Boxes are cubes of 1 m that weigh 1 kg, with the same inertia about all axes.
const HALF: f32 = 0.5;
const INERTIA: f32 = 1.0 / 6.0;
/// Seconds of a sub-step, and how many make a step.
const DT: f32 = 1.0 / (60.0 * SUB_STEPS as f32);
const SUB_STEPS: usize = 8;
const GRAVITY: Vec3 = Vec3::new(0.0, -9.81, 0.0);
const FRICTION: f32 = 0.6;
/// Shapes this near are contacts, so that a corner that lifts off keeps its point.
const MARGIN: f32 = 0.02;
/// The springs of contacts: their frequency in Hz and their share of critical damping.
const FREQUENCY: f32 = 64.0;
const DAMPING: f32 = 10.0;
/// Overlaps are undone at this speed at most, in m/s.
const MOST: f32 = 3.0;

/// A box as the solver sees it. The default is the ground, which nothing moves.
#[derive(Clone, Copy, Default)]
struct Body {
    velocity: Vec3,
    spin: Vec3,
    /// How far it moved and turned in this step.
    moved: Vec3,
    turned: Vec3,
    inverse_mass: f32,
    inverse_inertia: f32,
}

impl Body {
    fn push(&mut self, at: Vec3, impulse: Vec3) {
        self.velocity += self.inverse_mass * impulse;
        self.spin += self.inverse_inertia * at.cross(impulse);
    }

    /// By how much an impulse of 1 along a direction changes the speed along it.
    fn response(&self, at: Vec3, direction: Vec3) -> f32 {
        self.inverse_mass + self.inverse_inertia * at.cross(direction).length_squared()
    }
}

/// A point of a contact.
struct Joint {
    /// What tells it from others of its pair, now and in the next step.
    id: ([u32; 2], u32),
    bodies: [usize; 2],
    /// Relative to the centers of the two.
    at: [Vec3; 2],
    /// The normal and two directions across it.
    axes: Mat3,
    /// Along the axes: the impulse so far, and what turns a change of speed into one.
    impulse: Vec3,
    mass: Vec3,
    distance: f32,
}

impl Joint {
    fn new(bodies: &[Body], contact: &Contact<'_, 3>, point: &ContactPoint<3>) -> Self {
        let pair = [contact.pair.a, contact.pair.b].map(|index| index as usize);
        let normal = Vec3::from(contact.normal);
        // The same across from step to step, or old friction would push in a new direction.
        let side = if normal.x.abs() < 0.7 { Vec3::X } else { Vec3::Y };
        let across = normal.cross(side).normalize();
        let axes = Mat3::from_cols(normal, across, normal.cross(across));
        let at = [point.on_a, point.on_b].map(Vec3::from);
        let response =
            |axis| bodies[pair[0]].response(at[0], axis) + bodies[pair[1]].response(at[1], axis);
        let mass = Vec3::from([axes.x_axis, axes.y_axis, axes.z_axis].map(response)).recip();
        let (id, distance) = ((contact.parts, point.feature), point.distance);
        Self { id, bodies: pair, at, axes, impulse: Vec3::ZERO, mass, distance }
    }

    /// Pushes the bodies apart by an impulse along the axes.
    fn apply(&self, bodies: &mut [Body], impulse: Vec3) {
        let impulse = self.axes * impulse;
        bodies[self.bodies[0]].push(self.at[0], -impulse);
        bodies[self.bodies[1]].push(self.at[1], impulse);
    }

    /// How fast the second body goes away from the first at the point, along the axes.
    fn speed(&self, bodies: &[Body]) -> Vec3 {
        let [a, b] = self.bodies.map(|body| &bodies[body]);
        let of = |body: &Body, at| body.velocity + body.spin.cross(at);
        self.axes.transpose() * (of(b, self.at[1]) - of(a, self.at[0]))
    }

    /// The distance now, where the bodies have moved since the contact was found.
    fn gap(&self, bodies: &[Body]) -> f32 {
        let [a, b] = self.bodies.map(|body| &bodies[body]);
        let of = |body: &Body, at| body.moved + body.turned.cross(at);
        self.distance + self.axes.x_axis.dot(of(b, self.at[1]) - of(a, self.at[0]))
    }

    /// One visit of Gauss and Seidel: what is wrong with the speed here is put right, as if there
    /// were no other point. The impulse is bounded as a whole, not its change.
    fn solve(&mut self, bodies: &mut [Body], is_soft: bool) {
        let gap = self.gap(bodies);
        // What is apart may come as near as to touch. What overlaps is pushed, or just stopped.
        let (wanted, share, relief) = match (gap > 0.0, is_soft) {
            (true, _) => (-gap / DT, 1.0, 0.0),
            (false, true) => ((-gap * SPRING.rate).min(MOST), SPRING.share, SPRING.relief),
            (false, false) => (0.0, 1.0, 0.0),
        };
        let error = wanted - self.speed(bodies).x;
        let change = self.mass.x * share * error - relief * self.impulse.x;
        let push = (self.impulse.x + change).max(0.0);
        self.apply(bodies, (push - self.impulse.x) * Vec3::X);
        self.impulse.x = push;

        let slide = self.impulse - self.mass * self.speed(bodies);
        let friction = Vec2::new(slide.y, slide.z).clamp_length_max(FRICTION * push);
        let impulse = Vec3::new(push, friction.x, friction.y);
        self.apply(bodies, impulse - self.impulse);
        self.impulse = impulse;
    }
}

/// A damped spring that is solved implicitly: it never overshoots, however stiff it is.
struct Spring {
    /// The speed at which an overlap is undone, by its depth.
    rate: f32,
    /// The share of the impulse of a rigid contact that it has.
    share: f32,
    /// The share of the impulse so far by which it gives way.
    relief: f32,
}

const SPRING: Spring = {
    let omega = TAU * FREQUENCY;
    let damped = 2.0 * DAMPING + DT * omega;
    let stiff = DT * omega * damped;
    Spring { rate: omega / damped, share: stiff / (1.0 + stiff), relief: 1.0 / (1.0 + stiff) }
};

struct Simulation {
    world: World<3>,
    /// The boxes, by their indices in the world; then the ground.
    bodies: Vec<Body>,
    handles: Vec<Handle>,
    poses: Vec<(Vec3, Quat)>,
    start: Vec<Vec3>,
    joints: Vec<Joint>,
    /// Where the joints of each pair that touches are among all: from, to.
    places: PairData<[usize; 2]>,
    /// Points of all steps, and those that were points of the step before.
    points: usize,
    again: usize,
}

impl Simulation {
    fn new() -> Result<Self, Error> {
        let mut world = World::new().with_margin(MARGIN)?;
        let (mut handles, mut poses) = (Vec::new(), Vec::new());
        for number in 0..STACKS * STACKS * LAYERS {
            let (stack, layer) = (number / LAYERS, number % LAYERS);
            let [x, y, z] = [stack / STACKS, layer, stack % STACKS].map(|place| place as f32);
            let center = Vec3::new(APART * x, HALF * (2.0 * y + 1.0), APART * z);
            // Each box is turned in another way: by the golden section of a turn.
            let rotation = Quat::from_rotation_y(TAU * (0.618_034 * number as f32).fract());
            let shape = Shape::oriented_box(center, [HALF; 3], rotation.to_array());
            handles.push(world.shapes_mut().insert(shape)?);
            poses.push((center, rotation));
        }
        let fixed = Attributes::new().with_mobility(Mobility::Static);
        let ground = Shape::composite(&ground()?, [-APART, 0.0, -APART], Rotation::IDENTITY);
        world.shapes_mut().insert_with(ground, fixed)?;
        let start = poses.iter().map(|(center, _)| *center).collect();
        let free = Body { inverse_mass: 1.0, inverse_inertia: 1.0 / INERTIA, ..Body::default() };
        let mut bodies = vec![free; handles.len()];
        bodies.push(Body::default());
        let (joints, places) = (Vec::new(), PairData::new());
        Ok(Self { world, bodies, handles, poses, start, joints, places, points: 0, again: 0 })
    }

    /// A sixtieth of a second, with or without what is known of the last one.
    fn step(&mut self, is_warm: bool) -> Result<(), Error> {
        self.world.step()?;
        self.find_joints(is_warm)?;

        let Self { bodies, joints, poses, .. } = self;
        let boxes = poses.len();
        for _ in 0..SUB_STEPS {
            bodies[..boxes].iter_mut().for_each(|body| body.velocity += DT * GRAVITY);
            for joint in joints.iter_mut() {
                if !is_warm {
                    joint.impulse = Vec3::ZERO;
                }
                joint.apply(bodies, joint.impulse);
            }
            joints.iter_mut().for_each(|joint| joint.solve(bodies, true));
            for body in &mut bodies[..boxes] {
                body.moved += DT * body.velocity;
                body.turned += DT * body.spin;
            }
            joints.iter_mut().for_each(|joint| joint.solve(bodies, false));
        }
        for ((body, pose), handle) in bodies.iter_mut().zip(poses).zip(&self.handles) {
            pose.0 += std::mem::take(&mut body.moved);
            let turn = Quat::from_scaled_axis(std::mem::take(&mut body.turned));
            pose.1 = (turn * pose.1).normalize();
            let shape = Shape::oriented_box(pose.0, [HALF; 3], pose.1.to_array());
            self.world.shapes_mut().set(*handle, shape)?;
        }
        Ok(())
    }

    /// Lists the points of all contacts. Those of the last step hand their impulses on.
    fn find_joints(&mut self, is_warm: bool) -> Result<(), Error> {
        self.places.update(&self.world.contact_changes())?;
        let last = std::mem::take(&mut self.joints);
        // A pair has several contacts where the ground has parts, one after the other.
        let mut contacts = self.world.contacts().iter().peekable();
        for (pair, place) in self.world.touching().iter().zip(self.places.values_mut()) {
            let known = &last[place[0]..place[1]];
            place[0] = self.joints.len();
            while let Some(contact) = contacts.next_if(|contact| contact.pair == *pair) {
                for point in contact.points {
                    let mut joint = Joint::new(&self.bodies, &contact, point);
                    let before = known.iter().find(|before| before.id == joint.id);
                    joint.impulse = before.filter(|_| is_warm).map_or(Vec3::ZERO, |x| x.impulse);
                    self.again += usize::from(before.is_some());
                    self.joints.push(joint);
                }
            }
            place[1] = self.joints.len();
        }
        self.points += self.joints.len();
        Ok(())
    }

    /// The farthest that a box moved sideways and sank, in meters, and the energy of all in joules.
    fn figures(&self) -> [f32; 3] {
        let ways = || self.poses.iter().zip(&self.start).map(|((now, _), start)| *now - *start);
        let aside = ways().map(|way| way.x.hypot(way.z)).fold(0.0, f32::max);
        let sunk = ways().map(|way| -way.y).fold(0.0, f32::max);
        let energy = self.bodies.iter().map(|body| {
            0.5 * (body.velocity.length_squared() + INERTIA * body.spin.length_squared())
        });
        [aside, sunk, energy.sum()]
    }
}

/// A flat square of triangles about as large as a box, so that stacks stand across their edges.
fn ground() -> Result<Arc<Parts<3>>, Error> {
    const CELLS: u32 = 18;
    let size = APART * (STACKS + 1) as f32 / CELLS as f32;
    let corners = (0..=CELLS).flat_map(|x| (0..=CELLS).map(move |z| [x, z]));
    let vertices: Vec<_> = corners.map(|[x, z]| [size * x as f32, 0.0, size * z as f32]).collect();
    let cells = (0..CELLS).flat_map(|x| (0..CELLS).map(move |z| x * (CELLS + 1) + z));
    let triangles = cells.flat_map(|corner| {
        let next = corner + CELLS + 1;
        [[corner, corner + 1, next + 1], [corner, next + 1, next]]
    });
    Ok(Arc::new(Parts::mesh(Mesh::new(vertices, triangles.collect::<Vec<_>>())?)?))
}

fn main() -> Result<(), Error> {
    const COLD_STEPS: usize = 100;
    let mut cold = Simulation::new()?;
    (0..COLD_STEPS).try_for_each(|_| cold.step(false))?;
    let [aside_cold, sunk_cold, energy_cold] = cold.figures();

    let (mut warm, start) = (Simulation::new()?, Instant::now());
    let mut aside_early = 0.0;
    for step in 1..=1000 {
        warm.step(true)?;
        if step == COLD_STEPS {
            aside_early = warm.figures()[0];
            (warm.points, warm.again) = (0, 0);
        }
    }
    let [aside, sunk, energy] = warm.figures();
    let (boxes, milliseconds) = (warm.handles.len(), start.elapsed().as_secs_f64());
    let again = warm.again as f64 / warm.points as f64;
    println!(
        "{boxes} boxes, 1000 steps, {milliseconds:.1} ms each, all by one thread but contacts"
    );
    println!("aside by {aside:.4} m, sunk by {sunk:.4} m, {energy:.1e} J at the end");
    println!("of {} points {:.3} % were found again", warm.points, 100.0 * again);
    println!("aside after {COLD_STEPS} steps: {aside_early:.4} m; without warm starting:");
    println!("aside by {aside_cold:.4} m, sunk by {sunk_cold:.4} m, {energy_cold:.1e} J");
    assert!(aside < 0.02 && sunk < 0.006, "a stack fell");
    assert!(energy < 1e-3, "the boxes do not come to rest");
    assert!(again > 0.999, "points at rest do not keep their features");
    assert!(aside_cold > 10.0 * aside_early, "warm starting gains nothing");
    Ok(())
}
