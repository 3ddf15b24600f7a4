//! Every peer against brute force.
