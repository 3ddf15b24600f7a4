// The panel: what is drawn, in words, and what can be changed.

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

function swatch(color) {
  const made = element("i");
  made.style.background = `rgb(${color.slice(0, 3)})`;
  return made;
}

// Makes the controls; each tells what it changes to.
function makePanel(facts, state, change) {
  document.title = facts.title;
  document.getElementById("title").textContent = facts.title;
  document.getElementById("notes").append(
    ...facts.notes.map(note => element("li", { textContent: note })));
  const colors = document.getElementById("colors");
  for (const [index, name] of COLORINGS.entries()) {
    const onchange = () => change({ color: name });
    const input = element("input", { type: "radio", name: "color", value: name, onchange });
    const label = ["touching", "depth", "cell"][index];
    colors.append(element("label", {}, input, ` ${label}`));
  }
  const level = document.getElementById("level");
  level.min = -1;
  level.max = deepestLevel(facts);
  level.oninput = () => change({ level: Number(level.value) });
  document.getElementById("levels").hidden = deepestLevel(facts) < 0;
  makeKinds(facts, state, change);
  document.getElementById("live-on").onchange =
    event => change({ live: event.target.checked ? 1 : 0 });
  const panel = document.getElementById("panel");
  panel.open = state().panel === 1;
  panel.ontoggle = () => {
    // It is told of what the state did, too.
    if (panel.open !== (state().panel === 1)) { change({ panel: panel.open ? 1 : 0 }); }
  };
}

// A box to tick for each kind of primitive.
function makeKinds(facts, state, change) {
  const kinds = document.getElementById("kinds");
  for (const name of new Set(facts.groups.map(group => group.element))) {
    const onchange = event => {
      const others = state().hide.filter(hidden => hidden !== name);
      change({ hide: event.target.checked ? others : others.concat(name) });
    };
    const input = element("input", { type: "checkbox", value: name, onchange });
    kinds.append(element("label", {}, input, ` ${name}`));
  }
}

// What the colors mean now.
function legendOf(facts, state) {
  if (state.color === "degree") {
    return [["alone", [186, 196, 209]], ["touches one", [230, 71, 59]], ["touches 32", [92, 5, 13]]];
  }
  if (state.color === "depth") {
    return facts.colors.map((color, depth) => [depth ? String(depth) : "depth 0", color]);
  }
  return [["a color for each leaf, cell or strip", [160, 160, 160]]];
}

function showPanel(facts, state) {
  for (const input of document.querySelectorAll("#colors input")) {
    input.checked = input.value === state.color;
  }
  for (const input of document.querySelectorAll("#kinds input")) {
    input.checked = !state.hide.includes(input.value);
  }
  document.getElementById("level").value = state.level;
  const [upto, all] = [state.level, deepestLevel(facts)];
  document.getElementById("level-text").textContent = upto < 0 ? "none" : `0 to ${upto} of ${all}`;
  document.getElementById("panel").open = state.panel === 1;
  document.getElementById("legend").replaceChildren(
    ...legendOf(facts, state).map(([name, color]) => element("span", {}, swatch(color), name)));
}
