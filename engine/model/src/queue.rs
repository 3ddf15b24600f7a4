//! A queue, as `crossbeam`'s.

use std::collections::VecDeque;

use shuttle::sync::Mutex;

pub(crate) struct SegQueue<T>(Mutex<VecDeque<T>>);

impl<T> SegQueue<T> {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(VecDeque::new()))
    }

    pub(crate) fn push(&self, item: T) {
        self.0.lock().expect("no thread panics").push_back(item);
    }

    pub(crate) fn pop(&self) -> Option<T> {
        self.0.lock().expect("no thread panics").pop_front()
    }
}
