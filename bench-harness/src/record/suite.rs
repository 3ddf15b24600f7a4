//! What a record is made of.

/// A part of a record, with a file of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its name, and that of its file.
    pub name: &'static str,
    /// Commands, of which each stands for as many as there are alternatives in braces. N is the
    /// number of shapes, F a fifth of that, T all threads.
    commands: &'static [&'static str],
}

/// All sections.
pub const SECTIONS: [Section; 5] = [
    Section {
        name: "broad-phases",
        commands: &[
            "million --scene {uniform clustered slab crowd} --shapes N --broad-phase {sap bvh} \
             --threads T",
            "million --scene {uniform clustered slab crowd} --shapes N --broad-phase sap \
             --threads 1",
        ],
    },
    Section {
        name: "steps",
        commands: &[
            "world --shapes N --threads T --scene {crowd uniform}",
            "world --shapes N --threads T --scene uniform --balls",
            "world --shapes N --threads T --scene crowd --moving 0.1 --at-rest asleep",
        ],
    },
    Section {
        name: "scaling",
        commands: &["million --scaling --frames 9 --shapes N --threads T --scene {uniform crowd}"],
    },
    Section {
        name: "narrow",
        commands: &[
            "narrow --pair {circle sphere aabb2 aabb3 obb2 obb3 capsule2 capsule3 polygon2 \
             triangle3 circle-obb2 sphere-obb3} --mode {overlap manifold} --threads 1 --pairs N",
        ],
    },
    Section {
        name: "peers",
        // Some take minutes on some scenes: they are stopped. Trees that are kept are there for
        // fewer shapes.
        commands: &[
            "peers --task pairs --scene uniform,clustered,slab,crowd --shapes N --threads 1,T \
             --rounds 2 --runs 2 --limit 30",
            "peers --task drift --scene uniform,crowd --shapes F --threads 1,T --rounds 2 --runs 2 \
             --limit 30",
        ],
    },
];

impl Section {
    /// The commands whose figures belong to it, with so many shapes and threads.
    #[must_use]
    pub fn commands(&self, shapes: u32, threads: usize) -> Vec<String> {
        let fill = |word: &str| match word {
            "N" => shapes.to_string(),
            "F" => shapes.div_ceil(5).to_string(),
            "T" => threads.to_string(),
            "1,T" if threads > 1 => format!("1,{threads}"),
            "1,T" => "1".to_owned(),
            word => word.to_owned(),
        };
        let mut all: Vec<String> = Vec::new();
        for command in self.commands.iter().flat_map(|command| alternatives(command)) {
            let command = command.split(' ').map(fill).collect::<Vec<_>>().join(" ");
            // On a machine with one thread some are the same.
            if !all.contains(&command) {
                all.push(command);
            }
        }
        all
    }
}

/// A command with each combination of what stands in braces.
fn alternatives(command: &str) -> Vec<String> {
    let braces = command.split_once('{').and_then(|(before, rest)| {
        let (inside, after) = rest.split_once('}')?;
        Some((before, inside, after))
    });
    let Some((before, inside, after)) = braces else { return vec![command.to_owned()] };
    let of = |word: &str| alternatives(&format!("{before}{word}{after}"));
    inside.split(' ').flat_map(of).collect()
}
