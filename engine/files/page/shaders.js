"use strict";
// Shaders. Both take boxes as three words, as they were packed, and a number per vertex.

// From coordinates on the grid, 0 to 65535, to the screen: what lies in the middle of the grid is
// where the view is centered, and depth grows away from the eye.
const PROJECTION = `
uniform vec3 sides;
uniform mat3 view;
uniform vec2 scale;
uniform vec2 shift;
vec3 in_space(vec3 place) { return (place / 65535.0 - 0.5) * sides; }
vec4 project(vec3 point) {
  vec3 turned = view * point;
  return vec4(turned.xy * scale + shift, -0.5 * turned.z, 1.0);
}`;

const SHAPES_VERTEX = `#version 300 es
precision highp float;
precision highp int;
layout(location = 0) in uvec3 words;
// How the box is turned about its middle, as a quaternion.
layout(location = 1) in vec4 turn;
uniform vec3 eye;
uniform vec3 least;
uniform int coloring;
uniform vec3 depths[8];
flat out vec3 color;
out vec2 uv;
${PROJECTION}
const vec2 CORNERS[6] = vec2[6](
  vec2(0, 0), vec2(1, 0), vec2(1, 1), vec2(0, 0), vec2(1, 1), vec2(0, 1));
const vec3 ALONE = vec3(0.73, 0.77, 0.82);

float size(uint code) {
  return code < 64u ? float(code) : float((64u + (code & 63u)) << ((code >> 6u) - 1u));
}

vec3 hue(float turn) {
  vec3 wave = abs(fract(turn + vec3(0.0, 2.0 / 3.0, 1.0 / 3.0)) * 6.0 - 3.0) - 1.0;
  return mix(vec3(0.85), clamp(wave, 0.0, 1.0), 0.7) * 0.85;
}

vec3 color_of(uint degree, uint depth, uint cell) {
  if (coloring == 0) {
    float many = clamp(log2(float(max(degree, 1u))) / 5.0, 0.0, 1.0);
    return degree == 0u ? ALONE : mix(vec3(0.90, 0.28, 0.23), vec3(0.36, 0.02, 0.05), many);
  }
  if (depth == 31u) { return ALONE; }
  // Nineteen steps of the circle of hues lie far from each other, and come to all 32.
  return coloring == 1 ? depths[depth & 7u] : hue(float(cell * 19u & 31u) / 32.0);
}

vec3 turned(vec4 by, vec3 point) {
  return point + 2.0 * cross(by.xyz, cross(by.xyz, point) + by.w * point);
}

void main() {
  vec3 low = vec3(words.x & 0xffffu, words.x >> 16u, words.y & 0xffffu);
  vec3 sizes = vec3(size(words.z & 1023u), size(words.z >> 10u & 1023u), size(words.z >> 20u & 1023u));
  // What is smaller than a pixel would not be seen.
  vec3 grown = max(sizes, least);
  low -= 0.5 * (grown - sizes);
  uint cell = words.y >> 29u | (words.z >> 30u) << 3u;
  // The three sides that face the eye; in the plane only the one from above, axis 2, is asked for.
  int axis = 2 - gl_VertexID / 6;
  uv = CORNERS[gl_VertexID % 6];
  vec3 corner = axis == 0 ? vec3(0.0, uv) : axis == 1 ? vec3(uv.y, 0.0, uv.x) : vec3(uv, 0.0);
  vec4 by = turn / length(turn);
  vec3 normal = vec3(0.0);
  normal[axis] = 1.0;
  normal = turned(by, normal);
  corner[axis] = step(0.0, dot(eye, normal));
  float light = dot(normal * normal, vec3(0.76, 0.88, 1.0));
  color = light * color_of(words.y >> 16u & 255u, words.y >> 24u & 31u, cell);
  vec3 middle = in_space(low + 0.5 * grown);
  gl_Position = project(middle + turned(by, in_space(low + corner * grown) - middle));
}`;

const SHAPES_FRAGMENT = `#version 300 es
precision highp float;
flat in vec3 color;
in vec2 uv;
uniform bool round_shapes;
uniform float opacity;
out vec4 result;

void main() {
  vec2 pixels = 1.0 / max(fwidth(uv), vec2(1e-9));
  vec2 inside = min(uv, 1.0 - uv) * pixels;
  float edge = min(inside.x, inside.y);
  float length_across = min(pixels.x, pixels.y);
  if (round_shapes) {
    edge = (0.5 - length(uv - 0.5)) * length_across;
    if (edge < 0.0 && length_across > 2.0) { discard; }
  }
  // Lines fade around what is too small to have an inside.
  float line = edge < 1.0 ? smoothstep(4.0, 12.0, length_across) : 0.0;
  result = vec4(mix(color, 0.55 * color, line), mix(opacity, 1.0, line));
}`;

const LINES_VERTEX = `#version 300 es
precision highp float;
precision highp int;
layout(location = 0) in uvec3 words;
uniform bool is_line;
${PROJECTION}

void main() {
  vec3 low = vec3(words.x & 0xffffu, words.x >> 16u, words.y & 0xffffu);
  vec3 high = vec3(words.y >> 16u, words.z & 0xffffu, words.z >> 16u);
  int edge = gl_VertexID >> 1;
  float end = float(gl_VertexID & 1);
  // Four edges along each axis, by the ends of the other two.
  int axis = edge >> 2;
  vec3 corner = vec3(end);
  corner[(axis + 1) % 3] = float(edge & 1);
  corner[(axis + 2) % 3] = float(edge >> 1 & 1);
  gl_Position = project(in_space(mix(low, high, is_line ? vec3(end) : corner)));
}`;

const LINES_FRAGMENT = `#version 300 es
precision highp float;
uniform vec4 color;
uniform vec2 dashes;
out vec4 result;

void main() {
  if (mod(gl_FragCoord.x + gl_FragCoord.y, dashes.x) > dashes.y) { discard; }
  result = color;
}`;
