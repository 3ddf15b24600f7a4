//! The command `list`.

use jostle::SimdLevel;
use serde::Serialize;

use super::{
    failure::Failure,
    stdout,
    text::{Align, Table},
};
use crate::{
    input::recorded::FOLDER_VARIABLE,
    narrow::{self, Mode},
    runner::{VERSION, broad_phases},
    scene::{self, SceneKind},
};

#[derive(Clone, Debug, clap::Args)]
pub(super) struct Args {
    /// Print one JSON object instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Serialize)]
struct Listing {
    scenes: Vec<SceneEntry>,
    broad_phases: Vec<BroadPhaseEntry>,
    pairs: Vec<PairEntry>,
    modes: Vec<ModeEntry>,
    levels: Vec<LevelEntry>,
    version: &'static str,
}

#[derive(Debug, Serialize)]
struct SceneEntry {
    name: &'static str,
    dim: usize,
    summary: &'static str,
    /// The file that it is made from, if there is one.
    recording: Option<&'static str>,
    /// Whether it can be made here.
    available: bool,
}

#[derive(Debug, Serialize)]
struct BroadPhaseEntry {
    name: &'static str,
    summary: &'static str,
}

#[derive(Debug, Serialize)]
struct PairEntry {
    name: &'static str,
    dim: usize,
    summary: &'static str,
}

#[derive(Debug, Serialize)]
struct ModeEntry {
    name: &'static str,
    summary: &'static str,
}

#[derive(Debug, Serialize)]
struct LevelEntry {
    name: &'static str,
    available: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let listing = Listing::new();
    stdout::print(args.json, "list", &listing, || listing.text())
}

impl SceneEntry {
    fn new(kind: &SceneKind) -> Self {
        Self {
            name: kind.name,
            dim: kind.dim(),
            summary: kind.summary,
            recording: kind.recording(),
            available: kind.check_recording().is_ok(),
        }
    }

    fn text(&self) -> String {
        match self.recording {
            Some(file) if !self.available => {
                format!("{} ({file} is absent: set {FOLDER_VARIABLE})", self.summary)
            }
            _ => self.summary.to_owned(),
        }
    }
}

impl Listing {
    fn new() -> Self {
        let scenes = scene::all().iter();
        let phases = broad_phases::all().iter();
        let level = |name| LevelEntry { name, available: SimdLevel::by_name(name).is_ok() };
        Self {
            scenes: scenes.map(SceneEntry::new).collect(),
            broad_phases: phases
                .map(|kind| BroadPhaseEntry { name: kind.name, summary: kind.summary })
                .collect(),
            pairs: narrow::all()
                .iter()
                .map(|kind| PairEntry { name: kind.name, dim: kind.dim(), summary: kind.summary })
                .collect(),
            modes: Mode::ALL
                .map(|mode| ModeEntry { name: mode.name(), summary: mode.summary() })
                .into(),
            levels: SimdLevel::NAMES.map(level).into(),
            version: VERSION,
        }
    }

    fn text(&self) -> String {
        let mut scenes = Table::new(&[Align::Left, Align::Left, Align::Left]);
        for scene in &self.scenes {
            scenes.row([scene.name, &format!("{}D", scene.dim), &scene.text()]);
        }
        let mut phases = Table::new(&[Align::Left, Align::Left]);
        for BroadPhaseEntry { name, summary } in &self.broad_phases {
            phases.row([*name, *summary]);
        }
        let mut pairs = Table::new(&[Align::Left, Align::Left, Align::Left]);
        for PairEntry { name, dim, summary } in &self.pairs {
            pairs.row([*name, &format!("{dim}D"), summary]);
        }
        let mut modes = Table::new(&[Align::Left, Align::Left]);
        for ModeEntry { name, summary } in &self.modes {
            modes.row([*name, *summary]);
        }
        let mut levels = Table::new(&[Align::Left, Align::Left]);
        for LevelEntry { name, available } in &self.levels {
            levels.row([*name, if *available { "available" } else { "not on this processor" }]);
        }
        let [scenes, phases] = [scenes.text(), phases.text()];
        let [pairs, modes, levels] = [pairs.text(), modes.text(), levels.text()];
        format!(
            "Scenes\n{scenes}\nBroad phases\n{phases}\nPairs of shapes\n{pairs}\n\
             What to ask about pairs\n{modes}\nSIMD levels\n{levels}"
        )
    }
}
