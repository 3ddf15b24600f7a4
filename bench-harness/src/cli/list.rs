//! The option `--list`: everything that has a name.

use clap::ValueEnum;
use jostle::SimdLevel;

use super::{failure::Failure, stdout::Output};
use crate::{
    narrow::{self, Mode},
    recorded::FOLDER_VARIABLE,
    runner::{Row, VERSION, broad_phases},
    scene::{self, SceneKind},
};

pub(super) fn print(output: Output) -> Result<(), Failure> {
    let entry =
        |name: &str, summary: &str| Row::default().with("name", name).with("summary", summary);
    let scenes = scene::all().iter().map(of_scene);
    let phases = broad_phases::all().iter().map(|kind| entry(kind.name, kind.summary));
    let pairs =
        narrow::all().iter().map(|kind| entry(kind.name, kind.summary).with("dim", kind.dim()));
    let modes = Mode::value_variants().iter().filter_map(ValueEnum::to_possible_value);
    let modes = modes.map(|mode| {
        let help = mode.get_help().map(ToString::to_string);
        entry(mode.get_name(), &help.unwrap_or_default())
    });
    let levels = SimdLevel::NAMES.map(|name| {
        Row::default().with("name", name).with("available", SimdLevel::by_name(name).is_ok())
    });
    let row = Row::new("list").with("scenes", scenes.collect::<Vec<_>>());
    let row = row.with("broad_phases", phases.collect::<Vec<_>>());
    let row = row.with("pairs", pairs.collect::<Vec<_>>()).with("modes", modes.collect::<Vec<_>>());
    output.print(&row.with("levels", levels).with("version", VERSION), &["recording"])
}

/// A scene, with the file that it is made from, and whether it can be made here.
fn of_scene(kind: &SceneKind) -> Row {
    let (file, available) = (kind.recording(), kind.check_recording().is_ok());
    let summary = match file {
        Some(file) if !available => {
            format!("{} ({file} is absent: set {FOLDER_VARIABLE})", kind.summary)
        }
        _ => kind.summary.to_owned(),
    };
    let row = Row::default().with("name", kind.name).with("dim", kind.dim());
    row.with("available", available).with("recording", file).with("summary", summary)
}
