//! The header is the one that is made of the sources. `JOSTLE_WRITE_HEADER=1` writes it anew.

use std::{env, fs, path::Path};

#[test]
fn the_header_is_that_of_the_sources() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_file(folder.join("cbindgen.toml")).expect("it is readable");
    let bindings = cbindgen::Builder::new()
        .with_crate(folder)
        .with_config(config)
        .generate()
        .expect("the sources are good");
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = String::from_utf8(made).expect("it is text");
    let path = folder.join("../include/jostle.h");
    if env::var_os("JOSTLE_WRITE_HEADER").is_some() {
        fs::write(&path, &made).expect("the folder is there");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == made, "{} is another one: JOSTLE_WRITE_HEADER=1", path.display());
}
