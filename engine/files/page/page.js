// The page: what the user does becomes a state, and a state becomes a picture.

// Degrees of an arrow key, and how much a step of zooming is.
const TURN = 5;
const STEP = 1.25;

function fail(why) {
  const error = document.getElementById("error");
  error.textContent = why;
  error.hidden = false;
}

// Moves the picture by pixels of the screen.
function moved(state, view, dx, dy) {
  const pixels = window.devicePixelRatio / view.fit;
  return { x: state.x + dx * pixels, y: state.y - dy * pixels };
}

function turned(state, dx, dy) {
  return { yaw: (state.yaw - 0.4 * dx) % 360, pitch: state.pitch + 0.4 * dy };
}

// Fingers and the mouse. One turns, or moves what is flat; two move and zoom.
function followPointers(canvas, flat, page) {
  const down = new Map();
  const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
  canvas.onpointerdown = event => {
    canvas.setPointerCapture(event.pointerId);
    down.set(event.pointerId, event);
  };
  canvas.onpointerup = canvas.onpointercancel = event => down.delete(event.pointerId);
  canvas.onpointermove = event => {
    const last = down.get(event.pointerId);
    if (!last) { return; }
    const before = down.size === 2 ? spread([...down.values()]) : 0;
    down.set(event.pointerId, event);
    const [dx, dy] = [event.clientX - last.clientX, event.clientY - last.clientY];
    const state = page.state();
    if (down.size === 2) {
      const zoom = state.zoom * spread([...down.values()]) / Math.max(before, 1);
      page.change({ zoom, ...moved(state, page.view(), dx / 2, dy / 2) });
    } else if (flat || event.shiftKey) {
      page.change(moved(state, page.view(), dx, dy));
    } else {
      page.change(turned(state, dx, dy));
    }
  };
  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    page.change({ zoom: page.state().zoom * Math.exp(-0.0015 * event.deltaY) });
  }, { passive: false });
}

// What a key changes; nothing for keys that mean nothing.
function byKey(key, state, flat, view, facts) {
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  if (key in arrows) {
    const [dx, dy] = arrows[key];
    return flat ? moved(state, view, -40 * dx, -40 * dy)
      : { yaw: (state.yaw + TURN * dx) % 360, pitch: state.pitch - TURN * dy };
  }
  const color = COLORINGS[["1", "2", "3"].indexOf(key)];
  return color ? { color } : {
    "+": { zoom: state.zoom * STEP }, "=": { zoom: state.zoom * STEP },
    "-": { zoom: state.zoom / STEP },
    "[": { level: state.level - 1 }, "]": { level: state.level + 1 },
    "s": { shapes: 1 - state.shapes }, "l": { live: 1 - state.live },
    "p": { panel: 1 - state.panel },
    "0": { ...firstState(facts), panel: state.panel },
  }[key];
}

function followKeys(facts, flat, page) {
  window.addEventListener("keydown", event => {
    // A slider has arrows of its own.
    const isControl = event.target instanceof HTMLInputElement && event.key.startsWith("Arrow");
    if (event.ctrlKey || event.metaKey || event.altKey || isControl) { return; }
    const what = byKey(event.key, page.state(), flat, page.view(), facts);
    if (what) {
      event.preventDefault();
      page.change(what);
    }
  });
}

function start() {
  const facts = JSON.parse(textOf("facts"));
  const canvas = document.getElementById("canvas");
  // Of very many shapes most are not much larger than a pixel, which has no edge to be smoothed.
  const antialias = facts.shapes <= 200000;
  const gl = canvas.getContext("webgl2", { antialias, alpha: false });
  let state = stateOf(location.hash, facts);
  let scene = gl && makeScene(gl, facts);
  let live = null;
  let waiting = false;
  const show = now => {
    waiting = false;
    if (live && state.live) {
      const words = live.step(now);
      if (scene) { replaceShapes(scene, words); }
      soon();
    } else if (live) {
      live.rest();
    }
    const [width, height] = [canvas.clientWidth, canvas.clientHeight];
    canvas.width = Math.round(width * window.devicePixelRatio);
    canvas.height = Math.round(height * window.devicePixelRatio);
    if (scene && !gl.isContextLost()) { drawScene(scene, state); }
    showPanel(facts, state);
    showLive(live, state);
  };
  // At most one picture for each that the screen shows.
  const soon = () => {
    if (!waiting) { waiting = true; requestAnimationFrame(show); }
  };
  const change = what => {
    state = checked({ ...state, ...what }, facts);
    // Not allowed everywhere, and done without.
    try { history.replaceState(null, "", fragmentOf(state, facts)); } catch { /* as before */ }
    soon();
  };
  const view = () => camera(facts, state, canvas.width, canvas.height);
  const page = { state: () => state, change, view };
  makePanel(facts, page.state, change);
  followPointers(canvas, facts.dim === 2, page);
  followKeys(facts, facts.dim === 2, page);
  window.addEventListener("resize", soon);
  window.addEventListener("hashchange", () => { state = stateOf(location.hash, facts); soon(); });
  canvas.addEventListener("webglcontextlost", event => event.preventDefault());
  canvas.addEventListener("webglcontextrestored", () => { scene = makeScene(gl, facts); soon(); });
  try {
    live = makeLive(facts);
  } catch (error) {
    fail(`The engine cannot run in this page: ${error.message}`);
  }
  show(performance.now());
  if (!gl) { fail("This page draws with WebGL2, which this browser does not have or has turned off."); }
}

try {
  start();
} catch (error) {
  fail(`The picture cannot be drawn: ${error.message}`);
}
