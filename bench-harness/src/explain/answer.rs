//! What the engine says about a pair of shapes, beside what there is to see.

use jostle_kernels::{
    batch::One,
    contact::{Contact, PairTest, contact},
    real::vector::{dot, scale, sub},
    sat::{Obb2, ObbPolygon, Polygons},
};

use super::{
    Axis, Numbers, Outline, Shape,
    axis::{candidates, sine},
};

/// How two shapes, or their intervals on an axis, lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Relation {
    /// There is a gap.
    Separated,
    /// They meet and do not overlap, as far as single precision can tell.
    Touching,
    /// They have more in common than an end.
    Overlapping,
}

/// The test of a pair of shapes.
#[derive(Clone, Debug)]
pub struct Explanation {
    /// A and B.
    pub outlines: [Outline; 2],
    /// All axes that have to be looked at; the figure counts them from 1.
    pub axes: Vec<Axis>,
    /// The index of the axis that decided, according to the kernel.
    pub deciding: usize,
    /// The distance along it, negative where the shapes overlap, according to the kernel.
    pub distance: f64,
    /// The unit vector from A to B along it, according to the kernel.
    pub normal: [f64; 2],
    /// How the shapes lie to each other, according to the kernel.
    pub relation: Relation,
    /// How numbers are printed.
    pub numbers: Numbers,
    /// By how much a distance along an axis may be off.
    slack: f64,
}

impl Explanation {
    /// Asks the engine's kernels about a pair of shapes, and looks along all axes.
    #[must_use]
    pub fn new(a: &Shape, b: &Shape) -> Self {
        let (contact, slack) = ask(a, b);
        let (distance, slack) = (f64::from(contact.distance), f64::from(slack));
        let normal = contact.normal.map(f64::from);
        let outlines = [a, b].map(Outline::new);
        let mut axes = candidates(&outlines);
        let angle = |index: &usize| sine(axes[*index].direction, normal).abs();
        let nearest = (0..axes.len()).min_by(|a, b| angle(a).total_cmp(&angle(b)));
        let deciding = nearest.expect("a shape has edges");
        // Where the middles coincide, either way will do, and the kernel has taken one.
        if dot(axes[deciding].direction, normal) < 0.0 {
            axes[deciding].turn();
        }
        let relation = match distance {
            distance if distance > 0.0 => Relation::Separated,
            distance if distance >= -slack => Relation::Touching,
            _ => Relation::Overlapping,
        };
        let numbers = Numbers::new(size(&outlines));
        Self { outlines, axes, deciding, distance, normal, relation, numbers, slack }
    }

    /// How the intervals on an axis lie to each other.
    #[must_use]
    pub fn relation_on(&self, axis: usize) -> Relation {
        match self.axes[axis].distance() {
            _ if axis == self.deciding => self.relation,
            distance if distance > self.slack => Relation::Separated,
            distance if distance >= -self.slack => Relation::Touching,
            _ => Relation::Overlapping,
        }
    }

    /// The shortest way by which B gets out of A.
    #[must_use]
    pub fn way_out(&self) -> [f64; 2] {
        scale(self.normal, -self.distance)
    }

    /// The gap or the overlap on an axis, in words.
    #[must_use]
    pub fn caption(&self, axis: usize) -> String {
        let is_deciding = axis == self.deciding;
        let distance = if is_deciding { self.distance } else { self.axes[axis].distance() };
        let length = self.numbers.text(distance.abs());
        match self.relation_on(axis) {
            Relation::Separated => format!("gap {length}"),
            Relation::Touching => "touching".to_owned(),
            Relation::Overlapping => format!("overlap {length}"),
        }
    }

    /// The verdict in one line, or, cut at the semicolon, in two.
    #[must_use]
    pub fn verdict(&self) -> String {
        let (axis, length) = (self.deciding + 1, self.numbers.text(self.distance.abs()));
        match self.relation {
            Relation::Separated => format!("separated: axis {axis} shows a gap of {length}"),
            Relation::Touching => format!("touching: the shadows just meet on axis {axis}"),
            Relation::Overlapping => {
                let way = self.numbers.vector(self.way_out());
                format!(
                    "overlapping: least overlap {length} along axis {axis}; moving B by {way} \
                     separates them"
                )
            }
        }
    }
}

/// What the kernel for the two kinds says, and by how much its distance errs at most.
fn ask(a: &Shape, b: &Shape) -> (Contact<2, 0>, f32) {
    match (a, b) {
        (Shape::Box(a), Shape::Box(b)) => ask_of::<Obb2>(a, b),
        (Shape::Polygon(a), Shape::Polygon(b)) => ask_of::<Polygons>(a, b),
        (Shape::Box(a), Shape::Polygon(b)) => ask_of::<ObbPolygon>(a, b),
        (Shape::Polygon(a), Shape::Box(b)) => {
            let (contact, slack) = ask_of::<ObbPolygon>(b, a);
            (Contact { normal: contact.normal.map(|x| -x), ..contact }, slack)
        }
    }
}

fn ask_of<T: PairTest<2, 0>>(a: &One<T::A>, b: &One<T::B>) -> (Contact<2, 0>, f32) {
    (contact::<T, 2, 0>(a, b), T::contact::<f32>(a, b).1)
}

/// The diagonal of the bounds of both.
fn size(outlines: &[Outline; 2]) -> f64 {
    let mut vertices = outlines.iter().flat_map(|outline| &outline.vertices);
    let first = *vertices.next().expect("a shape has vertices");
    let (min, max) = vertices.fold((first, first), |(min, max), vertex| {
        ([0, 1].map(|k| min[k].min(vertex[k])), [0, 1].map(|k| max[k].max(vertex[k])))
    });
    let [width, height] = sub(max, min);
    width.hypot(height)
}
