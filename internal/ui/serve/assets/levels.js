// The levels of a decision diagram, the top one first: what stands on each, how many nodes it has as a bar, and in
// which order. Rows are moved by the mouse, by the keys Alt and an arrow, or by buttons. A diagram of many levels is a
// profile of bands, each as wide as the widest of its levels.

import { make } from "./app.js";
import { svg, count } from "./svg.js";

export const mostRows = 120;
const bandRoom = 360; // height of a profile

// levels returns an element. Its methods: rows(list, done), each with {label, about, nodes, values}, the lowest first,
// of which so many are closed while they are built, all after that if done is undefined; bands(widths, of, done), of so
// many levels. moved is called with from and to, indices from the bottom, when people move a level; null for rows that
// stay.
export function levels(app, moved) {
  const e = make("div", { class: "levels" });
  const chosen = make("p", { class: "moving" });
  const body = make("ol", { class: "rows", reversed: true });
  const bands = make("div", { class: "bands" });
  const heads = make(
    "div",
    { class: "heads", "aria-hidden": "true" },
    ...(moved ? [make("span", {}, "Level")] : []),
    ...["Places", "", "Nodes", "Values"].map((name) => make("span", {}, name)),
  );
  e.append(chosen, heads, body, bands);
  let shown = []; // the rows, the lowest first
  let at = -1; // the level that the buttons move

  const step = (by) => {
    const to = at + by;
    if (at < 0 || to < 0 || to >= shown.length) return;
    moved(at, to);
    at = to;
    app.say(`${shown[at].label}: now level ${at + 1} of ${shown.length}.`);
  };
  const up = make("button", { type: "button", class: "up" }, "Up");
  const down = make("button", { type: "button", class: "down" }, "Down");
  up.addEventListener("click", () => step(1));
  down.addEventListener("click", () => step(-1));
  const name = make("span", {});
  chosen.append(name, up, down);
  const choose = (i) => {
    at = i;
    name.textContent = i < 0 ? "Drag a level, or choose one." : `Level ${i + 1}: ${shown[i].label}`;
    up.disabled = i < 0 || i === shown.length - 1;
    down.disabled = i <= 0;
    [...body.children].forEach((row, j) => row.classList.toggle("chosen", shown.length - 1 - j === i));
  };

  const handle = (i) => body.children[shown.length - 1 - i]?.querySelector("button");
  const keys = (event) => {
    const row = event.target.closest("li");
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!row || !by) return;
    event.preventDefault();
    at = shown.length - 1 - [...body.children].indexOf(row);
    if (event.altKey) step(by);
    handle(event.altKey ? at : Math.min(Math.max(at + by, 0), shown.length - 1))?.focus();
  };
  if (moved) {
    body.addEventListener("keydown", keys);
    body.addEventListener("focusin", (event) =>
      choose(shown.length - 1 - [...body.children].indexOf(event.target.closest("li"))),
    );
    drag(body, (from, to) => {
      const last = shown.length - 1;
      at = last - to;
      moved(last - from, last - to);
      app.say(`${shown[at].label}: now level ${at + 1} of ${shown.length}.`);
      handle(at)?.focus();
    });
  }

  e.rows = (list, done) => {
    const same = list.length === shown.length && list.every((l, i) => l.label === shown[i].label);
    shown = list;
    chosen.hidden = !moved || list.length < 2 || done !== undefined;
    heads.lastElementChild.textContent = done === undefined ? "Values" : "State";
    body.hidden = heads.hidden = list.length === 0;
    bands.replaceChildren();
    const most = Math.max(1, ...list.map((l) => l.nodes ?? 0));
    if (!same) body.replaceChildren(...list.map((l, i) => row(l, i, moved)).reverse());
    list.forEach((l, i) => fill(body.children[list.length - 1 - i], l, i, most, done, list.length));
    choose(Math.min(at, list.length - 1));
  };
  e.bands = (widths, of, done) => {
    shown = [];
    body.replaceChildren();
    body.hidden = heads.hidden = chosen.hidden = true;
    if (widths.length > 0) bands.replaceChildren(profile(widths, of, done));
  };
  return e;
}

// row makes the elements of a level.
function row(l, i, movable) {
  const handle = make("button", { type: "button", class: "handle" });
  const places = make("span", { class: "places", title: l.about ?? l.label }, l.label);
  const bar = make("span", { class: "width" }, make("span", {}));
  return make(
    "li",
    {},
    movable ? handle : "",
    places,
    bar,
    make("span", { class: "nodes" }),
    make("span", { class: "values" }),
  );
}

// fill writes into them what changes.
function fill(e, l, i, most, done, of) {
  const open = done !== undefined && i >= done;
  e.dataset.state = done === undefined ? "" : open ? "open" : "closed";
  const bar = e.querySelector(".width > span");
  bar.hidden = !l.nodes;
  bar.style.width = `${(100 * (l.nodes ?? 0)) / most}%`;
  const nodes = l.nodes === undefined ? "" : count(l.nodes);
  e.querySelector(".nodes").textContent = nodes;
  e.querySelector(".values").textContent =
    l.values === undefined ? (open ? "open" : done === undefined ? "" : "closed") : count(l.values);
  const handle = e.querySelector(".handle");
  if (!handle) return;
  handle.textContent = String(i + 1);
  handle.setAttribute(
    "aria-label",
    `Level ${i + 1} of ${of}: ${l.label}${nodes && `, ${nodes} nodes`}. Alt and an arrow move it`,
  );
  handle.setAttribute("aria-keyshortcuts", "Alt+ArrowUp Alt+ArrowDown");
}

// drag has rows follow the pointer from where it is pressed on them, and calls drop with the indices before and after.
function drag(body, drop) {
  let row = null;
  let from = 0;
  const end = (keep) => {
    if (!row) return;
    const to = [...body.children].indexOf(row);
    row.classList.remove("dragged");
    body.insertBefore(row, [...body.children].filter((r) => r !== row)[from] ?? null);
    row = null;
    if (keep && to !== from) drop(from, to);
  };
  body.addEventListener("pointerdown", (event) => {
    const on = event.target.closest("li");
    if (!on || event.button !== 0 || (event.pointerType !== "mouse" && !event.target.closest(".handle"))) return;
    row = on;
    from = [...body.children].indexOf(on);
    body.setPointerCapture(event.pointerId);
    on.querySelector(".handle").focus();
    event.preventDefault();
  });
  body.addEventListener("pointermove", (event) => {
    if (!row) return;
    row.classList.add("dragged");
    const others = [...body.children].filter((r) => r !== row);
    const below = others.find((r) => {
      const box = r.getBoundingClientRect();
      return event.clientY < box.top + box.height / 2;
    });
    if (row.nextElementSibling !== (below ?? null)) body.insertBefore(row, below ?? null);
  });
  body.addEventListener("pointerup", () => end(true));
  body.addEventListener("pointercancel", () => end(false));
}

// profile draws many levels as a shape, the top one above.
function profile(widths, of, done) {
  const width = 440;
  const left = 60;
  const most = Math.max(1, ...widths);
  const each = bandRoom / widths.length;
  const size = Math.ceil(of / widths.length);
  const shape = (from, to, name) => {
    if (from >= to) return "";
    let d = `M${left},${bandRoom - from * each}`;
    for (let i = from; i < to; i++) d += `H${left + ((width - left) * widths[i]) / most}V${bandRoom - (i + 1) * each}`;
    return svg("path", { class: name, d: d + `H${left}Z` });
  };
  const closed = done === undefined ? widths.length : Math.floor(done / size);
  const widest = widths.indexOf(most);
  const label = size > 1 ? `levels ${widest * size + 1}–${Math.min(of, (widest + 1) * size)}` : `level ${widest + 1}`;
  const y = Math.min(Math.max(bandRoom - (widest + 0.5) * each, 12), bandRoom - 4);
  return svg(
    "svg",
    {
      class: "profile",
      viewBox: `0 0 ${width} ${bandRoom + 2}`,
      role: "img",
      "aria-label": `${count(of)} levels; the widest has ${count(most)} nodes, ${label}`,
    },
    shape(0, closed, "closed"),
    shape(closed, widths.length, "open"),
    svg("text", { x: left - 6, y: 11, "text-anchor": "end" }, count(of)),
    svg("text", { x: left - 6, y: bandRoom, "text-anchor": "end" }, "1"),
    svg("text", { class: "widest", x: left + 6, y: y < 20 ? y + 14 : y - 4 }, `${count(most)} nodes: ${label}`),
  );
}
