//! VTK's files of lines (`.vtp`), which ParaView opens: XML with the numbers behind it as they are.
//!
//! Arrays are appended raw, each behind its number of bytes, which is the form that needs neither
//! a text nor a compression of them.

use std::io::{self, Write};

use crate::table::{Column, Links, Table, Values};

/// An array that is appended.
struct Appended<'a> {
    name: &'a str,
    kind: &'static str,
    width: usize,
    size: u64,
}

/// Writes a table whose rows are lines between points.
pub(crate) fn write(out: &mut dyn Write, table: &Table<'_>, links: Links<'_>) -> io::Result<()> {
    let (points, rows) = (links.points.len(), table.rows());
    let array = |name, kind, width: usize, count: usize, size: usize| {
        let size = (count * width * size) as u64;
        Appended { name, kind, width, size }
    };
    let place = array("Points", "Float64", 3, points, 8);
    let connectivity = array("connectivity", "Int64", 1, 2 * rows, 8);
    let offsets = array("offsets", "Int64", 1, rows, 8);
    let data = table.columns().iter().map(|Column { name, width, values }| {
        let (kind, size) = match values {
            Values::U32(_) => ("UInt32", 4),
            Values::I32(_) => ("Int32", 4),
            Values::F32(_) => ("Float32", 4),
            Values::F64(_) => ("Float64", 8),
        };
        array(name, kind, *width, rows, size)
    });
    let data: Vec<Appended<'_>> = data.collect();
    let mut offset = 0;
    let mut element = |out: &mut dyn Write, array: &Appended<'_>| {
        let Appended { name, kind, width, size } = array;
        let at = offset;
        offset += 8 + size;
        writeln!(
            out,
            "<DataArray type=\"{kind}\" Name=\"{name}\" NumberOfComponents=\"{width}\" \
             format=\"appended\" offset=\"{at}\"/>"
        )
    };
    writeln!(
        out,
        "<?xml version=\"1.0\"?>\n\
         <VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\" \
         header_type=\"UInt64\">\n<PolyData>\n\
         <Piece NumberOfPoints=\"{points}\" NumberOfVerts=\"0\" NumberOfLines=\"{rows}\" \
         NumberOfStrips=\"0\" NumberOfPolys=\"0\">\n<Points>"
    )?;
    element(out, &place)?;
    writeln!(out, "</Points>\n<Lines>")?;
    element(out, &connectivity)?;
    element(out, &offsets)?;
    writeln!(out, "</Lines>\n<CellData>")?;
    for array in &data {
        element(out, array)?;
    }
    write!(out, "</CellData>\n</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_")?;
    out.write_all(&place.size.to_le_bytes())?;
    for coordinate in links.points.as_flattened() {
        out.write_all(&coordinate.to_le_bytes())?;
    }
    out.write_all(&connectivity.size.to_le_bytes())?;
    for end in links.ends.as_flattened() {
        out.write_all(&i64::from(*end).to_le_bytes())?;
    }
    out.write_all(&offsets.size.to_le_bytes())?;
    for row in 0..rows as i64 {
        out.write_all(&(2 * row + 2).to_le_bytes())?;
    }
    for (array, column) in data.iter().zip(table.columns()) {
        out.write_all(&array.size.to_le_bytes())?;
        for row in 0..rows {
            column.write_row(out, row)?;
        }
    }
    writeln!(out, "\n</AppendedData>\n</VTKFile>")
}
