// The drawing of the net: where it is looked at from, what is chosen, and what is fired by a click or a key.

import { make } from "./app.js";
import { layOut } from "./layout.js";
import { lookOf } from "./look.js";
import { palette } from "./palette.js";
import { Scene } from "./scene.js";

const mostNames = 3000; // that the search completes
const firing = 420; // milliseconds that tokens are on their way

function mount(app, root) {
  app.keys.add("The drawing", [
    ["← → ↑ ↓", "move it"],
    ["+ − 0", "closer, farther, all of it"],
    ["n p", "the next or previous transition that can fire"],
    ["Enter", "fire it"],
  ]);
  app.keys.add("What it shows", [
    ["filled, double box", "a transition that can fire: click it"],
    ["dashed box", "the transition that has fired"],
    ["dashed ring", "its tokens changed in the last step; with ×1, its weight in the chosen invariant"],
    ["frame, thick arcs", "what is chosen, and its arcs"],
    ["round end", "an inhibitor arc; one without an end reads"],
    ["dashed frame", "a unit of the file, or a component"],
  ], "sign");
  const canvas = make("canvas", { tabindex: "0", role: "application", "aria-roledescription": "drawing", "aria-describedby": "drawing-keys" });
  const search = make("input", { type: "search", list: "drawing-names", placeholder: "Find a place or transition", "aria-label": "Find a place or transition", autocomplete: "off" });
  const names = make("datalist", { id: "drawing-names" });
  const frames = make("select", { "aria-label": "Frames" });
  const said = make("p", { class: "said", role: "status" });
  const button = (text, label, act) => {
    const b = make("button", { type: "button", "aria-label": label, title: label }, text);
    b.addEventListener("click", act);
    return b;
  };
  const bar = make("div", { class: "tools", role: "toolbar", "aria-label": "Drawing" }, search, names);
  bar.append(button("−", "Zoom out", () => zoom(1 / 1.25)), button("+", "Zoom in", () => zoom(1.25)), button("Fit", "Fit the whole net", () => fit()), frames);
  const keys = make("p", { id: "drawing-keys", class: "hidden" });
  keys.textContent = "Arrow keys move the drawing, plus and minus zoom, 0 shows all. N and P go through the transitions that can fire, Enter fires the chosen one.";
  root.append(bar, canvas, said, keys);

  let scene = null;
  let overlay = null;
  let look = null;
  let chosen = -1;
  let moving = null;
  let colours = palette();
  let asked = false; // a frame is asked for
  let fitted = true; // nobody has moved the drawing since it was fitted
  const view = { k: 1, x: 0, y: 0, width: 1, height: 1 };
  const paper = canvas.getContext("2d");

  function paint() {
    asked = false;
    const ratio = window.devicePixelRatio || 1;
    paper.setTransform(ratio, 0, 0, ratio, 0, 0);
    paper.fillStyle = colours.paper;
    paper.fillRect(0, 0, view.width, view.height);
    if (scene && look) scene.paint(paper, view, colours, look, chosen, moving);
  }
  function repaint() {
    if (asked) return;
    asked = true;
    requestAnimationFrame(paint);
  }
  function fit() {
    if (!scene) return;
    const { left, top, right, bottom } = scene.box;
    view.k = Math.min(1.6, view.width / (right - left + 20), view.height / (bottom - top + 20));
    view.x = view.width / 2 - (view.k * (left + right)) / 2;
    view.y = view.height / 2 - (view.k * (top + bottom)) / 2;
    fitted = true;
    repaint();
  }
  function zoom(by, x = view.width / 2, y = view.height / 2) {
    const k = Math.min(8, Math.max(0.02, view.k * by));
    view.x = x - ((x - view.x) * k) / view.k;
    view.y = y - ((y - view.y) * k) / view.k;
    view.k = k;
    fitted = false;
    repaint();
  }
  function move(dx, dy) {
    view.x += dx;
    view.y += dy;
    fitted = false;
    repaint();
  }
  function resize() {
    const box = canvas.getBoundingClientRect();
    const ratio = window.devicePixelRatio || 1;
    [view.width, view.height] = [box.width, box.height];
    [canvas.width, canvas.height] = [Math.round(box.width * ratio), Math.round(box.height * ratio)];
    if (fitted) fit();
    paint(); // at once: setting the size has cleared the canvas
  }
  new ResizeObserver(resize).observe(canvas);

  // size tells how large the net is, and of the game how many can fire.
  function size() {
    const n = (x, noun) => `${x.toLocaleString("en")} ${noun}${x === 1 ? "" : "s"}`;
    const list = [n(app.model.places, "place"), n(app.model.transitions, "transition")];
    return (overlay ? list : [...list, `${look.lit.size.toLocaleString("en")} can fire`]).join(", ");
  }

  // about tells what a node is and has.
  function about(i) {
    const n = app.net.nodes[i];
    const parts = [n.label + (n.about ? ` (${n.about})` : "")];
    if (!n.transition) {
      const tokens = look.tokens[i] || "0";
      parts.push(tokens === "1" ? "1 token" : `${tokens} tokens`);
      const colours = app.net.places.map((p, k) => [p, k]).filter(([p]) => p.node === i && p.part);
      if (colours.length > 0 && app.play && !overlay) {
        const held = new Map(app.play.marking.map((t) => [t.place, t.tokens]));
        const list = colours.filter(([, k]) => held.has(k)).map(([p, k]) => (held.get(k) === "1" ? p.part : `${held.get(k)}×${p.part}`));
        if (list.length > 0) parts.push(list.slice(0, 20).join(", "));
      }
      return parts.join(": ");
    }
    const of = bindings(i);
    parts.push(look.lit.has(i) ? (of.length > 1 ? `${of.length} bindings can fire` : "can fire") : "transition");
    return parts.join(": ");
  }
  const bindings = (node) => (overlay || !app.play ? [] : app.play.enabled.filter((t) => app.net.transitions[t].node === node));

  function choose(i, show) {
    chosen = i;
    said.textContent = i < 0 ? size() : about(i);
    if (show && i >= 0) {
      if (view.k < 0.62) view.k = 1;
      view.x = view.width / 2 - view.k * scene.at[2 * i];
      view.y = view.height / 2 - view.k * scene.at[2 * i + 1];
      fitted = false;
    }
    repaint();
  }
  function fire(node) {
    const list = bindings(node);
    if (list.length === 1) app.emit("fire", list[0]);
    else if (list.length > 1) app.emit("bindings", node);
  }

  const pointers = new Map();
  let dragged = 0;
  const at = (e) => {
    const box = canvas.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };
  const under = (e) => {
    const [x, y] = at(e);
    return scene ? scene.nodeAt((x - view.x) / view.k, (y - view.y) / view.k, 4 / view.k) : -1;
  };
  canvas.addEventListener("pointerdown", (e) => {
    canvas.setPointerCapture(e.pointerId);
    pointers.set(e.pointerId, at(e));
    dragged = 0;
  });
  canvas.addEventListener("pointermove", (e) => {
    const before = pointers.get(e.pointerId);
    if (!before) {
      const i = under(e);
      canvas.style.cursor = i >= 0 && look?.lit.has(i) ? "pointer" : "grab";
      if (i >= 0) said.textContent = about(i);
      return;
    }
    const now = at(e);
    if (pointers.size === 2) {
      const other = [...pointers].find(([id]) => id !== e.pointerId)[1];
      const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
      zoom(far(now) / far(before), other[0], other[1]);
    } else {
      move(now[0] - before[0], now[1] - before[1]);
    }
    dragged += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    pointers.set(e.pointerId, now);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, (e) => {
      if (!pointers.delete(e.pointerId) || dragged > 4 || name === "pointercancel") return;
      const i = under(e);
      choose(i, false);
      if (i >= 0) fire(i);
    });
  }
  canvas.addEventListener(
    "wheel",
    (e) => {
      e.preventDefault();
      const [x, y] = at(e);
      zoom(Math.exp(-e.deltaY * (e.deltaMode === 1 ? 0.05 : 0.0015)), x, y);
    },
    { passive: false },
  );
  canvas.addEventListener("keydown", (e) => {
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
      n: () => next(1),
      p: () => next(-1),
      Enter: () => chosen >= 0 && fire(chosen),
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
    repaint();
  });

  // show has the drawing show the game, or the overlay, as it is now.
  function show() {
    if (!app.net) return;
    look = lookOf(app, overlay);
    canvas.setAttribute("aria-label", `Net ${app.model.name}: ${size()}`);
    said.textContent = chosen < 0 ? size() : about(chosen);
    repaint();
  }
  // animate has tokens run through a transition.
  function animate(node) {
    if (node < 0 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const begun = performance.now();
    const step = (now) => {
      const part = (now - begun) / firing;
      moving = part < 1 ? { node, part: Math.max(0, part) } : null;
      repaint();
      if (moving) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
  }

  app.on("model", () => {
    chosen = -1;
    overlay = null;
    scene = new Scene(app.net);
    const kinds = new Set(app.net.frames.map((f) => f.kind));
    const offered = [["none", "No frames"], ["unit", "Units of the file"], ["component", "Components"]].filter(([k]) => k === "none" || kinds.has(k));
    frames.replaceChildren(...offered.map(([value, text]) => make("option", { value }, text)));
    frames.hidden = offered.length === 1;
    const kept = app.state().frames;
    frames.value = scene.frames = kinds.has(kept) ? kept : "none";
    names.replaceChildren(...app.net.nodes.slice(0, mostNames).map((n) => make("option", { value: n.label })));
    fitted = true;
    root.dataset.laid = "no";
    look = null;
    performance.mark("model");
    layOut(app.net, (at, ways, done) => {
      scene.moved(at, ways);
      root.dataset.laid = done ? "yes" : "no";
      if (done) performance.mark("laid");
      if (fitted) fit();
      show();
    });
  });
  let stood = 0; // after so many steps of the game
  app.on("play", () => {
    const { steps } = app.play;
    const forth = steps.length === stood + 1;
    stood = steps.length;
    show();
    if (forth && !overlay) animate(app.net.transitions[steps.at(-1)].node);
  });
  app.on("overlay", (x) => {
    overlay = x;
    show();
    if (x?.fired >= 0) animate(look.fired);
  });
  const repalette = () => {
    colours = palette();
    repaint();
  };
  app.on("theme", repalette);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", repalette);
}

export default { mount };
