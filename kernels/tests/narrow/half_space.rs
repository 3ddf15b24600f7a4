//! Half-spaces against shapes of all kinds, by the definitions of the shapes.

mod at_rest;
mod body;
mod known;
mod moving;
mod two;
