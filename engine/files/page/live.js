// The engine in the page, where its module was put in: shapes fly about, and each picture shows what
// touches then.

// Seconds that pass from one picture to the next at most, however long it took.
const LONGEST_STEP = 0.1;

// The engine with the shapes of the page; nothing where the page has no module.
function makeLive(facts) {
  const module = bytesOf("engine");
  if (module.length === 0) { return null; }
  const engine = new WebAssembly.Instance(new WebAssembly.Module(module)).exports;
  // Memory may have moved whenever the engine was at work.
  const floats = at => new Float32Array(engine.memory.buffer, at);
  const words = () => new Uint32Array(engine.memory.buffer, engine.words(), 3 * facts.shapes);
  const bounds = new Float32Array(bytesOf("bounds").buffer);
  const room = engine.room(facts.shapes);
  floats(room).set(bounds);
  floats(room).set(facts.ends, bounds.length);
  words().set(new Uint32Array(bytesOf("shapes").buffer));
  engine.begin(facts.dim, facts.round ? 1 : 0);
  const live = { first: engine.step(0), pairs: 0, took: 0, last: 0 };
  live.step = now => {
    const seconds = Math.min((now - live.last) / 1000, LONGEST_STEP);
    const start = performance.now();
    live.pairs = engine.step(live.last ? seconds : 0);
    live.took = performance.now() - start;
    if (live.pairs < 0) { fail("The engine has failed."); }
    live.last = now;
    return words();
  };
  live.rest = () => { live.last = 0; };
  return live;
}

function showLive(live, state) {
  document.getElementById("live").hidden = !live;
  document.getElementById("live-on").checked = state.live === 1;
  const text = document.getElementById("live-text");
  if (live) { text.dataset.first = live.first; }
  text.textContent = live && live.last
    ? `${live.pairs.toLocaleString("en")} pairs, found in ${live.took.toFixed(1)} ms` : "";
}
