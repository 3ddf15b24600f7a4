//! All against all: the oracle, and the best choice below a few dozen boxes.
