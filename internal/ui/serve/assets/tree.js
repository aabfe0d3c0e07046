// The tree of a witness: its markings one below the other, with the branches of each inside. Only the rows that are
// seen are in the page, so that paths of any length can be walked.

import { make } from "./app.js";
import { extent } from "./walk.js";

const height = 26; // of a row, in pixels
const beyond = 12; // rows that are there above and below those that are seen
const alone = 400; // a path with more branches has them closed at first

export function tree(onSelect) {
  const inside = make("div", { role: "presentation", class: "rows" });
  const root = make(
    "div",
    { role: "tree", class: "tree", tabindex: "0", "aria-label": "Markings of the witness and its branches" },
    inside,
  );
  let walk = null;
  let rows = [];
  let open = new Map(); // by key; what is not in it is as it is at first
  let selected = ""; // key

  const opens = (row) => open.get(row.key) ?? row.first;
  const build = () => {
    rows = [];
    const path = (outer, i, level) => {
      const p = walk.data.paths[i];
      for (let at = 0; at <= p.steps.length; at++) {
        const route = [...outer, { path: i, at }];
        const inner = walk.branchesAt(i, at);
        const row = {
          route,
          level,
          key: keyOf(route),
          branch: -1,
          place: at + 1,
          of: p.steps.length + 1,
          inner: inner.length > 0,
          first: p.branches.length <= alone,
        };
        rows.push(row);
        if (!row.inner || !opens(row)) continue;
        inner.forEach((b, k) => {
          const q = walk.data.paths[b];
          const branch = {
            route,
            level: level + 1,
            key: `${row.key}b${b}`,
            branch: b,
            place: k + 1,
            of: inner.length,
            inner: !q.claimed,
            first: false,
          };
          rows.push(branch);
          if (branch.inner && opens(branch)) path(route, b, level + 2);
        });
      }
    };
    path([], 0, 1);
    root.style.setProperty(
      "--digits",
      String(Math.max(...walk.data.paths.map((p) => p.steps.length.toLocaleString("en").length))),
    );
    inside.style.height = rows.length * height + "px";
    root.style.height = Math.min(rows.length, 14) * height + 2 + "px";
  };
  const index = () => rows.findIndex((r) => r.key === selected);

  const draw = () => {
    if (!walk) return;
    const now = index();
    const from = Math.max(0, Math.floor(root.scrollTop / height) - beyond);
    const to = Math.min(rows.length, Math.ceil((root.scrollTop + root.clientHeight) / height) + beyond);
    const shown = rows.slice(from, to).map((r, k) => line(r, from + k, from + k === now));
    inside.replaceChildren(...shown);
    if (from <= now && now < to) root.setAttribute("aria-activedescendant", `row-${now}`);
    else root.removeAttribute("aria-activedescendant");
  };
  const line = (r, i, now) => {
    const p = walk.path(r.route);
    const e = make("div", {
      role: "treeitem",
      id: `row-${i}`,
      class: "row",
      "data-key": r.key,
      "aria-level": r.level,
      "aria-posinset": r.place,
      "aria-setsize": r.of,
      "aria-selected": String(now),
      "aria-expanded": r.inner ? String(opens(r)) : null,
      style: `top:${i * height}px;--level:${Math.min(r.level - 1, 8)}`,
    });
    if (r.branch < 0) e.append(...markingRow(walk, p, r.route.at(-1).at, r.route.length > 1 ? "as above" : "start"));
    else e.append(...branchRow(walk.data.paths[r.branch], opens(r)));
    return e;
  };

  const select = (i) => {
    selected = rows[i].key;
    reveal();
    onSelect(rows[i].route, rows[i].branch);
  };
  const reveal = () => {
    const top = index() * height;
    if (top < root.scrollTop) root.scrollTop = top;
    else if (top + height > root.scrollTop + root.clientHeight) root.scrollTop = top + height - root.clientHeight;
    draw();
  };
  const toggle = (row, to) => {
    open.set(row.key, to);
    build();
    reveal();
  };
  const parent = (i) => {
    for (let k = i - 1; k >= 0; k--) if (rows[k].level < rows[i].level) return k;
    return i;
  };
  const press = (key) => {
    const i = index();
    const row = rows[i];
    const page = Math.max(1, Math.floor(root.clientHeight / height) - 1);
    switch (key) {
      case "ArrowDown":
        return select(Math.min(i + 1, rows.length - 1));
      case "ArrowUp":
        return select(Math.max(i - 1, 0));
      case "PageDown":
        return select(Math.min(i + page, rows.length - 1));
      case "PageUp":
        return select(Math.max(i - page, 0));
      case "Home":
        return select(0);
      case "End":
        return select(rows.length - 1);
      case "ArrowRight":
        if (row.inner && !opens(row)) toggle(row, true);
        else if (row.inner) select(i + 1);
        return undefined;
      case "ArrowLeft":
        if (row.inner && opens(row)) toggle(row, false);
        else select(parent(i));
        return undefined;
      case "Enter":
      case " ":
        if (row.branch >= 0 && row.inner) {
          open.set(row.key, true);
          build();
          select(i + 1);
        }
        return undefined;
    }
    return false;
  };
  root.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || !walk || press(e.key) === false) return;
    e.preventDefault();
  });
  root.addEventListener("click", (e) => {
    const key = e.target.closest("[role=treeitem]")?.dataset.key;
    const i = rows.findIndex((r) => r.key === key);
    if (i < 0) return;
    const row = rows[i];
    if (row.branch >= 0 && row.inner && !opens(row)) {
      open.set(row.key, true);
      build();
      select(i + 1);
    } else if (row.branch >= 0 && row.inner) {
      selected = row.key;
      toggle(row, false);
      onSelect(row.route, row.branch);
    } else {
      select(i);
    }
  });
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      draw();
    });
  };
  root.addEventListener("scroll", later);
  new ResizeObserver(later).observe(root);

  return {
    element: root,
    show(w) {
      walk = w;
      open = new Map();
      selected = "";
      root.scrollTop = 0;
      build();
      draw();
    },
    // at shows where the walk is, and opens what is around it.
    at(route) {
      selected = keyOf(route);
      let changed = false;
      for (let i = 1; i < route.length; i++) {
        const outer = keyOf(route.slice(0, i));
        for (const key of [outer, `${outer}b${route[i].path}`]) {
          if (open.get(key) !== true) changed = open.set(key, true) !== null;
        }
      }
      if (changed) build();
      reveal();
    },
  };
}

export function keyOf(route) {
  return route.map(({ path, at }) => `${path}.${at}`).join("/");
}

// markingRow is what a row says of a marking: the loop, the number, the transition that led there, and what it did.
function markingRow(walk, p, at, begins) {
  const loop = p.loop;
  const part = loop === null || at < loop ? "" : at === loop ? "first" : at === p.steps.length ? "last" : "within";
  const gutter = make("span", { class: "gutter", "data-loop": part, hidden: loop === null });
  if (loop !== null)
    gutter.title =
      part === "first"
        ? "the loop begins here"
        : part === "last"
          ? `the ${p.words.one} is that of ${loop} again`
          : part
            ? "in the loop"
            : "";
  const number = make("span", { class: "number" }, at.toLocaleString("en"));
  if (at === 0) return [gutter, number, make("span", { class: "fires" }, begins)];
  const t = walk.data.transitions[p.steps[at - 1]];
  const what = t.effects
    .filter((e) => !walk.data.places[e.place].gate)
    .map((e) => `${walk.data.places[e.place].name} ${signed(e.add)}`)
    .join("  ");
  const end = at < p.steps.length ? "" : loop !== null ? `= ${loop}` : p.dead ? "dead" : "";
  const nothing = t.delay ? "time passes" : "changes nothing";
  return [
    gutter,
    number,
    make("code", { class: "fires", title: t.name }, t.name),
    make("span", { class: "soft did", title: what }, what || nothing),
    ...(end ? [make("span", { class: "tag" }, end)] : []),
  ];
}

function branchRow(p, isOpen) {
  return [
    make("span", { class: "opener", "aria-hidden": "true" }, p.claimed ? "" : isOpen ? "▾" : "▸"),
    make("code", { class: "formula", title: p.formula }, p.formula),
    make("span", { class: "soft" }, extent(p)),
  ];
}

// signed writes a change with a minus that looks like one.
export function signed(add) {
  return add.startsWith("-") ? "−" + add.slice(1) : "+" + add;
}
