//! Each argument of each function of the header, given wrongly in every way there is: the call says
//! so, and what it was about goes on as before.
//!
//! Functions are called through the shared library by their names, with all arguments as integers.
//! Those that are floats are what their registers happen to hold.

#![allow(clippy::print_stdout, reason = "how many there were is said")]
#![cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]

use std::{
    collections::BTreeMap,
    env,
    ffi::{CStr, CString, c_char, c_int, c_void},
    fs, ptr,
};

use jostle_capi::{
    arrays::jst_vectors,
    bounds::{jst_bounds, jst_filter},
    broad::jst_broad_phase_def,
    bvh::jst_bvh_def,
    domains::jst_domains_def,
    draw::jst_draw,
    mesh_tree::jst_pose,
    narrow::{jst_closest, jst_narrow_def},
    neighbors::{jst_neighbors_def, jst_points},
    pipeline::{jst_pipeline_def, jst_step},
    pool::jst_pool_def,
    rays::jst_rays,
    shape::{jst_attributes, jst_shape},
    shapes::jst_shapes,
    stats::jst_stats,
    world::{answers::jst_casts, query_filter::jst_query_filter},
};

unsafe extern "C" {
    fn dlopen(path: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
}

/// Most arguments of a function.
const MOST: usize = 10;

type Function = unsafe extern "C" fn(
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
    usize,
) -> i32;

struct Library(*mut c_void);

impl Library {
    fn open() -> Self {
        let test = env::current_exe().expect("a test has a path");
        let path = test.parent().expect("it is in a folder").join("libjostle_capi.so");
        let path = CString::new(path.as_os_str().as_encoded_bytes()).expect("it has no zeros");
        // SAFETY: the path ends with a zero, and RTLD_NOW is a flag.
        let library = unsafe { dlopen(path.as_ptr(), 2) };
        assert!(!library.is_null(), "{path:?} is a library");
        Self(library)
    }

    fn call(&self, name: &str, given: &[usize]) -> i32 {
        let mut arguments = [0; MOST];
        arguments[..given.len()].copy_from_slice(given);
        let name = CString::new(name).expect("it has no zeros");
        // SAFETY: the library is open.
        let function = unsafe { dlsym(self.0, name.as_ptr()) };
        assert!(!function.is_null(), "{name:?} is in the library");
        let [a, b, c, d, e, f, g, h, i, j] = arguments;
        // SAFETY: integers and pointers go where these go; those that are too many are not read.
        unsafe {
            let function = std::mem::transmute::<*mut c_void, Function>(function);
            function(a, b, c, d, e, f, g, h, i, j)
        }
    }

    fn said(&self) -> String {
        let name = c"jst_last_error";
        // SAFETY: the function has no arguments and gives a text that ends with a zero.
        unsafe {
            let function = dlsym(self.0, name.as_ptr());
            let function =
                std::mem::transmute::<*mut c_void, extern "C" fn() -> *const c_char>(function);
            CStr::from_ptr(function()).to_string_lossy().into_owned()
        }
    }
}

/// A function of the header: its name, and the type and the name of each argument but for floats.
struct Declared {
    name: String,
    arguments: Vec<(String, String)>,
}

fn declared() -> Vec<Declared> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../include/jostle.h");
    let header = fs::read_to_string(path).expect("the header is there");
    let lines = header.lines().filter(|line| !line.starts_with("//") && !line.starts_with('#'));
    let text = lines.collect::<Vec<_>>().join(" ");
    let mut found = Vec::new();
    for part in text.split("JST_API ").skip(1) {
        let Some((result, rest)) = part.split_once('(') else { continue };
        if !result.starts_with("jst_status ") {
            continue;
        }
        let name = result.trim_start_matches("jst_status ").trim().to_owned();
        let (arguments, _) = rest.split_once(");").expect("it ends");
        let arguments = arguments.split(',').map(|argument| {
            let argument = argument.trim();
            let end = argument.rfind([' ', '*']).expect("it has a type") + 1;
            let (kind, name) = argument.split_at(end);
            (kind.replace(' ', ""), name.to_owned())
        });
        let integers = arguments.filter(|(kind, _)| kind != "float");
        found.push(Declared { name, arguments: integers.collect() });
    }
    found
}

/// Memory that is aligned, and longer than any struct.
#[repr(align(64))]
struct Memory([u8; 8192]);

impl Memory {
    fn zeros() -> Box<Self> {
        Box::new(Self([0; 8192]))
    }

    fn address(&mut self) -> usize {
        self.0.as_mut_ptr().expose_provenance()
    }

    /// A struct that begins with this size, of dimensions 3 where it is made of something.
    fn sized(size: u32, is_def: bool) -> Box<Self> {
        let mut memory = Self::zeros();
        memory.0[..4].copy_from_slice(&size.to_ne_bytes());
        if is_def {
            memory.0[4..8].copy_from_slice(&3_u32.to_ne_bytes());
        }
        memory
    }
}

/// The structs that begin with their size.
fn sizes() -> BTreeMap<&'static str, u32> {
    macro_rules! sizes {
        ($($name:ident),*) => {
            BTreeMap::from([$((stringify!($name), size_of::<$name>() as u32)),*])
        };
    }
    sizes!(
        jst_attributes,
        jst_bounds,
        jst_broad_phase_def,
        jst_bvh_def,
        jst_casts,
        jst_closest,
        jst_domains_def,
        jst_draw,
        jst_filter,
        jst_narrow_def,
        jst_neighbors_def,
        jst_pipeline_def,
        jst_points,
        jst_pool_def,
        jst_pose,
        jst_query_filter,
        jst_rays,
        jst_shape,
        jst_shapes,
        jst_stats,
        jst_step
    )
}

/// What may be null.
fn may_be_null(function: &str, argument: &str) -> bool {
    let anywhere = [
        "filter",
        "first_filter",
        "second_filter",
        "attributes",
        "pose",
        "pose_of_first",
        "pose_of_second",
        "turn",
        "user",
        "accept",
        "pool",
        "queries",
        "log",
        "rebuilt",
        "weights",
    ];
    anywhere.contains(&argument)
        && !(argument == "attributes"
            && ["jst_attributes_default", "jst_world_get_attributes"].contains(&function))
}

/// Keeps memory, and tells where it is.
fn keep(kept: &mut Vec<Box<Memory>>, mut memory: Box<Memory>) -> usize {
    let address = memory.address();
    kept.push(memory);
    address
}

/// A good argument, which lives in `kept`.
fn good(
    kind: &str,
    name: &str,
    objects: &BTreeMap<String, usize>,
    kept: &mut Vec<Box<Memory>>,
) -> usize {
    let mut keep = |memory| keep(kept, memory);
    if let Some(object) = objects.get(kind) {
        return *object;
    }
    let bare = kind.trim_start_matches("const").trim_end_matches('*');
    if let Some(size) = sizes().get(bare) {
        return keep(Memory::sized(*size, bare.ends_with("_def")));
    }
    if bare == "jst_vectors" {
        let mut memory = Memory::zeros();
        let zeros = memory.address() + 4096;
        for axis in 0..3 {
            memory.0[8 * axis..][..8].copy_from_slice(&zeros.to_ne_bytes());
        }
        return keep(memory);
    }
    if kind.ends_with('*') {
        return keep(Memory::zeros());
    }
    match (kind, name) {
        (_, "dimensions") => 3,
        ("size_t", _) => 1,
        _ => 0,
    }
}

/// Makes an object of each type, of a struct that says 3 dimensions and nothing else.
fn objects(library: &Library) -> BTreeMap<String, usize> {
    let sizes = sizes();
    let mut made = BTreeMap::new();
    let make = |name: &str, given: &[usize]| {
        let mut number = 0_usize;
        let mut given = given.to_vec();
        given.push((&raw mut number).expose_provenance());
        assert_eq!(library.call(name, &given), 0, "{name}: {}", library.said());
        number
    };
    for kind in
        ["pool", "broad_phase", "bvh", "narrow", "neighbors", "pipeline", "world", "domains"]
    {
        let of = if kind == "world" { "pipeline" } else { kind };
        let mut def = Memory::sized(sizes[format!("jst_{of}_def").as_str()], kind != "pool");
        if kind == "neighbors" {
            let at = std::mem::offset_of!(jst_neighbors_def, radius);
            def.0[at..at + 4].copy_from_slice(&1.0_f32.to_ne_bytes());
        }
        let number = make(&format!("jst_{kind}_create"), &[def.address()]);
        made.insert(format!("jst_{kind}"), number);
    }
    let corners = [[0.0_f32, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut vectors = Memory::zeros();
    let first: *const f32 = corners.as_ptr().cast();
    let columns = jst_vectors {
        axis: [
            first.cast(),
            first.wrapping_add(1).cast(),
            first.wrapping_add(2).cast(),
            ptr::null(),
        ],
        stride: 12,
        format: 0,
    };
    // SAFETY: the memory is long enough, and aligned.
    unsafe { vectors.0.as_mut_ptr().cast::<jst_vectors>().write(columns) };
    let triangle = [0_u32, 1, 2];
    let points = vectors.address();
    made.insert("jst_geometry".into(), make("jst_hull_create", &[points, 4]));
    let triangles = triangle.as_ptr().expose_provenance();
    made.insert(
        "jst_mesh_tree".into(),
        make("jst_mesh_tree_create", &[points, 4, triangles, 1, 0]),
    );
    made
}

/// What is wrong with an argument, each with what it is instead.
fn wrong(
    (kind, name): &(String, String),
    function: &str,
    objects: &BTreeMap<String, usize>,
    kept: &mut Vec<Box<Memory>>,
) -> Vec<(&'static str, usize)> {
    let mut ways = Vec::new();
    let bare = kind.trim_start_matches("const").trim_end_matches('*');
    if let Some(object) = objects.get(kind) {
        let other = objects.iter().find(|(other, _)| *other != kind).expect("there are others").1;
        ways.extend([
            ("what is no object", 1),
            ("a pointer that points somewhere", ptr::from_ref(kind).addr()),
            ("an object of another type", *other),
            ("an object that was destroyed", object ^ 1 << 40),
            ("the largest number", usize::MAX),
        ]);
        if !may_be_null(function, name) {
            ways.push(("null", 0));
        }
    } else if let Some(size) = sizes().get(bare) {
        let mut keep = |memory| keep(kept, memory);
        let mut later = Memory::sized(size + 8, bare.ends_with("_def"));
        later.0[*size as usize] = 1;
        ways.extend([
            ("without a size", keep(Memory::zeros())),
            ("with a size that is none", keep(Memory::sized(3, false))),
            ("with garbage for a size", keep(Memory::sized(0xdead_beef, false))),
            ("with an odd address", keep(Memory::sized(*size, false)) + 1),
            ("with half an address", keep(Memory::sized(*size, false)) + 2),
        ]);
        // What is told goes as far as the caller knows: more is no fault there.
        if kind.starts_with("const") {
            ways.push(("of a later header, with more in it", keep(later)));
        }
        if !may_be_null(function, name) {
            ways.push(("null", 0));
        }
    } else if kind.ends_with('*') && !name.starts_with("user") {
        let address = keep(kept, Memory::zeros());
        if kind != "constuint8_t*" {
            ways.push(("with an odd address", address + 1));
        }
        if !may_be_null(function, name) {
            ways.push(("null", 0));
        }
    } else if kind == "size_t" && name != "room" {
        // More than there are addresses for.
        ways.extend([("the largest number", usize::MAX), ("half of that", usize::MAX / 2)]);
    } else if name == "dimensions" {
        ways.extend([("0", 0), ("4", 4), ("the largest number", u32::MAX as usize)]);
    } else if ["jst_pair_list", "jst_mobility"].contains(&kind.as_str()) {
        ways.extend([("99", 99), ("-1", -1_i32 as u32 as usize)]);
    } else if kind == "jst_handle" {
        ways.extend([("no handle", 0), ("a handle that is none", 0xdead_beef_dead_beef)]);
    }
    ways
}

#[test]
fn wrong_arguments_are_told() {
    let library = Library::open();
    let objects = objects(&library);
    let (mut refused, mut functions) = (0, 0);
    let counts = |name: &str| {
        let mut count = 0_usize;
        let to = (&raw mut count).expose_provenance();
        assert_eq!(library.call(name, &[objects["jst_world"], to]), 0, "{}", library.said());
        count
    };
    for Declared { name, arguments } in declared() {
        // A log and memory are for the whole process; a thread that works does nothing else.
        if ["jst_set_log", "jst_set_allocator", "jst_pool_work"].contains(&name.as_str()) {
            continue;
        }
        functions += 1;
        for (place, argument) in arguments.iter().enumerate() {
            // What objects would have for something that is none: an empty pipeline has no step.
            let mut kept = Vec::new();
            for (what, value) in wrong(argument, &name, &objects, &mut kept) {
                let mut given: Vec<usize> = arguments
                    .iter()
                    .map(|(kind, name)| good(kind, name, &objects, &mut kept))
                    .collect();
                given[place] = value;
                let status = library.call(&name, &given);
                let said = library.said();
                assert!(
                    (1..=15).contains(&status) && !said.is_empty(),
                    "{name}: {} is {what}: {status} ({said})",
                    argument.1
                );
                assert_ne!(status, 13, "{name}: {} is {what}: {said}", argument.1);
                refused += 1;
            }
        }
    }
    println!("{refused} abuses of {functions} functions are told");
    assert!(functions > 100 && refused > 600, "{refused} of {functions} functions");
    // All objects are there, and work.
    assert_eq!(counts("jst_world_count"), 0);
    for (kind, object) in &objects {
        assert_eq!(library.call(&format!("{kind}_destroy"), &[*object]), 0, "{}", library.said());
        assert_eq!(library.call(&format!("{kind}_destroy"), &[*object]), 5, "twice");
    }
}

/// Structs of older headers, which end anywhere: what is missing is zero.
#[test]
fn shorter_structs_are_read_as_far_as_they_go() {
    let library = Library::open();
    let objects = objects(&library);
    let mut calls = 0;
    for Declared { name, arguments } in declared() {
        if name.ends_with("_create") || name.starts_with("jst_world_load") {
            continue;
        }
        for (place, (kind, _)) in arguments.iter().enumerate() {
            let bare = kind.trim_start_matches("const").trim_end_matches('*');
            let Some(size) = sizes().get(bare).copied() else { continue };
            for shorter in (4..size).step_by(4) {
                let mut kept = Vec::new();
                let mut given: Vec<usize> = arguments
                    .iter()
                    .map(|(kind, name)| good(kind, name, &objects, &mut kept))
                    .collect();
                let mut memory = Memory::sized(shorter, false);
                memory.0[shorter as usize..].fill(0xff);
                given[place] = memory.address();
                let status = library.call(&name, &given);
                assert!(status != 13 && status != 11, "{name}: {}", library.said());
                // Nothing is written behind what the caller knows.
                assert!(memory.0[shorter as usize..].iter().all(|byte| *byte == 0xff), "{name}");
                calls += 1;
            }
        }
    }
    assert!(calls > 500, "only {calls}");
}
