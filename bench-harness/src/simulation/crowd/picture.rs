//! A picture of a crowd, from above.

use super::{Crowd, CrowdReport, Film, hall::Hall};
use crate::{
    number::{counted, decimal, thousands},
    render::{Form, Format, Look, Mark, Sheet},
    runner::Error,
    simulation::picture::{self, Scale, filled},
};

/// Pixels of the hall along x, and free around it.
const WIDTH: f64 = 944.0;
const MARGIN: f64 = 8.0;

const WALL: [u8; 3] = [0x33, 0x38, 0x40];

/// What colors stand for.
pub(super) const SPEED: Scale = Scale { ends: [0.0, 2.0], label: "m/s" };

/// Draws a crowd at the end of a run; as a page, the film of it.
///
/// # Errors
/// When a picture of this size cannot be made.
pub fn draw(
    report: &CrowdReport,
    crowd: &Crowd,
    film: &Film,
    format: Format,
) -> Result<Vec<u8>, Error> {
    picture::file(format, || sheet(report, crowd), || Ok(film.page(report, &crowd.hall)))
}

/// What is said of a run.
pub(super) fn lines(report: &CrowdReport) -> Vec<String> {
    let people = thousands(report.people.into());
    let (rooms, seconds) = (counted(report.rooms as u64, "room"), decimal(report.seconds, 0));
    let mut lines = vec![format!(
        "{people} people leave {rooms} by doors of {} m: after {seconds} s {} have passed",
        report.door,
        thousands(report.passed)
    )];
    if let Some(flow) = report.flow {
        lines.push(format!("{} persons per meter of door and second", decimal(flow, 2)));
    }
    lines
}

fn sheet(report: &CrowdReport, crowd: &Crowd) -> Sheet {
    let view = View::new(&crowd.hall);
    let mut sheet = Sheet { size: view.size, marks: Vec::new(), texts: Vec::new() };
    let mut people: Vec<_> = crowd.people.iter().map(|p| (SPEED.shade(p.speed()), p)).collect();
    people.sort_by_key(|(shade, _)| *shade);
    for (shade, person) in people {
        let form = Form::Circle(view.at(person.position), view.scale * person.radius);
        sheet.marks.push(Mark { form, look: filled(Scale::color(shade)) });
    }
    for wall in walls(&crowd.hall) {
        wall_marks(&view, &wall, &mut sheet.marks);
    }
    picture::add_legend(&mut sheet, &lines(report), &SPEED);
    sheet
}

/// A wall: its ends and half its thickness, in meters.
pub(super) struct Wall {
    pub(super) ends: [[f64; 2]; 2],
    pub(super) radius: f64,
}

/// The walls as they are drawn.
pub(super) fn walls(hall: &Hall) -> impl Iterator<Item = Wall> {
    hall.walls().into_iter().map(|capsule| {
        let end = |sign: f32| {
            std::array::from_fn(|k| f64::from(capsule.center[k] + sign * capsule.axis[k]))
        };
        Wall { ends: [end(-1.0), end(1.0)], radius: capsule.radius.into() }
    })
}

/// A line with round ends.
fn wall_marks(view: &View, wall: &Wall, marks: &mut Vec<Mark>) {
    let ends = wall.ends.map(|end| view.at(end));
    let radius = view.scale * wall.radius;
    let stroke = Some([WALL[0], WALL[1], WALL[2], 0xff]);
    let look = Look { fill: None, stroke, width: 2.0 * radius, dashes: None };
    marks.push(Mark { form: Form::Lines(vec![ends]), look });
    let caps = ends.map(|end| Mark { form: Form::Circle(end, radius), look: filled(WALL) });
    marks.extend(caps);
}

/// From meters to pixels, y up.
struct View {
    scale: f64,
    size: [f64; 2],
}

impl View {
    fn new(hall: &Hall) -> Self {
        let [x, y] = hall.extent();
        let scale = WIDTH / x.end;
        Self { scale, size: [WIDTH + 2.0 * MARGIN, scale * y.end + 2.0 * MARGIN] }
    }

    fn at(&self, [x, y]: [f64; 2]) -> [f64; 2] {
        [MARGIN + self.scale * x, self.size[1] - MARGIN - self.scale * y]
    }
}
