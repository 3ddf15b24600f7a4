//! What is drawn.

use super::*;

/// Asserts that all elements are closed in order and all attributes quoted.
fn assert_well_formed(svg: &str) {
    let mut open = Vec::new();
    let (mut rest, mut roots) = (svg, 0);
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "{}", &rest[..start]);
        let end = start + rest[start..].find('>').expect("the tag ends");
        let tag = &rest[start + 1..end];
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name));
        } else {
            roots += usize::from(open.is_empty());
            let name = tag.split_whitespace().next().expect("a name");
            if !tag.ends_with('/') {
                open.push(name);
            }
        }
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && roots == 1, "{open:?}");
    assert!(!svg.contains('&'), "nothing needs to be escaped");
    assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
}

/// Occurrences of a class in what follows the style.
fn count(svg: &str, class: &str) -> usize {
    svg.matches(&format!("class=\"{class}\"")).count()
}

#[test]
fn any_figure_is_well_formed() {
    for name in Example::ALL {
        assert_well_formed(&figure(&example(name)));
    }
    for shapes in EXTREMES {
        assert_well_formed(&figure(&explain(shapes)));
    }
    let mut random = Random::new(4);
    for _ in 0..20 {
        assert_well_formed(&figure(&explain([&random.shape(), &random.shape()])));
    }
}

#[test]
fn each_axis_has_a_panel_with_two_intervals_and_a_caption() {
    let mut random = Random::new(5);
    for _ in 0..20 {
        let explanation = explain([&random.shape(), &random.shape()]);
        let svg = figure(&explanation);
        let axes = explanation.axes.len();
        assert_eq!(count(&svg, "panel") + count(&svg, "panel deciding"), axes);
        assert_eq!(count(&svg, "panel deciding"), 1);
        let panels: Vec<_> = svg.split("<g class=\"panel").skip(1).collect();
        for (index, panel) in panels.into_iter().enumerate() {
            assert_eq!([count(panel, "bar a"), count(panel, "bar b")], [1, 1]);
            assert!(panel.contains(&format!(">{}<", index + 1)), "{panel}");
            assert!(panel.contains(&explanation.caption(index)), "{panel}");
            let marks = [count(panel, "overlap"), count(panel, "gap")];
            let expected = match explanation.relation_on(index) {
                Relation::Separated => [0, 1],
                Relation::Touching => [0, 0],
                Relation::Overlapping => [1, 0],
            };
            assert_eq!(marks, expected, "{panel}");
        }
        // Once more where the shapes lie as they do, with a normal for each axis.
        let scene = svg.split("<g class=\"panel").next().expect("a scene");
        assert_eq!(count(scene, "bar a"), 1);
        assert_eq!(count(scene, "tag") + count(scene, "tag deciding"), axes + 1);
    }
}

#[test]
fn the_way_out_is_an_arrow_and_a_gap_has_a_line() {
    let has = |name, class| {
        let svg = figure(&example(name));
        let scene = svg.split("class=\"frame\"").nth(1).expect("a scene").to_owned();
        count(&scene, class) > 0
    };
    for name in Example::ALL {
        let overlaps = matches!(name, Example::Contained | Example::Overlapping);
        assert_eq!(has(name, "move head"), overlaps, "{name:?}");
        assert_eq!(has(name, "moved"), overlaps, "{name:?}");
        assert_eq!(has(name, "between"), !overlaps, "{name:?}");
    }
}

#[test]
fn the_verdict_is_the_title() {
    let verdicts = Example::ALL.map(|name| example(name).verdict());
    assert_eq!(
        verdicts,
        [
            "separated: axis 3 shows a gap of 0.48",
            "touching: the shadows just meet on axis 3",
            "overlapping: least overlap 2.71 along axis 1; moving B by (-0.70, 2.62) separates \
             them",
            "overlapping: least overlap 0.86 along axis 3; moving B by (0.36, 0.78) separates them",
        ]
    );
    let svg = figure(&example(Example::Overlapping));
    assert!(svg.contains(&format!("<title>The separating axis test: {}</title>", verdicts[3])));
    assert!(svg.contains(">Overlapping: least overlap 0.86 along axis 3<"));
    assert!(svg.contains(">moving B by (0.36, 0.78) separates them<"));
    assert!(svg.contains(">overlap 0.86, the least<"));
}
