//! What is to be listed.

use super::{Neighbors, lattice::Periodicity};

/// Which neighbors of a point are listed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum ListKind {
    /// All: each pair is in the lists of both of its points.
    #[default]
    Full,
    /// Those with a greater index: each pair is listed once. Of the images of a point itself those
    /// whose shift is above 0 in the order of numbers and, if these are 0, of the next.
    Half,
}

/// What [radii of points](super::Points::with_radii) add to the radius for a pair. The sum is
/// rounded up to an `f32`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum RadiusRule {
    /// Both: balls that touch, as of grains (the discrete element method).
    #[default]
    Sum,
    /// The larger of both: what reaches the other, or is reached by it, as in smoothed particle
    /// hydrodynamics.
    Larger,
    /// That of the point whose list it is, so that one of a pair may have the other without being
    /// in its list.
    Own,
}

impl RadiusRule {
    /// What is added to the radius for a pair: the sum of both.
    pub(super) fn added(self, own: f32, other: f32) -> [f32; 2] {
        match self {
            Self::Sum => [own, other],
            Self::Larger => [own.max(other), 0.0],
            Self::Own => [own, 0.0],
        }
    }
}

/// What was asked for, unchecked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NeighborSettings<const D: usize> {
    pub(super) radius: f32,
    pub(super) skin: f32,
    pub(super) kind: ListKind,
    pub(super) periodicity: Periodicity<D>,
    pub(super) has_shifts: bool,
    pub(super) rule: RadiusRule,
    /// How many of each list are kept.
    pub(super) nearest: Option<usize>,
    pub(super) limit: u64,
}

impl<const D: usize> NeighborSettings<D> {
    pub(super) fn new(radius: f32) -> Self {
        Self {
            radius,
            skin: 0.0,
            kind: ListKind::Full,
            periodicity: Periodicity::Axes([None; D]),
            has_shifts: false,
            rule: RadiusRule::Sum,
            nearest: None,
            limit: u64::MAX,
        }
    }
}

/// What is asked for. Changes take effect with the next update, which then builds the lists anew.
impl<const D: usize> Neighbors<D> {
    /// With full lists, as by default, or half ones.
    #[must_use]
    pub fn with_kind(mut self, kind: ListKind) -> Self {
        self.settings.kind = kind;
        self
    }

    /// With a skin: lists are built for that much more than the radius, and kept until points may
    /// have used it up. In units of the coordinates, 0 or more, its sum with the radius finite, or
    /// updates are refused ([`Error::Reach`](crate::Error::Reach)); 0 by default, which keeps lists
    /// only where nothing moves.
    ///
    /// A wide skin makes builds rare and lists long: their length grows with the cube of the reach,
    /// in 2D with its square. A tenth to a third of the radius is usual.
    #[must_use]
    pub fn with_skin(mut self, skin: f32) -> Self {
        self.set_skin(skin);
        self
    }

    /// With periodic axes: for each axis none, or the interval `low..high` that space repeats on
    /// it. The ends are at most a quarter of `f32::MAX` from 0. Others are refused by updates
    /// ([`Error::Period`](crate::Error::Period)).
    ///
    /// An interval may be as short as is wanted: of each point all images count that are within
    /// reach, those of the point itself, too. Where it is not longer than twice the radius and the
    /// skin together, a list can have a neighbor several times, once for each image; see
    /// [`with_shifts`](Self::with_shifts). More than 65,536 images of a point in reach of the box
    /// are refused ([`Error::Period`](crate::Error::Period), with their number). Of an interval that
    /// is shorter than 2^-60 of the largest end there are that many by rounding alone.
    #[must_use]
    pub fn with_periods(mut self, periods: [Option<(f32, f32)>; D]) -> Self {
        self.set_periods(periods);
        self
    }

    /// With a cell of any vectors, by each of which space repeats itself: the rows of ASE's matrix,
    /// or `(lx, 0, 0)`, `(xy, ly, 0)` and `(xz, yz, lz)` of LAMMPS's triclinic box. `None` stands
    /// for a direction in which space does not repeat itself. It takes the place of
    /// [periodic axes](Self::with_periods), and the other way round. Where the cell begins does not
    /// matter, as all images count.
    ///
    /// Vectors are finite, at most a quarter of `f32::MAX` long, and the cell is nowhere thinner
    /// than 1/1024 of one of them. Vectors that are fewer than the axes lie within as many axes as
    /// they are (periodic in x and y only: they have no z). Others are refused by updates
    /// ([`Error::Period`](crate::Error::Period)), and so are more images than with periodic axes.
    ///
    /// ```
    /// use jostle::neighbors::Neighbors;
    ///
    /// // A lattice of triangles: one atom in a cell of two vectors.
    /// let vectors = [Some([1.0, 0.0]), Some([0.5, 0.75_f64.sqrt()])];
    /// let mut lists = Neighbors::new(1.001).with_cell(vectors).with_shifts();
    /// lists.update(&[[0.0, 0.0]])?;
    /// let images = lists.images_of(0).expect("shifts were asked for");
    /// let around = [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]];
    /// assert!(images.eq(around.map(|shift| (0, shift)))); // six images of itself
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn with_cell(mut self, vectors: [Option<[f64; D]>; D]) -> Self {
        self.set_cell(vectors);
        self
    }

    /// With a rule for [radii of points](super::Points::with_radii): what they add to the radius
    /// for a pair, by default their sum. The radius of the lists comes on top of it; 0 leaves these
    /// alone.
    ///
    /// Cells are as wide as the largest reach, so few points that are far larger than the others
    /// make all of them slow.
    ///
    /// ```
    /// use jostle::neighbors::{Neighbors, Points, RadiusRule};
    ///
    /// let (points, radii) = ([[0.0, 0.0], [1.0, 0.0], [3.0, 0.0]], [0.5, 0.5, 2.0]);
    /// let points = Points::from(&points).with_radii(&radii)?;
    /// let mut grains = Neighbors::new(0.0);
    /// grains.update(points)?;
    /// assert_eq!((grains.of(0), grains.of(1)), (&[1][..], &[0, 2][..]));
    /// let mut reached = Neighbors::new(0.0).with_rule(RadiusRule::Own);
    /// reached.update(points)?;
    /// assert_eq!((reached.of(1), reached.of(2)), (&[][..], &[1][..]));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn with_rule(mut self, rule: RadiusRule) -> Self {
        self.settings.rule = rule;
        self
    }

    /// With no more than so many neighbors of each point: the nearest, of those within the radius
    /// that the [kind](ListKind) has. Lists are then in the order of distances, by their squares in
    /// `f64`; equal ones are in ascending order of points and shifts. A skin has to be 0, or
    /// updates are refused ([`Error::Setting`](crate::Error::Setting)): others may be nearest when
    /// points have moved.
    ///
    /// ```
    /// use jostle::neighbors::Neighbors;
    ///
    /// let mut lists = Neighbors::new(2.0).with_nearest(2);
    /// lists.update(&[[0.0, 0.0], [1.5, 0.0], [0.0, 0.5], [-0.5, 0.0], [9.0, 9.0]])?;
    /// assert_eq!((lists.of(0), lists.of(4)), (&[2, 3][..], &[][..]));
    /// # Ok::<(), jostle::Error>(())
    /// ```
    #[must_use]
    pub fn with_nearest(mut self, count: usize) -> Self {
        self.settings.nearest = Some(count);
        self
    }

    /// With the shift of each neighbor, which tells by which of its images it is one; see
    /// [`images_of`](Self::images_of). Takes four bytes more a neighbor, and up to 28 an image.
    ///
    /// A point that is outside of the cell by more than 2^29 lengths is then invalid: an `f32` does
    /// not tell how many they are.
    #[must_use]
    pub fn with_shifts(mut self) -> Self {
        self.settings.has_shifts = true;
        self
    }

    /// With a limit of neighbors in all lists together. More are an error, told with their number,
    /// before memory is taken for them; they are counted in the time it takes to find them. Any
    /// number; 0 allows none.
    #[must_use]
    pub fn with_limit(mut self, neighbors: u64) -> Self {
        self.settings.limit = neighbors;
        self
    }

    /// Changes the radius: 0 or more, and finite, or updates are refused
    /// ([`Error::Reach`](crate::Error::Reach)).
    pub fn set_radius(&mut self, radius: f32) {
        self.settings.radius = radius;
    }

    /// Changes how many of the [nearest](Self::with_nearest) are kept, or keeps all.
    pub fn set_nearest(&mut self, count: Option<usize>) {
        self.settings.nearest = count;
    }

    /// Changes the [skin](Self::with_skin).
    pub fn set_skin(&mut self, skin: f32) {
        self.settings.skin = skin;
    }

    /// Changes the [periodic axes](Self::with_periods).
    pub fn set_periods(&mut self, periods: [Option<(f32, f32)>; D]) {
        self.settings.periodicity = Periodicity::Axes(periods);
    }

    /// Changes the [cell](Self::with_cell).
    pub fn set_cell(&mut self, vectors: [Option<[f64; D]>; D]) {
        self.settings.periodicity = Periodicity::Vectors(vectors);
    }
}
