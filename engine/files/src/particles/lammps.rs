//! Text dumps of LAMMPS: sections that begin with `ITEM:`, frame after frame.
//!
//! Boxes may be along the axes, triclinic (`xy xz yz`) or of any vectors (`abc origin`). Positions
//! are the columns `x y z` or `xu yu zu`, or `xs ys zs` or `xsu ysu zsu`, which count edges of the
//! box. Species are the column `element`, or else `type`.

use super::{Cell, Columns, Frame};
use crate::{
    FileError,
    lines::{Lines, parse_finite},
};

/// What a section begins with.
const ITEM: &str = "ITEM:";

/// Reads the next frame, if there is one.
pub(super) fn next(lines: &mut Lines) -> Result<Option<Frame>, FileError> {
    let (mut step, mut count, mut cell) = (None, None, None);
    while lines.advance_to_text()? {
        let Some(section) = lines.text().strip_prefix(ITEM).map(str::trim) else {
            let why = format!("{:?} where a section \"{ITEM} ...\" is expected", lines.text());
            return Err(lines.fault(&why));
        };
        let section = section.to_owned();
        if let Some(words) = section.strip_prefix("ATOMS") {
            let words: Vec<&str> = words.split_whitespace().collect();
            return atoms(lines, &words, step, count, cell).map(Some);
        } else if let Some(words) = section.strip_prefix("BOX BOUNDS") {
            let words: Vec<&str> = words.split_whitespace().collect();
            cell = Some(bounds(lines, &words)?);
            continue;
        }
        match section.as_str() {
            "TIMESTEP" => {
                lines.expect("the time step")?;
                step = Some(lines.number("a time step")?);
            }
            "NUMBER OF ATOMS" => {
                lines.expect("the number of atoms")?;
                count = Some(lines.number("a number of atoms")?);
            }
            "UNITS" | "TIME" => lines.expect("a value")?,
            _ => return Err(lines.fault(&format!("the section {section:?} is not known"))),
        }
    }
    let begun = [step.is_some(), count.is_some(), cell.is_some()];
    if begun.contains(&true) {
        return Err(lines.fault("the file ends where \"ITEM: ATOMS\" is expected"));
    }
    Ok(None)
}

/// The box, of the words behind `BOX BOUNDS` and the three lines below.
fn bounds(lines: &mut Lines, words: &[&str]) -> Result<Cell, FileError> {
    let (form, periodic) = words.split_at(words.len().saturating_sub(3));
    let periodic: [bool; 3] = std::array::from_fn(|axis| periodic.get(axis) == Some(&"pp"));
    let columns = match form {
        [] => 2,
        ["xy", "xz", "yz"] => 3,
        ["abc", "origin"] => 4,
        _ => return Err(lines.fault(&format!("the box {:?} is not known", form.join(" ")))),
    };
    let mut rows = [[0.0; 4]; 3];
    for row in &mut rows {
        lines.expect("a bound of the box")?;
        let cells: Vec<&str> = lines.text().split_whitespace().collect();
        if cells.len() != columns {
            let why = format!("{} columns where {columns} are expected", cells.len());
            return Err(lines.fault(&why));
        }
        for (column, number) in row.iter_mut().take(columns).enumerate() {
            *number = parse_finite(&cells, column).map_err(|why| lines.fault(&why))?;
        }
        if columns < 4 && row[1] < row[0] {
            return Err(lines.fault(&format!("the box ends at {} before {}", row[1], row[0])));
        }
    }
    if columns == 4 {
        let vectors = rows.map(|[x, y, z, _]| [x, y, z]);
        return Ok(Cell { origin: rows.map(|row| row[3]), vectors, periodic });
    }
    // The bounds are those of the box around the triclinic one, so the tilts are taken off.
    let [xy, xz, yz] = rows.map(|row| row[2]);
    let least = |tilts: &[f64]| tilts.iter().copied().fold(0.0, f64::min);
    let most = |tilts: &[f64]| tilts.iter().copied().fold(0.0, f64::max);
    let tilts: [&[f64]; 3] = [&[xy, xz, xy + xz], &[yz], &[]];
    let origin: [f64; 3] = std::array::from_fn(|axis| rows[axis][0] - least(tilts[axis]));
    let [x, y, z] = std::array::from_fn(|axis| rows[axis][1] - most(tilts[axis]) - origin[axis]);
    Ok(Cell { origin, vectors: [[x, 0.0, 0.0], [xy, y, 0.0], [xz, yz, z]], periodic })
}

/// Where positions may be, and whether they count edges of the box.
const POSITIONS: [([&str; 3], bool); 4] = [
    (["x", "y", "z"], false),
    (["xu", "yu", "zu"], false),
    (["xs", "ys", "zs"], true),
    (["xsu", "ysu", "zsu"], true),
];

/// The atoms, below the line that names their columns.
fn atoms(
    lines: &mut Lines,
    names: &[&str],
    step: Option<u64>,
    count: Option<u64>,
    cell: Option<Cell>,
) -> Result<Frame, FileError> {
    let Some(count) = count else {
        return Err(lines.fault("\"ITEM: ATOMS\" without \"ITEM: NUMBER OF ATOMS\" before it"));
    };
    let find = |name: &str| names.iter().position(|other| *other == name);
    let positions = POSITIONS.iter().find_map(|(names, is_scaled)| {
        let columns: Option<Vec<usize>> = names.iter().map(|name| find(name)).collect();
        columns.map(|columns| (columns, *is_scaled))
    });
    let Some((position, is_scaled)) = positions else {
        return Err(lines.fault("no columns x y z, xu yu zu, xs ys zs or xsu ysu zsu"));
    };
    let scale = match (is_scaled, cell) {
        (true, None) => return Err(lines.fault("scaled positions without \"ITEM: BOX BOUNDS\"")),
        (true, scale) => scale,
        (false, _) => None,
    };
    let mut columns = Columns {
        position,
        id: find("id"),
        radius: find("radius"),
        species: find("element").or_else(|| find("type")),
        all: names.len(),
        ..Columns::default()
    };
    let mut frame = Frame { cell, step, ..columns.frame() };
    for atom in 0..count {
        lines.expect(format_args!("atom {atom} of {count}"))?;
        let cells: Vec<&str> = lines.text().split_whitespace().collect();
        columns.push(&mut frame, &cells).map_err(|why| lines.fault(&why))?;
        if let (Some(cell), Some(position)) = (scale, frame.positions.last_mut()) {
            *position = cell.place(*position);
            if !position.iter().all(|x| x.is_finite()) {
                return Err(lines.fault("the position is too large"));
            }
        }
    }
    Ok(frame)
}

impl Cell {
    /// Where a point is that counts edges of the cell.
    fn place(&self, scaled: [f64; 3]) -> [f64; 3] {
        let [a, b, c] = self.vectors;
        std::array::from_fn(|k| {
            self.origin[k] + scaled[0] * a[k] + scaled[1] * b[k] + scaled[2] * c[k]
        })
    }
}
