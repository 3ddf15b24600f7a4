//! The declarations for C# are those that are made of the sources, all structs lie there as in C,
//! and its package does what it says under Mono. `JOSTLE_WRITE_HEADER=1` writes the declarations
//! anew. Skipped, with a line, where there is no compiler.

#![allow(clippy::print_stdout, reason = "what was skipped is said")]

mod tools;

use std::{
    collections::{BTreeMap, BTreeSet},
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use tools::{exists, libraries};

fn bindings() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All sources of this crate.
fn sources(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it is readable").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.insert(path);
        }
    }
    found
}

/// Replaces what has to be there.
fn replaced(text: &str, from: &str, to: &str) -> String {
    assert!(text.contains(from), "{from} is there");
    text.replace(from, to)
}

#[test]
fn the_declarations_are_those_of_the_sources() {
    let made = env::temp_dir().join(format!("jostle-native-{}.cs", std::process::id()));
    let mut builder = csbindgen::Builder::default()
        .csharp_dll_name("jostle")
        .csharp_namespace("Jostle")
        .csharp_class_name("Native")
        .csharp_class_accessibility("public")
        .csharp_dll_name_if("UNITY_IOS && !UNITY_EDITOR", "__Internal")
        .csharp_use_function_pointer(false)
        .csharp_use_nint_types(false)
        .csharp_generate_const_filter(|name| name.starts_with("JST_"));
    for source in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        builder = builder.input_extern_file(source);
    }
    builder.generate_csharp_file(&made).expect("the sources are good");
    let text = fs::read_to_string(&made).expect("it was made");
    fs::remove_file(&made).expect("it was made");
    // It knows no arrays of pointers, and none of arrays.
    let pointers = "public fixed byte/* void, this length is invalid so must keep pointer and \
                    can't edit from C# */ axis[4];";
    let axes = [0, 1, 2, 3].map(|axis| format!("public void* axis{axis};"));
    let text = replaced(&text, pointers, &axes.join("\n        "));
    let text = replaced(&text, "public fixed double cell[3];", "public fixed double cell[9];");
    // What Rust has to be promised is what each call of C# says anyway.
    let mut lines = Vec::new();
    let mut is_promise = false;
    for line in text.lines() {
        is_promise = is_promise && !line.contains("</summary>") || line.contains("# Safety");
        if !is_promise {
            lines.push(line.trim_end());
        }
    }
    let text = lines.join("\n") + "\n";
    let path = bindings().join("csharp/Runtime/Native.cs");
    if env::var_os("JOSTLE_WRITE_HEADER").is_some() {
        fs::write(&path, &text).expect("the folder is there");
    }
    let found = fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "{} is another one: JOSTLE_WRITE_HEADER=1", path.display());
}

/// Runs a command that is to succeed, and gives what it printed.
fn printed(command: &mut Command) -> String {
    let run = command.output().expect("it is there");
    let text = String::from_utf8_lossy(&run.stderr);
    let out = String::from_utf8(run.stdout).expect("it is text");
    assert!(run.status.success(), "{command:?}\n{out}{text}");
    out
}

/// What a program in C says of the structs and fields that C# has, in the words of C#.
fn layouts_in_c(folder: &Path, of_csharp: &str) -> String {
    let mut program = String::from("#include <jostle.h>\n#include <stdio.h>\nint main(void)\n{\n");
    for line in of_csharp.lines() {
        let (name, _) = line.split_once(' ').expect("a name and a number");
        let place = match name.split_once('.') {
            None => format!("sizeof({name})"),
            Some((of, field)) => {
                let field = match field.strip_prefix("axis") {
                    Some(axis) if !axis.is_empty() => format!("axis[{axis}]"),
                    _ => field.to_owned(),
                };
                format!("offsetof({of}, {field})")
            }
        };
        program += &format!("    printf(\"{name} %zu\\n\", {place});\n");
    }
    program += "    return 0;\n}\n";
    let (source, made) = (folder.join("layouts.c"), folder.join("layouts"));
    fs::write(&source, program).expect("the folder is there");
    printed(
        Command::new("cc")
            .args(["-std=c11", "-I"])
            .arg(bindings().join("include"))
            .arg(&source)
            .arg("-o")
            .arg(&made),
    );
    printed(&mut Command::new(&made))
}

#[test]
fn the_package_runs_under_mono() {
    if !exists("mcs") || !exists("mono") {
        println!("SKIPPED: mono-mcs or mono-runtime is not here");
        return;
    }
    let folder = env::temp_dir().join(format!("jostle-csharp-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("there is room");
    let program = folder.join("tests.exe");
    let csharp = bindings().join("csharp");
    let mut compile = Command::new("mcs");
    compile.args(["-unsafe", "-warnaserror", "-langversion:7.2", "-warn:4"]);
    compile.arg(format!("-out:{}", program.display()));
    for part in ["Runtime", "Tests", "Samples~/TurnedBoxes"] {
        let files = fs::read_dir(csharp.join(part)).expect("it is there");
        let files = files.map(|file| file.expect("it is readable").path());
        compile.args(files.filter(|path| path.extension().is_some_and(|end| end == "cs")));
    }
    printed(&mut compile);
    fs::copy(libraries().join("libjostle_capi.so"), folder.join("libjostle.so"))
        .expect("it was built");
    let run = || {
        let mut command = Command::new("mono");
        command.arg("--debug").arg(&program).env("LD_LIBRARY_PATH", &folder);
        command
    };
    print!("{}", printed(&mut run()));
    let of_csharp = printed(run().arg("layouts"));
    let structs = of_csharp.lines().filter(|line| !line.contains('.')).count();
    assert!(structs > 35, "only {structs} structs:\n{of_csharp}");
    if exists("cc") {
        let by_name = |text: &str| -> BTreeMap<String, String> {
            let words = text.lines().map(|line| line.split_once(' ').expect("two words"));
            words.map(|(name, number)| (name.to_owned(), number.to_owned())).collect()
        };
        let of_c = layouts_in_c(&folder, &of_csharp);
        assert_eq!(by_name(&of_csharp), by_name(&of_c));
    }
    fs::remove_dir_all(&folder).expect("it was made");
}
