//! A picture of a bed of grains, with a corner cut out to show what is inside.

use super::{Bed, GranularReport, material::RADIUS, measure, pour};
use crate::{
    number::{counted, decimal, thousands},
    render::{self, Extent, Form, Format, Mark, Model, Sheet, View},
    runner::Error,
    simulation::picture::{self, Scale, filled},
};

/// What colors stand for.
const CONTACTS: Scale = Scale { ends: [0.0, 8.0], label: "contacts of a grain" };

/// Discs by which a ball is shaded: radius, how far to the upper left in radii, and brightness,
/// which is white above 1.
const SHADING: [[f64; 3]; 3] = [[1.0, 0.0, 0.55], [0.84, 0.14, 1.0], [0.3, 0.38, 1.35]];

/// Diameters below a surface within which grains may be seen.
const SKIN: f64 = 2.5;

/// Draws a bed; as a page, all grains of it.
///
/// # Errors
/// When a picture of this size cannot be made.
pub fn draw(report: &GranularReport, bed: &Bed, format: Format) -> Result<Vec<u8>, Error> {
    picture::file(format, || sheet(report, bed), || page(report, bed))
}

fn page(report: &GranularReport, bed: &Bed) -> Result<Vec<u8>, Error> {
    let name = format!("{}, friction {}", counted(report.grains as u64, "grain"), report.friction);
    let grains = bed.grains.iter().zip(bed.contacts_of_grains());
    let balls =
        grains.map(|(grain, touching)| (grain.position.map(|x| x as f32), RADIUS as f32, touching));
    let mut model = Model::of_balls(name, report.course.broad_phase, report.contacts as u64, balls);
    render::draw(&mut model, Format::Html).map(|picture| picture.bytes)
}

fn sheet(report: &GranularReport, bed: &Bed) -> Sheet {
    let side = pour::side(bed.grains.len() as u32);
    let top = measure::surface(bed);
    let extent = Extent { min: [0.0; 3], max: [side, side, top + SKIN], is_cut: false };
    let view = View::new(3, &extent);
    let mut sheet = Sheet { size: view.size(), marks: Vec::new(), texts: Vec::new() };
    let grains = bed.grains.iter().zip(bed.contacts_of_grains());
    let seen = grains.filter(|(grain, _)| is_seen(grain.position, side, top));
    let mut seen: Vec<_> = seen.map(|(grain, touching)| (grain.position, touching)).collect();
    seen.sort_by(|(a, _), (b, _)| view.nearness(*a).total_cmp(&view.nearness(*b)));
    for (position, touching) in seen {
        let color = Scale::color(CONTACTS.shade(touching.into()));
        sheet.marks.extend(ball(&view, position, color));
    }
    picture::add_legend(&mut sheet, &lines(report), &CONTACTS);
    sheet
}

/// Whether a grain is there after the corner nearest to the eye was cut out, and not behind many
/// others.
fn is_seen([x, y, z]: [f64; 3], side: f64, top: f64) -> bool {
    let middle = 0.5 * side;
    // Depths below the faces that look to the eye: those of the box, and of what was cut out.
    let cut = (middle - x).max(y - middle);
    let skin = (side - x).min(y).min(top - z).min(cut);
    cut > 0.0 && skin < SKIN
}

/// A ball with light from the upper left.
fn ball(view: &View, position: [f64; 3], color: [u8; 3]) -> [Mark; 3] {
    let [x, y] = view.at(position);
    let radius = view.scale * RADIUS;
    SHADING.map(|[part, aside, brightness]| {
        let lit = color.map(|c| {
            let c = f64::from(c);
            let white = (brightness - 1.0).max(0.0);
            (c * brightness.min(1.0) + white * (255.0 - c)).round() as u8
        });
        let center = [x - aside * radius, y - aside * radius];
        Mark { form: Form::Circle(center, part * radius), look: filled(lit) }
    })
}

fn lines(report: &GranularReport) -> Vec<String> {
    let figure = |figure: Option<f64>, places| {
        figure.map_or_else(|| "-".to_owned(), |figure| decimal(figure, places))
    };
    vec![
        format!(
            "{} after {} steps, friction {}; the front corner is cut out",
            counted(report.grains as u64, "grain"),
            thousands(report.steps.into()),
            report.friction
        ),
        format!(
            "packing fraction {}, {} contacts of a grain that is held, {} % rattlers",
            figure(report.packing, 3),
            figure(report.coordination, 2),
            figure(report.rattlers.map(|share| 100.0 * share), 0)
        ),
    ]
}
