//! Small parts: what a wrong broad phase is told, names, machines, records, figures.

use std::{env, fs};

use jostle::{
    BroadPhase, Error, Join, Pair, Pairs, SimdLevel,
    broad::{BruteForce, Output, RunStats},
    validate::InvalidShape,
};
use jostle_bench::{
    figures,
    host::Host,
    names::find,
    narrow,
    record::SECTIONS,
    runner::{
        Silent,
        broad_phases::{self, BroadPhaseKind, Makes},
    },
    scene,
    verify::Verify,
};

/// Brute force that loses a pair where it streams or counts, and whose list somebody spoils.
struct Spoilt(BruteForce<3>, fn(&mut Pairs));

impl BroadPhase<3> for Spoilt {
    fn name(&self) -> &'static str {
        "spoilt"
    }

    fn run(&mut self, join: &Join<'_, 3>, output: Output<'_>) -> Result<RunStats, Error> {
        let mut all = Pairs::new();
        let mut stats = self.0.pairs(join, &mut all)?;
        match output {
            Output::Collect(pairs) => {
                self.0.pairs(join, pairs)?;
                (self.1)(pairs);
                return Ok(stats);
            }
            Output::Stream(callback) => drop(callback(&all[1..])),
            Output::Count => {}
        }
        stats.pairs -= 1;
        Ok(stats)
    }

    fn invalid(&self) -> &[InvalidShape] {
        &[]
    }

    fn memory_bytes(&self) -> usize {
        0
    }
}

macro_rules! spoilt {
    ($spoil:expr) => {
        BroadPhaseKind {
            name: "spoilt",
            summary: "",
            two: |_| unreachable!("the scene is in space"),
            three: |level| Box::new(Spoilt(BruteForce::new().with_level(level), $spoil)),
        }
    };
}

static RIGHT: BroadPhaseKind = spoilt!(|_| {});
static LOSES: BroadPhaseKind = spoilt!(|list| list.truncate(1));
static REPEATS: BroadPhaseKind = spoilt!(|list| list.as_mut_slice()[1] = list[0]);
static INVENTS: BroadPhaseKind = spoilt!(|list| list.as_mut_slice()[0] = Pair { a: 0, b: 0 });

/// What is said about it on a chain of three boxes, at the portable level.
fn faults_of(kind: &'static BroadPhaseKind) -> Vec<String> {
    let scenes = vec![scene::by_name("chain").expect("there is one")];
    let verify = Verify { scenes, broad_phases: vec![kind], shapes: 3, seed: 1, threads: 1 };
    let rows = verify.run(&Silent).expect("three boxes are no trouble");
    let faults = rows[0].get("faults").as_array().expect("they are a list");
    assert_eq!(rows[0].get("ok"), faults.is_empty());
    let faults = faults.iter().filter_map(|fault| fault.as_str()?.strip_prefix("portable: "));
    faults.map(str::to_owned).collect()
}

#[test]
fn every_wrong_output_is_a_fault() {
    assert_eq!(faults_of(&broad_phases::all()[0]), [""; 0]);
    let faults = faults_of(&RIGHT);
    assert_eq!(faults.len(), 3, "{faults:?}");
    assert_eq!(faults[1], "streamed 1 pairs; the closed form gives 2");
    assert_eq!(faults[2], "counted 1 pairs; brute found 2");
    for (kind, told) in
        [(&LOSES, " is missing"), (&REPEATS, " comes twice"), (&INVENTS, "(0, 0) does not touch")]
    {
        let faults = faults_of(kind);
        assert!(faults.iter().any(|fault| fault.contains(told)), "{told}: {faults:?}");
    }
}

#[test]
fn names_are_those_of_what_they_name() {
    for kind in broad_phases::all() {
        assert_eq!(Makes::<2>::make(kind, SimdLevel::PORTABLE).name(), kind.name);
        assert_eq!(Makes::<3>::make(kind, SimdLevel::PORTABLE).name(), kind.name);
    }
    for kind in narrow::all() {
        let told = kind.name.chars().rev().find(char::is_ascii_digit);
        let flat = kind.name.contains("circle") || told == Some('2');
        assert_eq!(kind.dim(), if flat { 2 } else { 3 }, "{}", kind.name);
    }
}

#[test]
fn the_nearest_name_is_suggested() {
    let message = |name| {
        let found = find("scene", name, &["uniform", "crowd"], |name| name);
        found.expect_err("there is none").to_string()
    };
    let there = "there are: uniform, crowd";
    let expected = format!("unknown scene \"unifrom\", did you mean \"uniform\"?; {there}");
    assert_eq!(message("unifrom"), expected);
    assert_eq!(message("x"), format!("unknown scene \"x\"; {there}"));
    assert_eq!(find("scene", "crowd", &["uniform", "crowd"], |name| name), Ok(&"crowd"));
}

#[test]
fn machines_are_told_apart_by_what_they_are() {
    let host = Host::this();
    assert!(host.cores > 0 && !host.cpu.is_empty());
    assert!(host.is_like(&Host { load: Some(99.0), ..host.clone() }));
    assert!(!host.is_like(&Host { cores: host.cores + 1, ..host.clone() }));
    let other = Host { cpu: "Intel(R) Xeon(R) CPU E5-2670 @ 2.60GHz".to_owned(), ..host.clone() };
    assert!(!host.is_like(&other));
    assert_eq!(other.folder("avx2"), "intel-xeon-e5-2670-2-60ghz_avx2");
}

#[test]
fn a_record_asks_nothing_twice() {
    let counts = SECTIONS.map(|section| {
        let mut commands = section.commands(1000, 1);
        let all = commands.len();
        commands.sort();
        commands.dedup();
        assert_eq!(commands.len(), all, "{section:?}");
        (all, section.commands(1000, 4).len())
    });
    assert_eq!(counts, [(8, 12), (4, 4), (2, 2), (24, 24), (2, 2)]);
    let peers = SECTIONS[4];
    assert!(peers.commands(1000, 1)[0].contains("--shapes 1000 --threads 1 "));
    assert!(peers.commands(1000, 4)[1].contains("--shapes 200 --threads 1,4 "));
}

#[test]
fn a_figure_knows_what_it_is_of_and_how_uncertain() {
    let host = serde_json::to_string(&Host::this()).expect("it has plain fields");
    let time = r#"{"median":2.0,"min":1.0,"p99":4.0,"mean":2.5,"mad":0.5}"#;
    let text = format!(
        r#"{{"command":"million","shapes":7,"pace":null,"pairs":3,"frames":4,"total_ms":{time},
        "digest":"ab","host":{host},"when":"now"}}"#
    );
    let path = env::temp_dir().join(format!("jostle-figures-{}", std::process::id()));
    fs::write(&path, text).expect("the folder for what is in passing can be written");
    let figures = figures::read(&path).expect("it is a figure");
    fs::remove_file(&path).expect("it is ours");
    assert_eq!((figures.len(), &*figures[0].name()), (1, "million, 7 shapes"));
    assert_eq!(figures[0].digest.as_deref(), Some("ab"));
    // What is found does not tell what was asked.
    assert!(!figures[0].identity.contains_key("pairs"));
    let error = figures[0].uncertainty();
    assert!((error - 1.4826 * 1.2533 * 0.25 / 2.0).abs() < 1e-12, "{error}");
}
