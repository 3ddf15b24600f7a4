// What is drawn: two buffers of boxes, and the programs that draw them.

// Lengths of a dash with its gap, and of the dash, in pixels; a dash as long as both has no gap.
const DASHES = { leaves: [8, 5], "loose cells": [4, 1.5], cuts: [10, 6] };
const WHOLE = [2, 2];

function textOf(id) { return document.getElementById(id).textContent; }

// A part of the data. Words are little-endian in it, as they are on all machines with WebGL.
function bytesOf(id) {
  const text = atob(textOf(id));
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) { bytes[i] = text.charCodeAt(i); }
  return bytes;
}

function compiled(gl, type, source) {
  const shader = gl.createShader(type);
  gl.shaderSource(shader, source);
  gl.compileShader(shader);
  if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost()) {
    throw new Error(gl.getShaderInfoLog(shader));
  }
  return shader;
}

// A program, with the places of its uniforms by name.
function program(gl, vertex, fragment) {
  const linked = gl.createProgram();
  gl.attachShader(linked, compiled(gl, gl.VERTEX_SHADER, vertex));
  gl.attachShader(linked, compiled(gl, gl.FRAGMENT_SHADER, fragment));
  gl.linkProgram(linked);
  if (!gl.getProgramParameter(linked, gl.LINK_STATUS) && !gl.isContextLost()) {
    throw new Error(gl.getProgramInfoLog(linked));
  }
  const places = {};
  const count = gl.getProgramParameter(linked, gl.ACTIVE_UNIFORMS) || 0;
  for (let i = 0; i < count; i++) {
    const name = gl.getActiveUniform(linked, i).name;
    places[name.replace("[0]", "")] = gl.getUniformLocation(linked, name);
  }
  return { linked, places };
}

// A buffer of boxes, three words to each instance.
function boxes(gl, bytes) {
  const array = gl.createVertexArray();
  const buffer = gl.createBuffer();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0);
  gl.vertexAttribDivisor(0, 1);
  return { array, buffer };
}

// How shapes are turned, four numbers each; where nothing is said, none is.
function turns(gl, { array }, bytes) {
  gl.bindVertexArray(array);
  if (bytes.length === 0) {
    gl.vertexAttrib4f(1, 0, 0, 0, 1);
    return;
  }
  gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
  gl.bufferData(gl.ARRAY_BUFFER, bytes, gl.STATIC_DRAW);
  gl.enableVertexAttribArray(1);
  gl.vertexAttribDivisor(1, 1);
  gl.vertexAttribPointer(1, 4, gl.SHORT, true, 8, 0);
}

// Lets the instances begin with one that is not the first.
function startAt(gl, { array, buffer }, first) {
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.vertexAttribIPointer(0, 3, gl.UNSIGNED_INT, 12, 12 * first);
}

// Shapes that are somewhere else now. What was drawn around them is of before.
function replaceShapes(scene, words) {
  const gl = scene.gl;
  gl.bindBuffer(gl.ARRAY_BUFFER, scene.shapes.buffer);
  gl.bufferSubData(gl.ARRAY_BUFFER, 0, words);
  scene.hasMoved = true;
}

function makeScene(gl, facts) {
  const shapes = boxes(gl, bytesOf("shapes"));
  turns(gl, shapes, bytesOf("turns"));
  return {
    gl, facts, shapes,
    solid: program(gl, SHAPES_VERTEX, SHAPES_FRAGMENT),
    lines: program(gl, LINES_VERTEX, LINES_FRAGMENT),
    primitives: boxes(gl, bytesOf("primitives")),
    hasMoved: false,
  };
}

// What the camera of a state is: rows to the right, up and towards the eye; scale and shift.
function camera(facts, state, width, height) {
  const flat = facts.dim === 2;
  const yaw = state.yaw * Math.PI / 180;
  const pitch = state.pitch * Math.PI / 180;
  const [s, c, rise, reach] = [Math.sin(yaw), Math.cos(yaw), Math.sin(pitch), Math.cos(pitch)];
  const rows = flat ? [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
    : [[-s, c, 0], [-rise * c, -rise * s, reach], [reach * c, reach * s, rise]];
  // In space the whole is in sight from everywhere.
  const across = flat ? facts.sides : [Math.hypot(...facts.sides), Math.hypot(...facts.sides)];
  const fit = 0.92 * Math.min(width / Math.max(across[0], 1e-9), height / Math.max(across[1], 1e-9));
  const scale = [2 * fit * state.zoom / width, 2 * fit * state.zoom / height];
  return { rows, scale, shift: [scale[0] * state.x, scale[1] * state.y], fit: fit * state.zoom };
}

function use(scene, { linked, places }, view) {
  const gl = scene.gl;
  gl.useProgram(linked);
  gl.uniform3fv(places.sides, scene.facts.sides);
  // Columns are wanted, and transposing is not allowed everywhere.
  gl.uniformMatrix3fv(places.view, false, [0, 1, 2].flatMap(k => view.rows.map(row => row[k])));
  gl.uniform2fv(places.scale, view.scale);
  gl.uniform2fv(places.shift, view.shift);
}

// Sizes on the grid that are seen as a pixel and a half; none on an axis without any size.
function leastSizes(facts, view) {
  return facts.sides.map(side => side > 0 ? 1.5 * 65535 / (view.fit * side) : 0);
}

function drawShapes(scene, state, view) {
  const { gl, facts, solid } = scene;
  const flat = facts.dim === 2;
  use(scene, solid, view);
  gl.uniform3fv(solid.places.eye, view.rows[2]);
  gl.uniform3fv(solid.places.least, leastSizes(facts, view));
  gl.uniform1i(solid.places.coloring, COLORINGS.indexOf(state.color));
  gl.uniform3fv(solid.places.depths, facts.colors.flatMap(of => of.slice(0, 3).map(x => x / 255)));
  gl.uniform1i(solid.places.round_shapes, facts.round && flat ? 1 : 0);
  gl.uniform1f(solid.places.opacity, flat ? 0.6 : 1);
  startAt(gl, scene.shapes, 0);
  gl.drawArraysInstanced(gl.TRIANGLES, 0, flat ? 6 : 18, facts.shapes);
}

function drawGroups(scene, groups, view, opacity) {
  const { gl, lines } = scene;
  use(scene, lines, view);
  for (const group of groups) {
    const [red, green, blue] = group.color.map(x => x / 255);
    gl.uniform4f(lines.places.color, red, green, blue, opacity);
    gl.uniform2fv(lines.places.dashes, DASHES[group.element] || WHOLE);
    gl.uniform1i(lines.places.is_line, group.line ? 1 : 0);
    startAt(gl, scene.primitives, group.first);
    gl.drawArraysInstanced(gl.LINES, 0, group.line ? 2 : 24, group.count);
  }
}

function drawScene(scene, state) {
  const { gl, facts } = scene;
  const flat = facts.dim === 2;
  const view = camera(facts, state, gl.drawingBufferWidth, gl.drawingBufferHeight);
  gl.viewport(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight);
  gl.clearColor(1, 1, 1, 1);
  // Else depths are not cleared.
  gl.depthMask(true);
  gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
  gl.enable(gl.BLEND);
  gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl[flat ? "disable" : "enable"](gl.DEPTH_TEST);
  gl.depthFunc(gl.LESS);
  if (state.shapes) { drawShapes(scene, state, view); }
  const shown = scene.hasMoved ? [] : facts.groups;
  const groups = shown.filter(group => isShown(group, state)).reverse();
  // What is behind shapes is seen faintly, so that the boxes around them are whole.
  gl.depthMask(false);
  if (!flat) {
    gl.depthFunc(gl.GREATER);
    drawGroups(scene, groups, view, 0.2);
    gl.depthFunc(gl.LEQUAL);
  }
  drawGroups(scene, groups, view, 1);
}
