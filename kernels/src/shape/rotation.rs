//! From rotations to axes.
//!
//! Computed in `f64` and rounded once, each component is within half a step, or 2^-50, of that of
//! the rotation whose direction the stored numbers have: they need not have length 1. What is zero
//! comes out as zero, so quarter turns are exact.

use crate::{real::Real, simd::LANES};

/// The axes that a unit complex number `[cos, sin]` turns the coordinate axes to.
#[inline(always)]
fn axes_of_complex<R: Real>([cos, sin]: [R; 2]) -> [[R; 2]; 2] {
    let per_length = cos.of(1.0) / (cos * cos + sin * sin).sqrt();
    let (cos, sin) = (cos * per_length, sin * per_length);
    [[cos, sin], [-sin, cos]]
}

/// The axes that a unit quaternion `[x, y, z, w]` turns the coordinate axes to.
///
/// The diagonal as sums of squares: taken from 1, as is common, zeros would not come out as such.
#[inline(always)]
fn axes_of_quaternion<R: Real>([x, y, z, w]: [R; 4]) -> [[R; 3]; 3] {
    let (xx, yy, zz, ww) = (x * x, y * y, z * z, w * w);
    let (xy, xz, yz) = (x * y, x * z, y * z);
    let (wx, wy, wz) = (w * x, w * y, w * z);
    let once = x.of(1.0) / (xx + yy + zz + ww);
    let twice = once + once;
    [
        [((ww - zz) + (xx - yy)) * once, (xy + wz) * twice, (xz - wy) * twice],
        [(xy - wz) * twice, ((ww - zz) + (yy - xx)) * once, (yz + wx) * twice],
        [(xz + wy) * twice, (yz - wx) * twice, ((ww - xx) + (zz - yy)) * once],
    ]
}

macro_rules! by_eight {
    ($(#[$doc:meta])* $name:ident, $of_one:ident, $numbers:literal, $dimension:literal) => {
        $(#[$doc])*
        ///
        /// Zeros are positive.
        #[inline(always)]
        #[must_use]
        pub fn $name(
            of: &[[f32; LANES]; $numbers],
        ) -> [[[f32; LANES]; $dimension]; $dimension] {
            let mut axes = [[[0.0; LANES]; $dimension]; $dimension];
            // Lane by lane, without calls in between: compilers make vectors of it.
            for lane in 0..LANES {
                let mut one = [0.0; $numbers];
                for number in 0..$numbers {
                    one[number] = f64::from(of[number][lane]);
                }
                let one = $of_one(one);
                for axis in 0..$dimension {
                    for component in 0..$dimension {
                        axes[axis][component][lane] = one[axis][component] as f32 + 0.0;
                    }
                }
            }
            axes
        }
    };
}
by_eight!(
    /// The axes of eight rotations by complex numbers `[cos, sin]`.
    complex_axes, axes_of_complex, 2, 2
);
by_eight!(
    /// The axes of eight rotations by quaternions `[x, y, z, w]`.
    quaternion_axes, axes_of_quaternion, 4, 3
);

/// Turns points by eight rotations, one in each lane.
#[derive(Clone, Copy, Debug)]
pub struct ComplexTurns {
    cos: [f64; LANES],
    sin: [f64; LANES],
}

impl ComplexTurns {
    /// By complex numbers `[cos, sin]`.
    #[inline(always)]
    #[must_use]
    pub fn new([cos, sin]: &[[f32; LANES]; 2]) -> Self {
        let mut turn = Self { cos: [0.0; LANES], sin: [0.0; LANES] };
        for lane in 0..LANES {
            let [[cos, sin], _] = axes_of_complex([f64::from(cos[lane]), f64::from(sin[lane])]);
            (turn.cos[lane], turn.sin[lane]) = (cos, sin);
        }
        turn
    }

    /// Eight points, turned: within half a step, or 2^-50 of their length. Zeros are positive.
    #[inline(always)]
    #[must_use]
    pub fn point(&self, [x, y]: &[[f32; LANES]; 2]) -> [[f32; LANES]; 2] {
        let mut turned = [[0.0; LANES]; 2];
        for lane in 0..LANES {
            let (x, y) = (f64::from(x[lane]), f64::from(y[lane]));
            turned[0][lane] = (self.cos[lane] * x - self.sin[lane] * y) as f32 + 0.0;
            turned[1][lane] = (self.sin[lane] * x + self.cos[lane] * y) as f32 + 0.0;
        }
        turned
    }
}
