//! The floating-point environment: the engine rounds to nearest, keeps denormals and raises no
//! traps. Hosts may do otherwise, and get back what they had.

/// What the caller had, for as long as a call takes.
pub(crate) struct Environment {
    callers: u64,
}

impl Environment {
    /// Begins with the engine's own.
    pub(crate) fn enter() -> Self {
        let callers = register::get();
        if callers != register::OWN {
            register::set(register::OWN);
        }
        Self { callers }
    }
}

impl Drop for Environment {
    fn drop(&mut self) {
        // Flags that the engine raised are not the caller's.
        if register::get() != self.callers {
            register::set(self.callers);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[allow(unsafe_code, reason = "no other way to the register")]
mod register {
    use std::arch::asm;

    /// Round to nearest, all exceptions masked, no flags, denormals as they are.
    pub(super) const OWN: u64 = 0x1f80;

    pub(super) fn get() -> u64 {
        let mut register = 0_u32;
        // SAFETY: it writes four bytes to a place of that size; SSE is part of the architecture.
        unsafe {
            asm!("stmxcsr [{}]", in(reg) &raw mut register, options(nostack, preserves_flags))
        };
        register.into()
    }

    pub(super) fn set(to: u64) {
        let register = to as u32;
        // SAFETY: it reads four bytes. They are the engine's own, or were read from the register,
        // so no bit is set that must not be. Between two calls of this function no number is
        // computed that the compiler could move across: the work between them is behind a call
        // that it cannot see through, which catches panics.
        unsafe { asm!("ldmxcsr [{}]", in(reg) &raw const register, options(nostack)) };
    }
}

#[cfg(target_arch = "aarch64")]
#[allow(unsafe_code, reason = "no other way to the register")]
mod register {
    use std::arch::asm;

    /// Round to nearest, no traps, denormals as they are.
    pub(super) const OWN: u64 = 0;

    pub(super) fn get() -> u64 {
        let register: u64;
        // SAFETY: every program may read the register.
        unsafe {
            asm!("mrs {}, fpcr", out(reg) register, options(nomem, nostack, preserves_flags))
        };
        register
    }

    pub(super) fn set(to: u64) {
        // SAFETY: every program may write the register, and the bits are zero or were read from it.
        unsafe { asm!("msr fpcr, {}", in(reg) to, options(nostack)) };
    }
}

/// Others have no such register, or none that programs change.
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
mod register {
    pub(super) const OWN: u64 = 0;

    pub(super) fn get() -> u64 {
        OWN
    }

    pub(super) fn set(_: u64) {}
}
