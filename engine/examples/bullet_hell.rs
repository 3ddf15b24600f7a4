//! Ten thousand fast bullets among enemies of all kinds, between walls that are a centimeter thin.
//!
//! `cargo run --release -p jostle --example bullet_hell`
//!
//! A bullet moves by up to four meters in a step, forty times its radius: it has `ccd`, so that
//! what it meets on its way is in [`World::ccd_hits`]. Bullets are put in and taken out all the
//! time. The weapons are [queries](World::queries) in batches: lasers are rays, a bomb is an overlap,
//! missiles look for the nearest enemies, and shields are cast until they meet one.
#![expect(clippy::print_stdout, reason = "an example prints what it found")]

use std::{f32::consts::TAU, sync::Arc, time::Instant};

use glam::{Quat, Vec3};
use jostle::{
    Error, Handle, Shape, World,
    bvh::Lists,
    geometry::ray::Ray,
    narrow::{Motion, distance},
    query::{QueryFilter, ShapeCast},
    shape::{Attributes, Mobility, Parts, Polyhedron, Rotation, Solid},
};

const BULLETS: usize = 10_000;
const RADIUS: f32 = 0.1;
/// The first bullets of the pool are missiles: they turn towards an enemy.
const MISSILES: usize = 50;
const ENEMIES: usize = 240;
const LIVES: u32 = 40;
/// Walls stand around the player at this distance, and are this thin.
const WALLS: usize = 12;
const ARENA: f32 = 60.0;
const THIN: f32 = 0.01;

const BULLET: u32 = 1;
const ENEMY: u32 = 2;
const WALL: u32 = 4;

/// A number in 0..1 for each number, spread evenly: by the golden section.
fn spread(number: usize) -> f32 {
    (0.618_034 * number as f64).fract() as f32
}

/// A direction in the plane in which all takes place.
fn direction(turns: f32) -> Vec3 {
    Quat::from_rotation_y(TAU * turns) * Vec3::X
}

struct Bullet {
    handle: Handle,
    at: Vec3,
    /// By how much it moves in a step.
    way: Vec3,
}

struct Enemy {
    handle: Handle,
    lives: u32,
    /// Where it is, in turns about the player and meters from it.
    place: [f32; 2],
}

/// What shapes of enemies share.
struct Models {
    gem: Arc<Polyhedron>,
    drone: Arc<Parts<3>>,
}

impl Models {
    fn new() -> Result<Self, Error> {
        let corners = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| [axis.to_array(), (-axis).to_array()]);
        let rotors = [-1.2, 1.2]
            .map(|x| Shape::from(Solid::cylinder([x, 0.4, 0.0], 0.1, 0.6, Rotation::IDENTITY)));
        let drone =
            [&rotors[..], &[Shape::capsule([-1.0, 0.0, 0.0], [1.0, 0.0, 0.0], 0.4)]].concat();
        Ok(Self {
            gem: Arc::new(Polyhedron::hull_of(corners.as_flattened())?),
            drone: Arc::new(Parts::compound(drone)?),
        })
    }

    fn shape(&self, number: usize, [turns, far]: [f32; 2]) -> Shape<3> {
        let (at, turned) = (far * direction(turns), Quat::from_rotation_y(5.0 * TAU * turns));
        match number % 4 {
            0 => Shape::oriented_box(at, [0.8, 0.5, 0.6], turned.to_array()),
            1 => Shape::hull(&self.gem, at, turned.to_array()),
            2 => Solid::cylinder(at, 0.5, 0.8, turned.to_array()).into(),
            _ => Shape::composite(&self.drone, at, turned.to_array()),
        }
    }
}

#[derive(Default)]
struct Score {
    fired: usize,
    hit_wall: usize,
    hit_enemy: usize,
    bombed: usize,
    killed: usize,
    lasers: usize,
    shields: usize,
}

struct Game {
    world: World<3>,
    models: Models,
    /// The pool: a shape's number of the user is its place here, or that of its enemy behind.
    bullets: Vec<Option<Bullet>>,
    enemies: Vec<Enemy>,
    score: Score,
}

impl Game {
    fn new() -> Result<Self, Error> {
        let (mut world, models) = (World::new(), Models::new()?);
        let fixed = Attributes::new().with_mobility(Mobility::Static).with_category(WALL);
        let fixed = fixed.with_mask(BULLET).with_user(u64::MAX);
        for number in 0..WALLS {
            let turns = number as f32 / WALLS as f32;
            let half = [THIN / 2.0, 3.0, 1.01 * ARENA * (TAU / 2.0 / WALLS as f32).tan()];
            let turned = Quat::from_rotation_y(TAU * turns);
            let wall = Shape::oriented_box(ARENA * direction(turns), half, turned.to_array());
            world.shapes_mut().insert_with(wall, fixed)?;
        }
        let mut enemies = Vec::new();
        for number in 0..ENEMIES {
            let place = [spread(number), 15.0 + 40.0 * spread(7 * number)];
            let handle =
                world.shapes_mut().insert_with(models.shape(number, place), enemy(number))?;
            enemies.push(Enemy { handle, lives: LIVES, place });
        }
        let bullets = (0..BULLETS).map(|_| None).collect();
        Ok(Self { world, models, bullets, enemies, score: Score::default() })
    }

    fn step(&mut self, step: usize) -> Result<(), Error> {
        self.fire()?;
        for bullet in self.bullets.iter_mut().flatten() {
            bullet.at += bullet.way;
            self.world.shapes_mut().set(bullet.handle, Shape::ball(bullet.at, RADIUS))?;
        }
        for (number, enemy) in self.enemies.iter_mut().enumerate() {
            enemy.place[0] += 0.02 / enemy.place[1];
            let shape = self.models.shape(number, enemy.place);
            self.world.shapes_mut().set(enemy.handle, shape)?;
        }
        self.world.step()?;
        self.hit()?;
        self.shoot_lasers(step)?;
        self.guide_missiles()?;
        self.raise_shields(step)?;
        if step % 30 == 29 {
            self.drop_bombs(step)?;
        }
        Ok(())
    }

    /// Puts a bullet into each place of the pool that is free, at the player in the middle. The
    /// next step looks at its way from there.
    fn fire(&mut self) -> Result<(), Error> {
        for (place, bullet) in self.bullets.iter_mut().enumerate().filter(|(_, b)| b.is_none()) {
            let speed =
                if place < MISSILES { 0.5 } else { 1.0 + 3.0 * spread(3 * self.score.fired) };
            let way = speed * direction(spread(self.score.fired));
            let attributes = Attributes::new().with_category(BULLET).with_mask(ENEMY | WALL);
            let attributes = attributes.with_ccd(true).with_user(place as u64);
            let shape = Shape::ball(Vec3::ZERO, RADIUS);
            let handle = self.world.shapes_mut().insert_with(shape, attributes)?;
            *bullet = Some(Bullet { handle, at: Vec3::ZERO, way });
            self.score.fired += 1;
        }
        Ok(())
    }

    /// Takes out bullets that met something on their way, and with the first of it hurts enemies.
    fn hit(&mut self) -> Result<(), Error> {
        let mut first = vec![(f32::INFINITY, None); BULLETS];
        for hit in self.world.ccd_hits() {
            let [a, b] = [hit.pair.a, hit.pair.b].map(|index| self.world.user(index));
            let users = [a.unwrap_or(u64::MAX) as usize, b.unwrap_or(u64::MAX) as usize];
            let (bullet, other) = (users[0].min(users[1]), users[0].max(users[1]));
            if hit.impact.time < first[bullet].0 {
                first[bullet] = (hit.impact.time, other.checked_sub(BULLETS));
            }
        }
        for (place, (time, enemy)) in first.into_iter().enumerate() {
            if time.is_infinite() {
                continue;
            }
            self.take_out(place)?;
            match enemy.filter(|enemy| *enemy < ENEMIES) {
                Some(enemy) => {
                    self.score.hit_enemy += 1;
                    self.hurt(enemy, 1)?;
                }
                None => self.score.hit_wall += 1,
            }
        }
        Ok(())
    }

    fn take_out(&mut self, place: usize) -> Result<(), Error> {
        let bullet = self.bullets[place].take().expect("it is taken out once");
        self.world.shapes_mut().remove(bullet.handle)
    }

    /// An enemy without lives is taken out, and another one comes from elsewhere.
    fn hurt(&mut self, number: usize, by: u32) -> Result<(), Error> {
        let hurt = &mut self.enemies[number];
        hurt.lives = hurt.lives.saturating_sub(by);
        if hurt.lives == 0 {
            self.score.killed += 1;
            let place = [spread(number + self.score.killed), hurt.place[1]];
            let shapes = self.world.shapes_mut();
            shapes.remove(hurt.handle)?;
            let handle = shapes.insert_with(self.models.shape(number, place), enemy(number))?;
            *hurt = Enemy { handle, lives: LIVES, place };
        }
        Ok(())
    }

    /// The enemy that had an index in the last step, if it is still there.
    fn enemy_of(&self, index: u32) -> Option<usize> {
        let enemy = (self.world.user(index)? as usize).checked_sub(BULLETS)?;
        (enemy < ENEMIES).then_some(enemy)
    }

    /// Rays from the player to all sides: each hurts the enemy that it meets first.
    fn shoot_lasers(&mut self, step: usize) -> Result<(), Error> {
        let ray = |laser: usize| {
            Ray::segment(Vec3::ZERO, 2.0 * ARENA * direction(spread(step) + laser as f32 / 64.0))
        };
        let rays: Vec<_> = (0..64).map(ray).collect();
        let (filter, mut hits) = (QueryFilter::new().with_mask(ENEMY | WALL), Vec::new());
        let queries = self.world.queries()?;
        queries.closest_hits(&rays, |_| filter, &mut hits)?;
        for (ray, hit) in rays.iter().zip(&hits) {
            assert_eq!(*hit, queries.closest_hit(ray, filter)?, "a batch answers otherwise");
        }
        for hit in hits {
            let hit = hit.expect("no laser passes between walls");
            if let Some(enemy) = self.enemy_of(hit.index) {
                self.score.lasers += 1;
                self.hurt(enemy, 5)?;
            }
        }
        Ok(())
    }

    /// Each missile turns towards the one of the three nearest enemies that the fewest others are
    /// after.
    fn guide_missiles(&mut self) -> Result<(), Error> {
        let missiles = || self.bullets[..MISSILES].iter().flatten();
        let points: Vec<_> = missiles().map(|missile| Shape::point(missile.at)).collect();
        let (filter, mut nearest) = (QueryFilter::new().with_mask(ENEMY), Lists::new());
        let queries = self.world.queries()?;
        queries.nearest_of(&points, 3, ARENA, |_| filter, &mut nearest)?;
        let (mut after, mut single) = (vec![0; ENEMIES], Vec::new());
        let mut aims = Vec::new();
        for (number, point) in points.iter().enumerate() {
            single.clear();
            queries.nearest(point, 3, ARENA, filter, &mut single)?;
            assert_eq!(nearest.get(number), single, "a batch answers otherwise");
            let enemies = nearest.get(number).iter().filter_map(|near| self.enemy_of(near.id));
            let enemy = enemies.min_by_key(|enemy| after[*enemy]);
            aims.push(enemy);
            enemy.into_iter().for_each(|enemy| after[enemy] += 1);
        }
        for (missile, aim) in self.bullets[..MISSILES].iter_mut().flatten().zip(aims) {
            if let Some(aim) = aim {
                let [turns, far] = self.enemies[aim].place;
                let to = (far * direction(turns) - missile.at).normalize();
                missile.way = missile.way.lerp(0.5 * to, 0.2);
            }
        }
        Ok(())
    }

    /// Shields go outward until they meet an enemy, and touch it then.
    fn raise_shields(&mut self, step: usize) -> Result<(), Error> {
        let way = |number: usize| direction(spread(step) + number as f32 / 16.0);
        let shield = |number: usize, far: f32| {
            let turned = Quat::from_rotation_arc(Vec3::X, way(number));
            Shape::oriented_box(far * way(number), [0.05, 1.0, 2.0], turned.to_array())
        };
        let cast =
            |number| ShapeCast::new(shield(number, 5.0), Motion::straight(50.0 * way(number)));
        let casts: Vec<_> = (0..16).map(cast).collect();
        let (filter, mut hits) = (QueryFilter::new().with_mask(ENEMY), Vec::new());
        let queries = self.world.queries()?;
        queries.closest_casts(&casts, |_| filter, &mut hits)?;
        for (number, (cast, hit)) in casts.iter().zip(&hits).enumerate() {
            assert_eq!(*hit, queries.closest_cast(cast, filter)?, "a batch answers otherwise");
            let Some(hit) = hit else { continue };
            if let Some(enemy) = self.enemy_of(hit.index) {
                let enemy = self.world.shapes().get(self.enemies[enemy].handle)?;
                let gap = distance(&shield(number, 5.0 + 50.0 * hit.t), &enemy)?.distance;
                assert!(gap < 0.001, "a shield is {gap} m away from what it met");
                self.score.shields += 1;
            }
        }
        Ok(())
    }

    /// Takes out all bullets near some places.
    fn drop_bombs(&mut self, step: usize) -> Result<(), Error> {
        const REACH: f32 = 8.0;
        let centers = [0, 1, 2].map(|bomb| 25.0 * direction(spread(step) + bomb as f32 / 3.0));
        let bombs = centers.map(|center| Shape::ball(center, REACH));
        let (filter, mut reached) = (QueryFilter::new().with_mask(BULLET), Lists::new());
        let queries = self.world.queries()?;
        queries.overlapping_of(&bombs, |_| filter, &mut reached)?;
        let mut single = Vec::new();
        for (number, bomb) in bombs.iter().enumerate() {
            single.clear();
            queries.overlapping(bomb, filter, &mut single)?;
            assert_eq!(reached.get(number), single, "a batch answers otherwise");
        }
        for (number, center) in centers.iter().enumerate() {
            for index in reached.get(number) {
                if let Some(place) = self.world.user(*index) {
                    self.take_out(place as usize)?;
                    self.score.bombed += 1;
                }
            }
            let left = self.bullets.iter().flatten();
            let nearest = left.map(|bullet| bullet.at.distance(*center)).fold(f32::MAX, f32::min);
            assert!(nearest > REACH + RADIUS - 1e-4, "a bomb spared a bullet {nearest} m away");
        }
        Ok(())
    }
}

fn enemy(number: usize) -> Attributes {
    let attributes = Attributes::new().with_category(ENEMY).with_mask(BULLET);
    attributes.with_user((BULLETS + number) as u64)
}

fn main() -> Result<(), Error> {
    const STEPS: usize = 100;
    let (mut game, start) = (Game::new()?, Instant::now());
    for step in 0..STEPS {
        game.step(step)?;
        // Whatever left the arena must have met a wall.
        for bullet in game.bullets.iter().flatten() {
            let mut walls = (0..WALLS).map(|wall| direction(wall as f32 / WALLS as f32));
            let inside = walls.all(|normal| bullet.at.dot(normal) < ARENA);
            assert!(inside, "a bullet passed a wall: {}", bullet.at);
        }
    }
    let milliseconds = 1000.0 * start.elapsed().as_secs_f64() / STEPS as f64;
    let Score { fired, hit_wall, hit_enemy, bombed, killed, lasers, shields } = game.score;
    println!("{STEPS} steps of {BULLETS} bullets and {ENEMIES} enemies, {milliseconds:.1} ms each");
    println!(
        "of {fired} bullets {hit_wall} hit a wall, {hit_enemy} an enemy; {bombed} were bombed"
    );
    println!(
        "{killed} enemies fell; {lasers} times lasers hit one, {shields} times shields met one"
    );
    let flying = game.bullets.iter().flatten().count();
    assert_eq!(fired, hit_wall + hit_enemy + bombed + flying, "a bullet was lost");
    assert_eq!(game.world.shapes().len(), WALLS + ENEMIES + flying);
    assert!(killed > 100 && bombed > 500 && lasers > 1000 && shields > 500, "too little happened");
    Ok(())
}
