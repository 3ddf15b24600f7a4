//! What a record is made of.

use super::RecordError;

/// A part of a record, with a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Section {
    /// Broad phases, by stage.
    BroadPhases,
    /// Whole steps, by stage.
    Steps,
    /// Shapes and threads.
    Scaling,
    /// Pairs of all kinds.
    Narrow,
    /// Other libraries.
    Peers,
}

/// All sections.
pub const SECTIONS: [Section; 5] =
    [Section::BroadPhases, Section::Steps, Section::Scaling, Section::Narrow, Section::Peers];

/// Scenes that are told apart by how dense they are, and how evenly.
const SCENES: [&str; 4] = ["uniform", "clustered", "slab", "crowd"];

/// Kinds that are looked at together.
const KINDS: [&str; 12] = [
    "circle",
    "sphere",
    "aabb2",
    "aabb3",
    "obb2",
    "obb3",
    "capsule2",
    "capsule3",
    "polygon2",
    "triangle3",
    "circle-obb2",
    "sphere-obb3",
];

impl Section {
    /// The section of this name.
    ///
    /// # Errors
    /// [`RecordError::Section`].
    pub fn by_name(name: &str) -> Result<Self, RecordError> {
        let found = SECTIONS.into_iter().find(|section| section.name() == name);
        found.ok_or_else(|| RecordError::Section { name: name.to_owned() })
    }

    /// Its name, and that of its file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BroadPhases => "broad-phases",
            Self::Steps => "steps",
            Self::Scaling => "scaling",
            Self::Narrow => "narrow",
            Self::Peers => "peers",
        }
    }

    /// The commands whose figures belong to it, with so many shapes and threads.
    #[must_use]
    pub fn commands(self, shapes: u32, threads: usize) -> Vec<String> {
        match self {
            Self::BroadPhases => {
                let of = |scene: &str, phase: &str, threads| {
                    format!(
                        "million --scene {scene} --shapes {shapes} --broad-phase {phase} --threads {threads}"
                    )
                };
                let some = |scene: &&str| ["sap", "bvh"].map(|phase| of(scene, phase, threads));
                let alone = SCENES.iter().filter(|_| threads > 1).map(|scene| of(scene, "sap", 1));
                SCENES.iter().flat_map(some).chain(alone).collect()
            }
            Self::Steps => {
                ["crowd", "uniform --balls", "uniform", "crowd --moving 0.1 --at-rest asleep"]
                    .map(|what| {
                        format!("world --shapes {shapes} --threads {threads} --scene {what}")
                    })
                    .to_vec()
            }
            Self::Scaling => ["uniform", "crowd"]
                .map(|scene| {
                    format!("scaling --shapes {shapes} --threads {threads} --scene {scene}")
                })
                .to_vec(),
            Self::Narrow => {
                let of = |(pair, mode)| {
                    format!("narrow --pair {pair} --mode {mode} --threads 1 --pairs {shapes}")
                };
                let modes = ["overlap", "manifold"];
                KINDS.iter().flat_map(|pair| modes.map(|mode| (pair, mode))).map(of).collect()
            }
            Self::Peers => {
                let all = if threads > 1 { format!("1,{threads}") } else { "1".to_owned() };
                let scenes = SCENES.join(",");
                // Some take minutes on some scenes: they are stopped.
                let turns = "--rounds 2 --runs 2 --limit 30";
                let with = |task: &str, scenes: &str, shapes: u32| {
                    let what = format!("--task {task} --scene {scenes} --shapes {shapes}");
                    format!("peers {what} --threads {all} {turns}")
                };
                // Trees that are kept are there for fewer shapes.
                vec![
                    with("pairs", &scenes, shapes),
                    with("moved", "uniform,crowd", shapes.div_ceil(5)),
                ]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene;

    #[test]
    fn sections_have_names() {
        for section in SECTIONS {
            assert_eq!(Section::by_name(section.name()).unwrap(), section);
        }
        let error = Section::by_name("weather").unwrap_err().to_string();
        assert!(error.contains("weather") && error.contains("narrow"), "{error}");
    }

    #[test]
    fn one_thread_is_not_asked_twice() {
        for section in SECTIONS {
            let mut commands = section.commands(1000, 1);
            let all = commands.len();
            commands.sort();
            commands.dedup();
            assert_eq!(commands.len(), all, "{section:?}");
        }
        assert!(Section::Peers.commands(1000, 1)[0].contains("--threads 1 "));
        assert!(Section::Peers.commands(1000, 4)[0].contains("--threads 1,4 "));
        assert!(SCENES.iter().all(|name| scene::by_name(name).is_ok()));
    }
}
