//! Composite shapes: compounds, meshes, height fields and polylines in sets, pairs and worlds.

mod rolling;
