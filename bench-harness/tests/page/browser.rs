//! A browser that takes pictures of pages.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Output},
    sync::atomic::{AtomicU32, Ordering},
};

use tiny_skia::Pixmap;

/// Names that the browser goes by.
const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/// Draws in software, alone, and asks nobody for anything.
const FLAGS: [&str; 12] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu-sandbox",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--hide-scrollbars",
    "--force-device-scale-factor=1",
];

/// A browser.
pub(crate) struct Browser(PathBuf);

impl Browser {
    /// The one that the variable `JOSTLE_CHROMIUM` names, or one of the usual names; none, and a
    /// line that says so, where there is none.
    pub(crate) fn find() -> Option<Self> {
        let named = env::var_os("JOSTLE_CHROMIUM").map(PathBuf::from);
        let folders = env::var_os("PATH").unwrap_or_default();
        let usual = env::split_paths(&folders)
            .flat_map(|folder| NAMES.map(|name| folder.join(name)))
            .find(|path| path.is_file());
        let found = named.or(usual).map(Self);
        if found.is_none() {
            eprintln!(
                "SKIPPED: the page was not looked at: there is no chromium; JOSTLE_CHROMIUM names \
                 one"
            );
        }
        found
    }

    /// Takes a picture of so many pixels of a view of a page.
    pub(crate) fn picture(&self, page: &Path, view: &str, size: [u32; 2]) -> Pixmap {
        let file = unused("picture.png");
        let [width, height] = size;
        let options =
            [format!("--window-size={width},{height}"), format!("--screenshot={}", file.display())];
        let output = self.open(page, view, &options);
        let png = fs::read(&file).unwrap_or_else(|error| panic!("{error}: {output:?}"));
        let picture = Pixmap::decode_png(&png).expect("the picture is a PNG");
        assert_eq!([picture.width(), picture.height()], size);
        picture
    }

    /// What a page is made of after its scripts have run.
    pub(crate) fn text(&self, page: &Path, view: &str) -> String {
        self.dumped(page, view, &["--dump-dom"])
    }

    /// The same without WebGL.
    pub(crate) fn text_without_webgl(&self, page: &Path) -> String {
        self.dumped(page, "", &["--disable-3d-apis", "--dump-dom"])
    }

    fn dumped(&self, page: &Path, view: &str, options: &[&str]) -> String {
        let options: Vec<String> = options.iter().map(|option| (*option).to_owned()).collect();
        String::from_utf8(self.open(page, view, &options).stdout).expect("a page is text")
    }

    fn open(&self, page: &Path, view: &str, options: &[String]) -> Output {
        let profile = unused("profile");
        let output = Command::new(&self.0)
            .args(FLAGS)
            .arg(format!("--user-data-dir={}", profile.display()))
            .arg("--virtual-time-budget=60000")
            .args(options)
            .arg(format!("file://{}#{view}", page.display()))
            .output()
            .unwrap_or_else(|error| panic!("{}: {error}", self.0.display()));
        // Left behind where this fails, which is no concern of the test.
        let _ = fs::remove_dir_all(profile);
        assert!(output.status.success(), "{output:?}");
        output
    }
}

/// A path that nothing else uses.
pub(crate) fn unused(name: &str) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    let name = format!("page-{}-{count}-{name}", std::process::id());
    Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
}

/// Has the program write a page with these arguments.
pub(crate) fn page(args: &[&str]) -> PathBuf {
    drawn("page.html", args)
}

/// Has the program draw into a file of this kind.
pub(crate) fn drawn(name: &str, args: &[&str]) -> PathBuf {
    let out = unused(name);
    let output = Command::new(env!("CARGO_BIN_EXE_jostle-bench"))
        .args(["render", "--out"])
        .arg(&out)
        .args(args)
        .output()
        .expect("the program starts");
    assert!(output.status.success(), "{output:?}");
    out
}

/// A file with boxes as rows of minima and maxima.
pub(crate) fn boxes<const N: usize>(rows: &[[f32; N]]) -> String {
    let bytes: Vec<u8> = rows.as_flattened().iter().flat_map(|x| x.to_le_bytes()).collect();
    let path = unused("boxes.bin");
    fs::write(&path, bytes).expect("the folder for tests can be written");
    path.to_str().expect("a plain name").to_owned()
}

/// Red, green and blue of a pixel.
pub(crate) fn pixel(picture: &Pixmap, [x, y]: [f64; 2]) -> [i32; 3] {
    let pixel = picture.pixel(x.round() as u32, y.round() as u32).expect("it is on the screen");
    [pixel.red(), pixel.green(), pixel.blue()].map(i32::from)
}

/// Number of pixels that differ between two pictures.
pub(crate) fn differing(a: &Pixmap, b: &Pixmap) -> usize {
    a.pixels().iter().zip(b.pixels()).filter(|(a, b)| a != b).count()
}

pub(crate) fn is_red([red, green, blue]: [i32; 3]) -> bool {
    red > green + 60 && red > blue + 60
}

/// Number of pixels that are red.
pub(crate) fn reds(picture: &Pixmap) -> usize {
    let [width, height] = [picture.width(), picture.height()];
    let all = (0..width).flat_map(|x| (0..height).map(move |y| [f64::from(x), f64::from(y)]));
    all.filter(|at| is_red(pixel(picture, *at))).count()
}

pub(crate) fn is_gray([red, green, blue]: [i32; 3]) -> bool {
    red < 240 && (red - green).abs() < 25 && blue >= green
}

pub(crate) const WHITE: [i32; 3] = [255; 3];
