// The drawing of the net: what it shows, what is chosen, and what is fired by a click or a key.
//
// app.stage lets the editor use the drawing: what it puts there with use() is shown until release(), and its hands get
// pointers and keys first; see hands.js.

import { make } from "./app.js";
import { layOut } from "./layout.js";
import { lookOf } from "./look.js";
import { palette } from "./palette.js";
import { pointers } from "./pointers.js";
import { Scene } from "./scene.js";
import { transitionOf } from "./steps.js";
import { View } from "./view.js";

const mostNames = 3000; // that the search completes
const firing = 420; // milliseconds that tokens are on their way

function mount(app, root) {
  app.keys.add("The drawing", [
    ["← → ↑ ↓", "move it"],
    ["+ − 0", "closer, farther, all of it"],
    ["n p", "the next or previous transition that can fire"],
    ["Enter", "fire it"],
  ]);
  app.keys.add(
    "What it shows",
    [
      ["filled, double box", "a transition that can fire: click it"],
      ["dashed box", "the transition that has fired"],
      [
        "dashed ring",
        "its tokens changed in the last step, or it belongs to the chosen set; with ×1, its weight there",
      ],
      ["frame, thick arcs", "what is chosen, and its arcs"],
      ["two rings", "a state of a listed system that can be next: click it"],
      ["dot", "a token, the state of a listed system, or a signal that is true"],
      ["round end", "an inhibitor arc; one without an end reads"],
      ["two heads", "a reset arc"],
      ["diamond end", "a transport arc, which keeps the ages of tokens"],
      ["dashed arrow", "a transition that has priority over another one"],
      ["double circle", "a place that has tokens in a final marking"],
      ["dashed frame", "a unit of the file, or a component"],
    ],
    "sign",
  );
  const canvas = make("canvas", {
    tabindex: "0",
    role: "application",
    "aria-roledescription": "drawing",
    "aria-describedby": "drawing-keys",
  });
  const search = make("input", {
    type: "search",
    list: "drawing-names",
    placeholder: "Find a place or transition",
    "aria-label": "Find a place or transition",
    autocomplete: "off",
  });
  const names = make("datalist", { id: "drawing-names" });
  const frames = make("select", { "aria-label": "Frames" });
  const said = make("p", { class: "said", role: "status" });
  const button = (text, label, act) => {
    const b = make("button", { type: "button", "aria-label": label, title: label }, text);
    b.addEventListener("click", act);
    return b;
  };
  const bar = make("div", { class: "tools", role: "toolbar", "aria-label": "Drawing" }, search, names);
  bar.append(
    button("−", "Zoom out", () => zoom(1 / 1.25)),
    button("+", "Zoom in", () => zoom(1.25)),
    button("Fit", "Fit the whole net", () => fit()),
    frames,
  );
  const keys = make("p", { id: "drawing-keys", class: "hidden" });
  keys.textContent =
    "Arrow keys move the drawing, plus and minus zoom, 0 shows all. " +
    "N and P go through the transitions that can fire, Enter fires the chosen one.";
  root.append(bar, canvas, said, keys);

  const above = make("canvas", { class: "above", "aria-hidden": "true" }); // what is being moved
  canvas.after(above);
  let scene = null;
  let overlay = null;
  let look = null;
  let moving = null;
  let colours = palette();
  let asked = false; // a frame is asked for
  let chosen = -1;
  const view = new View();
  const [paper, front] = [canvas.getContext("2d"), above.getContext("2d")];

  function paint() {
    asked = false;
    const ratio = window.devicePixelRatio || 1;
    const shown = stage.used || { scene, look, marks: { nodes: new Set(chosen < 0 ? [] : [chosen]), arc: -1 } };
    for (const c of [paper, front]) c.setTransform(ratio, 0, 0, ratio, 0, 0);
    front.clearRect(0, 0, view.width, view.height);
    if (!stage.still) {
      paper.fillStyle = colours.paper;
      paper.fillRect(0, 0, view.width, view.height);
      if (shown.scene && shown.look) shown.scene.paint(paper, view, colours, shown.look, shown.marks, moving);
      stage.still = Boolean(shown.scene?.lifted); // until it is dropped, all else stays as it is painted
    }
    if (shown.scene?.lifted) shown.scene.paint(front, view, colours, shown.look, shown.marks, null, shown.scene.lifted);
    shown.extra?.(front, view, colours);
  }
  function repaint() {
    if (asked) return;
    asked = true;
    requestAnimationFrame(paint);
  }
  function anew() {
    stage.still = false;
    repaint();
  }
  const stage = (app.stage = {
    canvas,
    view,
    repaint,
    hands: null, // of the editor
    used: null, // {scene, look, marks, extra}: what the editor shows
    still: false, // what is below the front is painted, and does not change
    // use shows something else than the game.
    use(x) {
      stage.used = x;
      anew();
    },
    // release shows the game again.
    release() {
      stage.used = stage.hands = null;
      show();
      anew();
    },
    game: () => scene,
    say: (text) => (said.textContent = text),
    fit: () => fit(),
    anew,
  });
  const on = () => stage.used?.scene || scene;
  function fit() {
    if (!on()) return;
    view.fit(on().box);
    anew();
  }
  function zoom(by, x, y) {
    view.zoom(by, x, y);
    anew();
  }
  function move(dx, dy) {
    view.move(dx, dy);
    anew();
  }
  function resize() {
    const box = canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    [view.width, view.height] = [box.width, box.height];
    for (const c of [canvas, above])
      [c.width, c.height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    Object.assign(above.style, {
      left: canvas.offsetLeft + "px",
      top: canvas.offsetTop + "px",
      width: box.width + "px",
      height: box.height + "px",
    });
    if (view.fitted) fit();
    stage.still = false;
    paint(); // at once: setting the size has cleared the canvas
  }
  new ResizeObserver(resize).observe(canvas);

  // size tells how large the net is, and of the game how many can fire.
  function size() {
    const n = (x, noun) => `${x.toLocaleString("en")} ${noun}${x === 1 ? "" : "s"}`;
    const list = app.model.size
      ? [app.model.size]
      : [n(app.model.places, "place"), n(app.model.transitions, "transition")];
    if (app.net.nodes.length === 0 && app.model.size) list.push("too large to be drawn");
    return (overlay || app.net.unplayed ? list : [...list, `${look.lit.size.toLocaleString("en")} can fire`]).join(
      ", ",
    );
  }

  // about tells what a node is and has.
  function about(i) {
    const n = app.net.nodes[i];
    const parts = [n.label + (n.about ? ` (${n.about})` : "")];
    if (app.net.unplayed && app.model.kind !== "circuit") return parts[0];
    if (app.model.kind === "circuit") return parts[0] + (overlay ? (look.tokens[i] ? ": true" : ": false") : "");
    if (app.model.kind === "listed system")
      return `state ${n.label}${look.tokens[i] ? ": here" : look.lit.has(i) ? ": can be next" : ""}`;
    if (!n.transition) {
      const tokens = look.tokens[i] || "0";
      if (look.notes.has(i)) parts[0] += `, ${look.notes.get(i)}`;
      parts.push(tokens === "1" ? "1 token" : `${tokens} tokens`);
      const colours = app.net.places.map((p, k) => [p, k]).filter(([p]) => p.node === i && p.part);
      if (colours.length > 0 && app.play && !overlay) {
        const held = new Map(app.play.marking.map((t) => [t.place, t.tokens]));
        const list = colours
          .filter(([, k]) => held.has(k))
          .map(([p, k]) => (held.get(k) === "1" ? p.part : `${held.get(k)}×${p.part}`));
        if (list.length > 0) parts.push(list.slice(0, 20).join(", "));
      }
      return parts.join(": ");
    }
    const of = bindings(i);
    if (look.notes.has(i)) parts[0] += `, ${look.notes.get(i)}`;
    parts.push(look.lit.has(i) ? (of.length > 1 ? `${of.length} bindings can fire` : "can fire") : "transition");
    return parts.join(": ");
  }
  const bindings = (node) =>
    overlay || !app.play
      ? []
      : app.play.enabled.filter((s) => app.net.transitions[transitionOf(app.net, s)].node === node);

  function choose(i, show) {
    chosen = i;
    said.textContent = i < 0 ? size() : about(i);
    if (show && i >= 0) view.center(scene.at[2 * i], scene.at[2 * i + 1]);
    anew();
  }
  function fire(node) {
    const list = bindings(node);
    if (list.length === 1) app.emit("fire", list[0]);
    else if (list.length > 1) app.emit("bindings", node);
  }

  const under = (at) => {
    const [x, y] = view.point(at);
    return scene ? scene.nodeAt(x, y, 4 / view.k) : -1;
  };
  pointers(canvas, {
    hands: () => stage.hands,
    hover(at) {
      const i = under(at);
      canvas.style.cursor = i >= 0 && look?.lit.has(i) ? "pointer" : "grab";
      if (i >= 0) said.textContent = about(i);
    },
    move,
    zoom,
    click(at) {
      const i = under(at);
      choose(i, false);
      if (i >= 0) fire(i);
    },
  });
  canvas.addEventListener("keydown", (e) => {
    if (stage.hands?.key(e)) return e.preventDefault();
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const act = {
      ArrowLeft: () => move(60, 0),
      ArrowRight: () => move(-60, 0),
      ArrowUp: () => move(0, 60),
      ArrowDown: () => move(0, -60),
      "+": () => zoom(1.25),
      "=": () => zoom(1.25),
      "-": () => zoom(1 / 1.25),
      0: fit,
      ...(stage.hands ? {} : { n: () => next(1), p: () => next(-1), Enter: () => chosen >= 0 && fire(chosen) }),
    }[e.key];
    if (!act) return;
    e.preventDefault();
    act();
  });
  function next(by) {
    const list = [...look.lit].sort((a, b) => a - b);
    if (list.length === 0) return;
    const i = list.indexOf(chosen);
    choose(list[i < 0 ? (by > 0 ? 0 : list.length - 1) : (i + by + list.length) % list.length], true);
  }
  search.addEventListener("change", () => {
    const text = search.value.trim();
    if (!text) return;
    if (stage.hands) return stage.hands.find(text);
    const find = (test) => app.net.nodes.findIndex(test);
    let i = find((n) => n.label === text || n.name === text);
    if (i < 0) i = find((n) => (n.label + " " + n.name).toLowerCase().includes(text.toLowerCase()));
    if (i < 0) said.textContent = `There is no place or transition ${text}.`;
    else choose(i, true);
  });
  frames.addEventListener("change", () => {
    if (!scene) return;
    scene.frames = frames.value;
    scene.cells = null;
    app.state().frames = frames.value;
    app.keep();
    anew();
  });

  // show has the drawing show the game, or the overlay, as it is now.
  function show() {
    if (!app.net || stage.used) return;
    look = lookOf(app, overlay);
    canvas.setAttribute("aria-label", `${app.model.size ? app.model.kind : "Net"} ${app.model.name}: ${size()}`);
    said.textContent = chosen < 0 ? size() : about(chosen);
    anew();
  }
  // animate has tokens run through a transition, or along the arc that one of a listed system is.
  function animate({ node, arc }) {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const begun = performance.now();
    const step = (now) => {
      const part = (now - begun) / firing;
      moving = part < 1 ? { node, arc, part: Math.max(0, part) } : null;
      anew();
      if (moving) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  let before = -1; // the model that was shown
  app.on("model", () => {
    chosen = -1;
    overlay = null;
    scene = new Scene(app.net);
    const again = before === app.model.id;
    before = app.model.id;
    const kinds = new Set(app.net.frames.map((f) => f.kind));
    const offered = [
      ["none", "No frames"],
      ["unit", "Units of the file"],
      ["component", "Components"],
    ].filter(([k]) => k === "none" || kinds.has(k));
    frames.replaceChildren(...offered.map(([value, text]) => make("option", { value }, text)));
    frames.hidden = offered.length === 1;
    const kept = app.state().frames;
    frames.value = scene.frames = kinds.has(kept) ? kept : "none";
    names.replaceChildren(...app.net.nodes.slice(0, mostNames).map((n) => make("option", { value: n.label })));
    look = null;
    performance.mark("model");
    const moved = (at, ways, done) => {
      scene.moved(at, ways);
      root.dataset.laid = done ? "yes" : "no";
      if (done) performance.mark("laid");
      if (view.fitted && !stage.used) fit();
      show();
      if (done) app.emit("laid");
    };
    const stands = app.net.nodes.length > 0 && app.net.nodes.every((n) => n.at);
    view.fitted ||= !stands || !again;
    root.dataset.laid = "no";
    if (stands)
      moved(
        app.net.nodes.flatMap((n) => n.at),
        app.net.arcs.map((a) => a.via),
        true,
      );
    else layOut(app.net, moved);
  });
  let stood = 0; // after so many steps of the game
  app.on("play", () => {
    const { steps } = app.play;
    const forth = steps.length === stood + 1;
    stood = steps.length;
    show();
    const fired = forth && transitionOf(app.net, steps.at(-1));
    if (fired !== false && fired !== undefined && !overlay && !stage.used) animate(app.net.transitions[fired]);
  });
  app.on("overlay", (x) => {
    overlay = x;
    show();
    if (x && !x.still && x.fired !== null && x.fired >= 0 && !stage.used) animate(app.net.transitions[x.fired]);
  });
  const repalette = () => {
    colours = palette();
    anew();
  };
  app.on("theme", repalette);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repalette);
}

export default { mount };
