//! A channel that holds so many messages at most, as `crossbeam`'s.

use std::{collections::VecDeque, iter, sync::Arc};

use shuttle::sync::{Condvar, Mutex};

struct State<T> {
    messages: VecDeque<T>,
    has_sender: bool,
    has_receiver: bool,
}

struct Channel<T> {
    most: usize,
    state: Mutex<State<T>>,
    changed: Condvar,
}

impl<T> Channel<T> {
    /// Waits until the state lets something happen, which changes it.
    fn wait_for<R>(&self, mut happens: impl FnMut(&mut State<T>) -> Option<R>) -> R {
        let mut state = self.state.lock().expect("no thread panics");
        loop {
            if let Some(result) = happens(&mut state) {
                self.changed.notify_all();
                return result;
            }
            state = self.changed.wait(state).expect("no thread panics");
        }
    }

    fn change(&self, change: impl FnOnce(&mut State<T>)) {
        change(&mut self.state.lock().expect("no thread panics"));
        self.changed.notify_all();
    }
}

pub(crate) struct Sender<T>(Arc<Channel<T>>);

pub(crate) struct Receiver<T>(Arc<Channel<T>>);

pub(crate) fn bounded<T>(most: usize) -> (Sender<T>, Receiver<T>) {
    let state = State { messages: VecDeque::new(), has_sender: true, has_receiver: true };
    let channel = Channel { most, state: Mutex::new(state), changed: Condvar::new() };
    let channel = Arc::new(channel);
    (Sender(channel.clone()), Receiver(channel))
}

impl<T> Sender<T> {
    /// Waits for room. Gives the message back where nobody will take it.
    pub(crate) fn send(&self, message: T) -> Result<(), T> {
        let mut message = Some(message);
        self.0.wait_for(|state| {
            if !state.has_receiver {
                return message.take().map(Err);
            }
            if state.messages.len() == self.0.most {
                return None;
            }
            state.messages.extend(message.take());
            Some(Ok(()))
        })
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        self.0.change(|state| state.has_sender = false);
    }
}

impl<T> Receiver<T> {
    /// Waits for messages until there is no sender any more.
    pub(crate) fn iter(&self) -> impl Iterator<Item = T> {
        iter::from_fn(|| {
            self.0.wait_for(|state| match state.messages.pop_front() {
                None if state.has_sender => None,
                message => Some(message),
            })
        })
    }
}

impl<'a, T> IntoIterator for &'a Receiver<T> {
    type Item = T;
    type IntoIter = Box<dyn Iterator<Item = T> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.iter())
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        self.0.change(|state| state.has_receiver = false);
    }
}
