// What is shown and from where. It is kept in the fragment of the address, so that a view can be
// sent to somebody, and asked for by a test.

const COLORINGS = ["degree", "depth", "cell"];

// With more primitives than this, only the upper levels are shown at first.
const MOST_AT_FIRST = 300;

// These hide more than they show until they are asked for.
const HIDDEN_AT_FIRST = ["loose cells", "intervals"];

function deepestLevel(facts) {
  return Math.max(-1, ...facts.groups.filter(group => group.level).map(group => group.depth));
}

function firstLevel(facts) {
  let sum = 0;
  for (let level = 0; level <= deepestLevel(facts); level++) {
    const here = facts.groups.filter(group => group.level && group.depth === level);
    sum += here.reduce((count, group) => count + group.count, 0);
    if (sum > MOST_AT_FIRST) { return level - 1; }
  }
  return deepestLevel(facts);
}

function firstState(facts) {
  const many = facts.groups.filter(group => !group.level && group.count > 10 * MOST_AT_FIRST);
  return {
    color: "degree", level: firstLevel(facts), yaw: -62, pitch: 28, zoom: 1, x: 0, y: 0, shapes: 1,
    live: 0,
    hide: HIDDEN_AT_FIRST.concat(many.map(group => group.element)),
    // On a phone the panel would cover everything.
    panel: window.innerWidth >= 600 ? 1 : 0,
  };
}

function isShown(group, state) {
  return !state.hide.includes(group.element) && (!group.level || group.depth <= state.level);
}

function clamped(x, low, high) { return Math.min(Math.max(x, low), high); }

// Keeps numbers within what makes sense, whatever the address says.
function checked(state, facts) {
  const first = firstState(facts);
  for (const key of ["level", "yaw", "pitch", "zoom", "x", "y", "shapes", "live", "panel"]) {
    if (!Number.isFinite(state[key])) { state[key] = first[key]; }
  }
  if (!COLORINGS.includes(state.color)) { state.color = first.color; }
  state.level = clamped(Math.round(state.level), -1, deepestLevel(facts));
  state.pitch = clamped(state.pitch, -90, 90);
  state.zoom = clamped(state.zoom, 0.1, 10000);
  state.live = state.live === 0 ? 0 : 1;
  return state;
}

function stateOf(fragment, facts) {
  const state = firstState(facts);
  for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ""))) {
    if (key === "hide") {
      state.hide = value.split(",");
    } else if (key === "color") {
      state.color = value;
    } else if (key in state) {
      state[key] = Number(value);
    }
  }
  return checked(state, facts);
}

// Only what is not as it was at first.
function fragmentOf(state, facts) {
  const first = firstState(facts);
  const parts = Object.entries(state)
    .map(([key, value]) => [key, typeof value === "number" ? +value.toFixed(4) : String(value)])
    .filter(([key, value]) => String(value) !== String(first[key]));
  return parts.length ? `#${new URLSearchParams(parts)}` : "#";
}
