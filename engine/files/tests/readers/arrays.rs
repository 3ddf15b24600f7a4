//! Arrays of NumPy: as it writes them, and malformed ones.

use jostle_files::{boxes, npy, particles};

use crate::{TempFile, damaged};

/// A file of version 1 with this header, as NumPy pads it.
fn array(header: &str, numbers: &[u8]) -> Vec<u8> {
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    let mut file = b"\x93NUMPY\x01\0".to_vec();
    file.extend((length as u16).to_le_bytes());
    file.extend(format!("{header:<width$}\n", width = length - 1).bytes());
    file.extend(numbers);
    file
}

fn f4(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn f8(numbers: &[f64]) -> Vec<u8> {
    numbers.iter().flat_map(|x| x.to_le_bytes()).collect()
}

fn header(kind: &str, shape: &str) -> String {
    format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': {shape}, }}")
}

fn parse(content: &[u8]) -> Result<npy::Array, String> {
    let file = TempFile::new("a.npy", content);
    npy::read(file.path()).map_err(|error| file.fault(&error.to_string()))
}

#[test]
fn floats_of_one_and_two_dimensions_are_read() {
    let read = parse(&array(&header("<f4", "(2, 3)"), &f4(&[1.0, 2.0, 3.0, 4.0, 5.0, 0.1])));
    let read = read.unwrap();
    assert_eq!(read.shape, [2, 3]);
    assert_eq!(read.values, [1.0, 2.0, 3.0, 4.0, 5.0, f64::from(0.1_f32)]);
    let read = parse(&array(&header("<f8", "(2,)"), &f8(&[0.1, f64::INFINITY]))).unwrap();
    assert_eq!((&read.shape[..], &read.values[..]), (&[2][..], &[0.1, f64::INFINITY][..]));
    let read = parse(&array(&header("<f8", "(0, 3)"), &[])).unwrap();
    assert_eq!((&read.shape[..], read.values.len()), (&[0, 3][..], 0));
    // Of one dimension both orders are the same.
    let fortran = header("<f8", "(1,)").replace("False", "True");
    assert_eq!(parse(&array(&fortran, &f8(&[7.0]))).unwrap().values, [7.0]);
}

#[test]
fn version_2_has_a_longer_header() {
    let mut file = array(&header("<f8", "(1,)"), &f8(&[7.0]));
    file[6] = 2;
    let length = u16::from_le_bytes([file[8], file[9]]);
    file.splice(8..10, u32::from(length).to_le_bytes());
    assert_eq!(parse(&file).unwrap().values, [7.0]);
}

#[test]
fn faults_are_placed() {
    let one = f8(&[7.0]);
    let whole = |text: &str| array(text, &one);
    let key = "{'descr': '<f8', 'fortran_order': False, 'shape': (1,), 'unit': 'm'}";
    for (file, expected) in [
        (vec![], "byte 0: the file is not an array of NumPy (.npy)"),
        (b"PK\x03\x04 npz".to_vec(), "byte 0: the file is not an array of NumPy (.npy)"),
        (b"\x93NUMPY\x09\0\x01\0 ".to_vec(), "byte 6: version 9 of .npy is not known"),
        (b"\x93NUMPY\x01\0\x40\0{}".to_vec(), "byte 12: the file ends in its header"),
        (b"\x93NUMPY\x02\0\xff\xff\xff\xff{}".to_vec(), "byte 14: the file ends in its header"),
        (b"\x93NUMPY\x01\0\x03\0{\xff}".to_vec(), "byte 11: the header is not text"),
        (whole("[]"), "byte 10: expected \"{\""),
        (whole("{}"), "byte 10: the header lacks descr, fortran_order or shape"),
        (whole("{'descr': 5}"), "byte 20: expected a text in quotes"),
        (whole(&header("<f8", "(1,)").replace("False", "0")), "byte 44: expected a flag"),
        (whole(&header("<f8", "(-1,)")), "byte 61: expected a length"),
        (whole(&header("<f8", "(1")), "byte 64: expected a length"),
        (whole(key), "byte 66: the key \"unit\" is not known"),
        (
            whole(&header(">f8", "(1,)")),
            "byte 20: type \">f8\" where \"<f4\" or \"<f8\" is expected",
        ),
        (
            whole(&header("<i8", "(1,)")),
            "byte 20: type \"<i8\" where \"<f4\" or \"<f8\" is expected",
        ),
        (
            whole(&header("<f8", "(1, 1)").replace("False", "True")),
            "byte 44: the array is in Fortran order, not in C order",
        ),
        (whole(&header("<f8", "()")), "byte 60: 0 dimensions where 1 or 2 are expected"),
        (whole(&header("<f8", "(1, 1, 1)")), "byte 60: 3 dimensions where 1 or 2 are expected"),
        (whole(&header("<f8", "(2,)")), "byte 128: 8 bytes of numbers are not those of shape [2]"),
        (
            whole(&header("<f8", "(4294967296, 4294967296)")),
            "byte 128: 8 bytes of numbers are not those of shape [4294967296, 4294967296]",
        ),
    ] {
        assert_eq!(parse(&file).unwrap_err(), expected, "{}", String::from_utf8_lossy(&file));
    }
}

#[test]
fn broken_arrays_end_no_test() {
    let file = array(&header("<f4", "(1, 2)"), &f4(&[1.0, 2.0]));
    let [good, bad] = damaged(&file, |bytes| match parse(bytes) {
        Ok(array) => {
            assert_eq!(array.values.len(), array.shape.iter().product::<usize>());
            true
        }
        Err(_) => false,
    });
    assert!(good > 20 && bad > 200, "{good} {bad}");
    // The numbers of a whole file are all there is, so nothing shorter is one.
    assert!((0..file.len()).all(|end| parse(&file[..end]).is_err()));
}

#[test]
fn rows_are_boxes_and_particles() {
    let file = TempFile::new("a.npy", &array(&header("<f8", "(1, 4)"), &f8(&[0.0, 1.0, 2.0, 0.1])));
    assert_eq!(boxes::read::<2>(file.path()).unwrap().corners(0), ([0.0, 1.0], [2.0, 0.1]));
    let message = boxes::read::<3>(file.path()).unwrap_err().to_string();
    assert_eq!(file.fault(&message), "an array of shape [1, 4] where (n, 6) is expected");
    let message = particles::read(file.path()).unwrap_err().to_string();
    assert_eq!(file.fault(&message), "an array of shape [1, 4] where (n, 2) or (n, 3) is expected");
    let file = TempFile::new("a.npy", &array(&header("<f4", "(2, 2)"), &f4(&[1.0, 2.0, 3.0, 4.0])));
    let frame = &particles::read(file.path()).unwrap()[0];
    assert_eq!(frame.positions, [[1.0, 2.0, 0.0], [3.0, 4.0, 0.0]]);
}
