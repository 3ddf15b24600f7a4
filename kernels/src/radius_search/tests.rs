use super::*;
use crate::{Lanes, Pass, SimdLevel, geometry::inside, lane::LANES, shape::Ball};

struct Scan<'a, const ABOVE: bool> {
    query: Query<3>,
    targets: Targets<'a, 3>,
    asked: &'a mut Vec<usize>,
}

impl<const ABOVE: bool> Pass for Scan<'_, ABOVE> {
    type Output = Vec<u32>;
    const AVX512: bool = true;
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> Vec<u32> {
        let Scan { query, targets, asked } = self;
        let mut out = vec![0; LANES * targets.keys.len()];
        let count = scan::<L, 3, ABOVE>(lanes, &query, &targets, &mut out, |place| {
            asked.push(place);
            place.is_multiple_of(2)
        });
        out.truncate(count);
        out
    }
}

/// The scalar reference.
fn reference(query: &Query<3>, points: &[[f32; 3]], keys: &[u32], above: bool) -> Vec<u32> {
    let near = |place: &usize| {
        let [x, y, z] = [0, 1, 2].map(|axis| points[*place][axis] - query.at[axis]);
        let square = x * x + y * y + z * z;
        let wanted = if above { keys[*place] > query.key } else { keys[*place] != query.key };
        wanted
            && square <= query.band.most
            && (square <= query.band.sure || place.is_multiple_of(2))
    };
    (0..points.len()).filter(near).map(|place| keys[place]).collect()
}

/// Numbers that look random: D. E. Knuth's multiplier.
fn next(state: &mut u64) -> u32 {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
    (*state >> 33) as u32
}

#[test]
fn every_level_equals_the_reference() {
    let (state, mut asked, mut found) = (&mut 1, Vec::new(), 0);
    for len in (0_usize..70).chain([1000]) {
        // On a coarse grid, so that the band is met.
        let points: Vec<[f32; 3]> =
            (0..len).map(|_| [0; 3].map(|_: i32| (next(state) % 8) as f32)).collect();
        let keys: Vec<u32> = (0..len as u32).map(|index| (1 << 23) + index * 3).collect();
        let groups = len.div_ceil(LANES);
        let mut columns = [const { Vec::new() }; 3];
        for (axis, column) in columns.iter_mut().enumerate() {
            column.resize(groups, [f32::NAN; LANES]);
            for (place, point) in points.iter().enumerate() {
                column[place / LANES][place % LANES] = point[axis];
            }
        }
        let mut key_groups = vec![[u32::MAX; LANES]; groups];
        for (place, key) in keys.iter().enumerate() {
            key_groups[place / LANES][place % LANES] = *key;
        }
        let targets = Targets { at: columns.each_ref().map(Vec::as_slice), keys: &key_groups };
        let key = keys.get(len / 3).copied().unwrap_or(1 << 23);
        for reach in [0.0, 1.0, 2.5, 3.0] {
            let query = Query { at: [3.0, 4.0, 3.0], key, band: Band::new(reach, 0.0) };
            for level in SimdLevel::available() {
                let full = level.run(Scan::<false> { query, targets, asked: &mut asked });
                assert_eq!(full, reference(&query, &points, &keys, false), "{level}");
                let half = level.run(Scan::<true> { query, targets, asked: &mut asked });
                assert_eq!(half, reference(&query, &points, &keys, true), "{level}");
                found += full.len() + half.len();
            }
        }
    }
    assert!(asked.len() > 100 && found > 1000, "{} asked, {found} found", asked.len());
}

/// What the band decides is what is decided without rounding.
#[test]
fn the_band_decides_nothing_wrongly() {
    let (state, mut decided) = (&mut 7, [0; 3]);
    for _ in 0..200_000 {
        let exponent = (next(state) % 250) << 23;
        let mut number = |spread: u32| {
            let exponent = exponent.saturating_sub((next(state) % spread) << 23);
            f32::from_bits(exponent + next(state) % (1 << 23)) * if spread > 8 { -1.0 } else { 1.0 }
        };
        let center = [number(2), number(5), number(30)];
        let radius = number(3).abs();
        let point = [center[0] + 0.6 * radius, center[1] - 0.5 * radius, center[2] + 0.62 * radius];
        // About on the sphere, some ulp to either side.
        let point = point.map(|x| f32::from_bits(x.to_bits().wrapping_add(next(state) % 5)));
        if !point.iter().chain([&radius]).all(|x| x.is_finite()) {
            continue;
        }
        let size = (0..3).map(|k| (f64::from(point[k]) - f64::from(center[k])).powi(2));
        let radius = if next(state).is_multiple_of(2) {
            let near = size.sum::<f64>().sqrt() as f32;
            f32::from_bits((near.to_bits() + next(state) % 9).saturating_sub(4))
        } else {
            radius
        };
        if !radius.is_finite() {
            continue;
        }
        let band = Band::new(radius, 0.0);
        let [x, y, z] = [0, 1, 2].map(|axis| point[axis] - center[axis]);
        let square = x * x + y * y + z * z;
        let inside = inside::ball(point, &Ball { center, radius });
        let (sure, most) = (square <= band.sure, square <= band.most);
        assert!((!sure || inside) && (most || !inside), "{point:?} {center:?} {radius}");
        decided[usize::from(sure) + usize::from(most)] += 1;
    }
    assert!(decided.iter().all(|count| *count > 5000), "{decided:?}");
}
