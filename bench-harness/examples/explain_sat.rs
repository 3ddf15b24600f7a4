//! The separating axis test of two convex shapes in the plane, worked through and drawn.
//!
//! ```sh
//! cargo run --release --example explain_sat -- --example separated --out separated.svg
//! cargo run --release --example explain_sat -- --a "0,0,2,1,20" --b "3,0 5,1 4,3" --out mine.svg
//! ```
//!
//! Verdict, deciding axis and the shortest way out are what the engine says. The shadows on the
//! axes, which it does not keep, are computed here in `f64`; `docs/separating-axis.md` explains the
//! test.
#![expect(clippy::print_stdout, reason = "a program prints its results")]

use std::{error::Error, fs, path::PathBuf};

use clap::Parser;
use jostle::{
    Shape,
    narrow::separation,
    shape::{ConvexPolygon, Rotation},
};
use plotters::{
    coord::Shift,
    element::DashedPathElement,
    prelude::*,
    style::text_anchor::{HPos, Pos, VPos},
};

/// A point or a vector of the plane.
pub(crate) type Point = [f64; 2];

pub(crate) fn dot(a: Point, b: Point) -> f64 {
    a[0] * b[0] + a[1] * b[1]
}

/// Twice the area between two vectors: for unit vectors the sine of their angle.
fn cross(a: Point, b: Point) -> f64 {
    a[0] * b[1] - a[1] * b[0]
}

/// Pairs of shapes that show something, by name.
pub(crate) const EXAMPLES: [(&str, [&str; 2]); 4] = [
    ("separated", ["0,0,2,1,25", "2.1,2.7,1.5,0.7,-30"]),
    ("touching", ["0,0 4,0 4,2 2,4 0,4", "3,3 6,2 6,4"]),
    ("contained", ["0,0,2.5,1.75,15", "0.75,0.25,0.9,0.6,-20"]),
    ("overlapping", ["0,0,2,1,20", "2.3,1.2,1.4,0.8,-25"]),
];

/// A box from `x,y,hx,hy,degrees`, or a polygon from vertices `x,y` separated by spaces.
pub(crate) fn parse(text: &str) -> Result<Shape<2>, String> {
    let number = |text: &str| match text.parse::<f32>() {
        Ok(number) if number.abs() <= 1e12 => Ok(number),
        Ok(number) => Err(format!("{number}: numbers must be finite and at most 1e12")),
        Err(_) => Err(format!("{text:?} is not a number")),
    };
    let numbers = |word: &str| word.split(',').map(number).collect::<Result<Vec<f32>, String>>();
    let words = text.split_whitespace().map(numbers).collect::<Result<Vec<_>, _>>()?;
    if let [word] = &words[..]
        && let [x, y, hx, hy, degrees] = word[..]
    {
        let rotation = Rotation::from_angle(degrees.to_radians());
        return Ok(Shape::oriented_box([x, y], [hx, hy], rotation));
    }
    let vertex = |word: &Vec<f32>| word[..].try_into().ok();
    match words.iter().map(vertex).collect::<Option<Vec<[f32; 2]>>>() {
        Some(vertices) if vertices.len() > 1 => {
            let polygon = ConvexPolygon::new([0.0; 2], Rotation::IDENTITY, &vertices);
            polygon.map(Shape::Polygon).map_err(|error| error.to_string())
        }
        _ => Err(format!(
            "{text:?} is no shape: a box is x,y,hx,hy,degrees, a polygon is vertices x,y"
        )),
    }
}

/// Vertices, counter-clockwise, and the outward unit normals of edges.
#[derive(Clone, Debug)]
pub(crate) struct Outline {
    pub(crate) vertices: Vec<Point>,
    pub(crate) normals: Vec<Point>,
}

impl Outline {
    fn new(shape: &Shape<2>) -> Self {
        match shape {
            Shape::Box(shape) => {
                let ([x, y], [hx, hy]) = (shape.center.map(f64::from), shape.half.map(f64::from));
                let [cos, sin] = shape.rotation.cos_sin().map(f64::from);
                let corner = |a: f64, b: f64| {
                    [x + a * hx * cos - b * hy * sin, y + a * hx * sin + b * hy * cos]
                };
                let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
                Self {
                    vertices: corners.map(|(a, b)| corner(a, b)).to_vec(),
                    normals: vec![[sin, -cos], [cos, sin], [-sin, cos], [-cos, -sin]],
                }
            }
            Shape::Polygon(polygon) => {
                let vertices: Vec<Point> =
                    polygon.vertices().iter().map(|vertex| vertex.map(f64::from)).collect();
                let next = vertices.iter().cycle().skip(1);
                let normal = |(from, to): (&Point, &Point)| {
                    let [x, y] = [to[1] - from[1], from[0] - to[0]];
                    let length = x.hypot(y);
                    (length > 0.0).then(|| [x / length, y / length])
                };
                Self { normals: vertices.iter().zip(next).filter_map(normal).collect(), vertices }
            }
            _ => unreachable!("there are boxes and polygons"),
        }
    }

    /// The shadow on an axis: from where to where.
    fn shadow(&self, direction: Point) -> [f64; 2] {
        let places = self.vertices.iter().map(|vertex| dot(*vertex, direction));
        places
            .fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], at| [low.min(at), high.max(at)])
    }
}

/// A direction along which the test looks.
#[derive(Clone, Debug)]
pub(crate) struct Axis {
    /// A unit vector from the middle of A's shadow to that of B's.
    pub(crate) direction: Point,
    /// Whether it is a normal of A, and of B.
    pub(crate) is_normal_of: [bool; 2],
    /// What A and B cover.
    pub(crate) shadows: [[f64; 2]; 2],
}

impl Axis {
    /// A gap, or minus the least by which B has to move along the axis to get past A.
    pub(crate) fn distance(&self) -> f64 {
        self.shadows[1][0] - self.shadows[0][1]
    }
}

/// How two shapes, or their shadows on an axis, lie to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Relation {
    Separated,
    /// They meet and do not overlap, as far as single precision can tell.
    Touching,
    Overlapping,
}

/// The test of a pair of shapes.
#[derive(Clone, Debug)]
pub(crate) struct Explanation {
    pub(crate) outlines: [Outline; 2],
    /// All axes that have to be looked at; the figure counts them from 1.
    pub(crate) axes: Vec<Axis>,
    /// The axis that decided, the distance along it and the normal from A to B: the engine's.
    pub(crate) deciding: usize,
    pub(crate) distance: f64,
    pub(crate) normal: Point,
    size: f64,
}

impl Explanation {
    pub(crate) fn new(a: &Shape<2>, b: &Shape<2>) -> Result<Self, jostle::Error> {
        // What the engine says: the axis with the largest distance, and that distance.
        let found = separation(a, b)?;
        let (distance, normal) = (f64::from(found.distance), found.normal.map(f64::from));

        // All axes: the normals of the edges of both, parallel ones once.
        let outlines = [Outline::new(a), Outline::new(b)];
        let mut axes: Vec<Axis> = Vec::new();
        for (owner, outline) in outlines.iter().enumerate() {
            for normal in &outline.normals {
                let known =
                    axes.iter_mut().find(|axis| cross(axis.direction, *normal).abs() < 1e-6);
                if let Some(axis) = known {
                    axis.is_normal_of[owner] = true;
                    continue;
                }
                let mut direction = *normal;
                let middle = |outline: &Outline| outline.shadow(*normal).iter().sum::<f64>();
                if middle(&outlines[1]) < middle(&outlines[0]) {
                    direction = direction.map(|x| -x);
                }
                let shadows = outlines.each_ref().map(|outline| outline.shadow(direction));
                axes.push(Axis { direction, is_normal_of: [owner == 0, owner == 1], shadows });
            }
        }
        let sine = |index: &usize| cross(axes[*index].direction, normal).abs();
        let nearest = (0..axes.len()).min_by(|a, b| sine(a).total_cmp(&sine(b)));
        let deciding = nearest.expect("a shape has edges");
        // Where the middles coincide, either way will do, and the engine has taken one.
        let axis = &mut axes[deciding];
        if dot(axis.direction, normal) < 0.0 {
            axis.direction = axis.direction.map(|x| -x);
            axis.shadows = axis.shadows.map(|[low, high]| [-high, -low]);
        }
        let vertices = || outlines.iter().flat_map(|outline| &outline.vertices);
        let size = vertices().map(|[x, y]| x.abs().max(y.abs())).fold(0.0, f64::max);
        Ok(Self { outlines, axes, deciding, distance, normal, size })
    }

    /// The distance on an axis: that of the engine on the one that decides.
    fn distance_on(&self, axis: usize) -> f64 {
        if axis == self.deciding { self.distance } else { self.axes[axis].distance() }
    }

    /// How the shadows on an axis lie to each other; on the one that decides, the shapes.
    pub(crate) fn relation_on(&self, axis: usize) -> Relation {
        // Some roundings of single precision.
        let slack = 1e-6 * self.size;
        match self.distance_on(axis) {
            distance if distance > slack => Relation::Separated,
            distance if distance >= -slack => Relation::Touching,
            _ => Relation::Overlapping,
        }
    }

    /// The shortest way by which B gets out of A.
    pub(crate) fn way_out(&self) -> Point {
        self.normal.map(|x| -self.distance * x)
    }

    /// The gap or the overlap on an axis, in words.
    pub(crate) fn caption(&self, axis: usize) -> String {
        let length = number(self.distance_on(axis).abs());
        match self.relation_on(axis) {
            Relation::Separated => format!("gap {length}"),
            Relation::Touching => "touching".to_owned(),
            Relation::Overlapping => format!("overlap {length}"),
        }
    }

    /// The verdict: a headline and what follows from it.
    pub(crate) fn verdict(&self) -> [String; 2] {
        let (axis, length) = (self.deciding + 1, number(self.distance.abs()));
        let count = self.axes.len();
        match self.relation_on(self.deciding) {
            Relation::Separated => [
                format!("Separated: axis {axis} shows a gap of {length}"),
                "One axis on which the shadows do not meet is enough.".to_owned(),
            ],
            Relation::Touching => [
                format!("Touching: the shadows just meet on axis {axis}"),
                format!("None of the {count} axes shows a gap. Touching counts as contact."),
            ],
            Relation::Overlapping => {
                let [x, y] = self.way_out().map(number);
                [
                    format!("Overlapping: least overlap {length} along axis {axis}"),
                    format!(
                        "None of the {count} axes shows a gap. Moving B by ({x}, {y}) separates \
                         them."
                    ),
                ]
            }
        }
    }
}

/// A number with two decimal places, or with an exponent where these say little.
fn number(x: f64) -> String {
    if x != 0.0 && !(5e-3..1e6).contains(&x.abs()) { format!("{x:.1e}") } else { format!("{x:.2}") }
}

const WIDTH: f64 = 2000.0;
const MARGIN: f64 = 40.0;
const BLUE: RGBColor = RGBColor(0x21, 0x66, 0xac);
const ORANGE: RGBColor = RGBColor(0xd9, 0x7a, 0x06);
const GAP: RGBColor = RGBColor(0x7c, 0xc8, 0x90);
const OVERLAP: RGBColor = RGBColor(0xd6, 0x3a, 0x2f);

type Sheet<'a> = DrawingArea<SVGBackend<'a>, Shift>;
type Drawn = Result<(), Box<dyn Error>>;

/// From the plane, turned so that a direction points to the right, to pixels.
#[derive(Clone, Copy)]
struct View {
    direction: Point,
    scale: f64,
    /// Where the zero of the turned plane is, in pixels.
    zero: Point,
}

impl View {
    fn at(&self, point: Point) -> (i32, i32) {
        let [x, y] = self.direction;
        let [along, across] = [dot(point, [x, y]), dot(point, [-y, x])];
        let [left, up] = [self.zero[0] + self.scale * along, self.zero[1] - self.scale * across];
        (left.round() as i32, up.round() as i32)
    }
}

fn write(sheet: &Sheet<'_>, text: &str, size: f64, at: Point, anchor: HPos) -> Drawn {
    // Sizes of letters are not those of lines in this library.
    let style = TextStyle::from(("sans-serif", 1.24 * size)).pos(Pos::new(anchor, VPos::Center));
    Ok(sheet.draw(&Text::new(text.to_owned(), (at[0] as i32, at[1] as i32), style))?)
}

/// A closed line, of dashes where B is meant, so that nothing is told by color alone.
fn polygon(sheet: &Sheet<'_>, points: &[(i32, i32)], color: RGBColor, is_b: bool) -> Drawn {
    sheet.draw(&Polygon::new(points.to_vec(), color.mix(0.25)))?;
    let around: Vec<_> = points.iter().chain(points.first()).copied().collect();
    let line = color.stroke_width(4);
    match is_b {
        true => sheet.draw(&DashedPathElement::new(around, 14, 6, line))?,
        false => sheet.draw(&PathElement::new(around, line))?,
    }
    Ok(())
}

/// The shapes on an axis that lies flat, their shadows below, and what these have to say.
fn panel(
    sheet: &Sheet<'_>,
    of: &Explanation,
    index: usize,
    left: f64,
    top: f64,
    width: f64,
    (scale, high): (f64, f64),
) -> Drawn {
    let axis = &of.axes[index];
    let is_deciding = index == of.deciding;
    let frame = |x: f64, y: f64| (x as i32, y as i32);
    let (right, bottom, line) = (left + width, top + high + 320.0, if is_deciding { 6 } else { 2 });
    let corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)];
    let around = corners.map(|(x, y)| frame(x, y));
    sheet.draw(&PathElement::new(around, BLACK.stroke_width(line)))?;
    let owner = ["B", "A", "A and B"]
        [usize::from(axis.is_normal_of[0]) * (1 + usize::from(axis.is_normal_of[1]))];
    let middle = left + 0.5 * width;
    write(
        sheet,
        &format!("axis {}, normal of {owner}", index + 1),
        28.0,
        [middle, top + 34.0],
        HPos::Center,
    )?;

    let [a, b] = axis.shadows;
    let [x, y] = axis.direction;
    let low = of.outlines.iter().map(|o| o.shadow([-y, x])[0]).fold(f64::INFINITY, f64::min);
    let floor = top + high + 80.0;
    let zero = [middle - 0.5 * scale * (a[0].min(b[0]) + a[1].max(b[1])), floor + scale * low];
    let view = View { direction: axis.direction, scale, zero };
    let bar = |[low, high]: [f64; 2], from: f64, to: f64| {
        let across = |at: f64| zero[0] + scale * at;
        [frame(across(low), floor + from), frame(across(high), floor + to)]
    };
    for (is_b, (outline, color)) in of.outlines.iter().zip([BLUE, ORANGE]).enumerate() {
        let points: Vec<_> = outline.vertices.iter().map(|vertex| view.at(*vertex)).collect();
        polygon(sheet, &points, color, is_b == 1)?;
        // Down from the outermost vertices to the ends of the shadow.
        let ends = [points.iter().min(), points.iter().max()];
        for end in ends.into_iter().flatten() {
            let line = [*end, (end.0, floor as i32 + 50 + 40 * is_b as i32)];
            sheet.draw(&PathElement::new(line, color.mix(0.5).stroke_width(2)))?;
        }
        let shadow = bar(axis.shadows[is_b], 50.0 + 40.0 * is_b as f64, 84.0 + 40.0 * is_b as f64);
        sheet.draw(&Rectangle::new(shadow, color.filled()))?;
        let letter = [left + 22.0, floor + 67.0 + 40.0 * is_b as f64];
        write(sheet, ["A", "B"][is_b], 28.0, letter, HPos::Center)?;
    }
    let (color, between) = if a[1] < b[0] { (GAP, [a[1], b[0]]) } else { (OVERLAP, [b[0], a[1]]) };
    sheet.draw(&Rectangle::new(bar(between, 134.0, 150.0), color.filled()))?;
    for end in between {
        let mark = bar([end, end], 44.0, 156.0);
        sheet.draw(&PathElement::new(mark, BLACK.stroke_width(2)))?;
    }
    let relation = of.relation_on(index);
    let caption = of.caption(index)
        + match (is_deciding, relation) {
            (true, Relation::Overlapping) => ": the least",
            (true, _) => ": decides",
            _ => "",
        };
    write(sheet, &caption, 32.0, [middle, floor + 182.0], HPos::Center)?;
    let holds = |a: [f64; 2], b: [f64; 2]| a[0] <= b[0] && b[1] <= a[1];
    let note = match relation {
        Relation::Overlapping if holds(a, b) => "B's shadow lies in A's",
        Relation::Overlapping if holds(b, a) => "A's shadow lies in B's",
        _ => return Ok(()),
    };
    write(sheet, note, 26.0, [middle, floor + 218.0], HPos::Center)
}

/// The shapes as they lie, and the shortest way out or a line between them.
fn scene(sheet: &Sheet<'_>, of: &Explanation, top: f64, size: Point) -> Drawn {
    let [a, b] = &of.outlines;
    let way = of.way_out();
    let moved: Vec<Point> = b.vertices.iter().map(|[x, y]| [x + way[0], y + way[1]]).collect();
    let is_apart = of.relation_on(of.deciding) != Relation::Overlapping;
    let all: Vec<Point> =
        [&a.vertices[..], &b.vertices, if is_apart { &[] } else { &moved }].concat();
    let ends = [0, 1].map(|k| {
        let places = all.iter().map(|point| point[k]);
        places.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], x| [low.min(x), high.max(x)])
    });
    let scale = |k: usize| size[k] / (ends[k][1] - ends[k][0]);
    let scale = scale(0).min(scale(1));
    let scale = if scale.is_finite() { scale } else { 1.0 };
    let zero = [
        MARGIN + 0.5 * size[0] - 0.5 * scale * (ends[0][0] + ends[0][1]),
        top + 0.5 * size[1] + 0.5 * scale * (ends[1][0] + ends[1][1]),
    ];
    let view = View { direction: [1.0, 0.0], scale, zero };
    let points = |vertices: &[Point]| vertices.iter().map(|at| view.at(*at)).collect::<Vec<_>>();
    polygon(sheet, &points(&a.vertices), BLUE, false)?;
    polygon(sheet, &points(&b.vertices), ORANGE, true)?;
    if is_apart {
        // At a right angle to the axis that decides, in the middle of the gap.
        let axis = &of.axes[of.deciding];
        let ([x, y], at) = (axis.direction, 0.5 * (axis.shadows[0][1] + axis.shadows[1][0]));
        let sides = of.outlines.each_ref().map(|outline| outline.shadow([-y, x]));
        let [low, high] = [sides[0][0].min(sides[1][0]), sides[0][1].max(sides[1][1])];
        let end = |across: f64| view.at([at * x - across * y, at * y + across * x]);
        sheet.draw(&DashedPathElement::new(
            [end(low), end(high)],
            24,
            10,
            BLACK.stroke_width(4),
        ))?;
        return Ok(());
    }
    let around = points(&moved).into_iter().chain([view.at(moved[0])]);
    sheet.draw(&DashedPathElement::new(around, 4, 8, ORANGE.stroke_width(4)))?;
    let middle = |points: &[Point]| {
        [0, 1].map(|k| points.iter().map(|point| point[k]).sum::<f64>() / points.len() as f64)
    };
    let [from, to] = [middle(&b.vertices), middle(&moved)].map(|point| view.at(point));
    sheet.draw(&PathElement::new([from, to], BLACK.stroke_width(6)))?;
    let (dx, dy) = (f64::from(to.0 - from.0), f64::from(to.1 - from.1));
    let [dx, dy] = [dx, dy].map(|x| 28.0 * x / dx.hypot(dy).max(1.0));
    let wing = |side: f64| {
        ((f64::from(to.0) - dx - side * dy) as i32, (f64::from(to.1) - dy + side * dx) as i32)
    };
    Ok(sheet.draw(&Polygon::new([to, wing(0.4), wing(-0.4)], BLACK.filled()))?)
}

/// Draws the test of a pair of shapes as SVG.
pub(crate) fn figure(of: &Explanation) -> Result<String, Box<dyn Error>> {
    let count = of.axes.len();
    let rows = count.div_ceil(4);
    let columns = count.div_ceil(rows);
    let width = (WIDTH - 2.0 * MARGIN + 24.0) / columns as f64 - 24.0;
    // One scale in all panels, so that lengths can be compared.
    let extent = |[x, y]: Point| {
        let [a, b] = of.outlines.each_ref().map(|outline| outline.shadow([x, y]));
        a[1].max(b[1]) - a[0].min(b[0])
    };
    let across = |axis: &Axis| extent([-axis.direction[1], axis.direction[0]]);
    let fits = |axis: &Axis| ((width - 120.0) / extent(axis.direction)).min(300.0 / across(axis));
    let scale = of.axes.iter().map(fits).fold(f64::INFINITY, f64::min);
    let scale = if scale.is_finite() { scale } else { 1.0 };
    let high = of.axes.iter().map(|axis| scale * across(axis)).fold(0.0, f64::max);
    let (top, tall) = (210.0, 640.0);
    let panels = top + tall + MARGIN;
    let height = panels + rows as f64 * (high + 344.0) + MARGIN - 24.0;

    let mut svg = String::new();
    let sheet =
        SVGBackend::with_string(&mut svg, (WIDTH as u32, height as u32)).into_drawing_area();
    sheet.fill(&WHITE)?;
    let [headline, rest] = of.verdict();
    write(&sheet, &headline, 46.0, [MARGIN, 52.0], HPos::Left)?;
    write(&sheet, &rest, 34.0, [MARGIN, 108.0], HPos::Left)?;
    let keys =
        "A: blue, solid.  B: orange, dashed.  Red: overlap, how far B must move.  Green: gap.";
    write(&sheet, keys, 28.0, [MARGIN, 158.0], HPos::Left)?;
    scene(&sheet, of, top, [WIDTH - 2.0 * MARGIN, tall])?;
    for index in 0..count {
        let (row, column) = ((index / columns) as f64, (index % columns) as f64);
        let (left, top) = (MARGIN + column * (width + 24.0), panels + row * (high + 344.0));
        panel(&sheet, of, index, left, top, width, (scale, high))?;
    }
    sheet.present()?;
    drop(sheet);
    Ok(svg)
}

/// The separating axis test of two convex shapes in the plane.
#[derive(Parser)]
struct Args {
    /// A box "x,y,hx,hy,degrees", or a convex polygon "x,y x,y x,y"; goes with --b
    #[arg(long, allow_hyphen_values = true, requires = "b", conflicts_with = "example")]
    a: Option<String>,
    #[arg(long, allow_hyphen_values = true, requires = "a")]
    b: Option<String>,
    /// Shapes by name: separated, touching, contained or overlapping
    #[arg(long, default_value = "overlapping")]
    example: String,
    /// The .svg file to write
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> Drawn {
    let Args { a, b, example, out } = Args::parse();
    let named = EXAMPLES.iter().find(|(name, _)| *name == example);
    let [a, b] = match (&a, &b, named) {
        (Some(a), Some(b), _) => [&a[..], &b[..]],
        (_, _, Some((_, shapes))) => *shapes,
        _ => return Err(format!("unknown example {example:?}").into()),
    };
    let explanation = Explanation::new(&parse(a)?, &parse(b)?)?;
    for (index, axis) in explanation.axes.iter().enumerate() {
        let [[a0, a1], [b0, b1]] = axis.shadows;
        let caption = explanation.caption(index);
        println!("axis {}: A {a0:.2} to {a1:.2}, B {b0:.2} to {b1:.2}: {caption}", index + 1);
    }
    println!("{}", explanation.verdict().join(". "));
    if let Some(path) = out {
        fs::write(path, figure(&explanation)?)?;
    }
    Ok(())
}
