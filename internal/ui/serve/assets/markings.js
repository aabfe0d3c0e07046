// The first markings as a graph: breadth-first from where the token game starts, or from where it stands, a row for
// each distance. A marking that is chosen is shown on the net, and the game can go there.

import { make } from "./app.js";
import { reachability } from "./reachability.js";
import { count } from "./svg.js";

function mount(app, root) {
  app.keys.add("Markings", [["← → ↑ ↓, Enter", "another marking of the graph; go there"]]);
  const from = make(
    "select",
    { id: "markings-from" },
    make("option", { value: "start" }, "the initial marking"),
    make("option", { value: "here" }, "where the game stands"),
  );
  const depth = number("markings-depth", 5, 0, 100);
  const most = number("markings-most", 40, 1, 500);
  const draw = make("button", { type: "submit" }, "Draw");
  const form = make(
    "form",
    { class: "row" },
    label("From", from),
    label("steps", depth),
    label("markings at most", most),
    draw,
  );
  const said = make("p", { class: "said" });
  const graph = reachability();
  const detail = make("div", { class: "detail", hidden: true });
  const table = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Markings as a table" });
  const twin = make("details", { class: "part", hidden: true }, make("summary", {}, "As a table"), table);
  const command = app.commandLine();
  root.append(form, said, graph, detail, twin, command);

  let shown = null; // Markings
  let before = []; // the steps that lead to the first of them
  let at = -1; // the one that is chosen
  let turn = 0; // of the requests: the last one counts

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    load();
  });
  app.on("model", () => {
    clear();
    if (app.store.panel === "markings") load();
  });
  app.on("panel", (id) => {
    if (id === "markings" && !shown && app.model) load();
    else if (id === "markings" && at >= 0) select(at);
    else if (at >= 0) app.overlay(null);
  });
  app.on("play", () => mark());
  graph.chosen = select;
  graph.go = go;

  async function load() {
    clear();
    const mine = turn;
    const s = app.state();
    const steps = from.value === "here" ? s.steps.slice(0, s.at) : [];
    app.problem("");
    try {
      const answer = await app.api("POST", "markings", { steps, depth: Number(depth.value), most: Number(most.value) });
      if (mine !== turn) return;
      before = steps;
      show(answer);
    } catch (e) {
      if (mine === turn) app.problem(e.message);
    }
  }

  function show(x) {
    shown = x;
    const dead = x.nodes.filter((n) => n.dead).length;
    const open = x.nodes.filter((n) => n.open).length;
    said.textContent =
      `${plural(x.nodes.length, "marking")}, ${plural(x.edges.length, "firing")}, ${dead} dead. ` +
      (x.complete
        ? "These are all that can be reached from the first."
        : `A part: ${open} open, whose successors are not all there.`);
    graph.show(x, (t) => app.net.transitions[t].label);
    twin.hidden = false;
    table.replaceChildren(list(x));
    command.show(x.command);
    app.say(said.textContent);
    mark();
  }

  // select shows a marking below the graph and on the net.
  async function select(i) {
    at = i;
    const graphed = shown;
    const node = shown.nodes[i];
    const steps = before.concat(node.steps);
    graph.select(i);
    const out = shown.edges.filter((e) => e.from === i);
    const there = make("button", { type: "button", class: "there" }, "Go there in the token game");
    there.addEventListener("click", () => go(i));
    const successors = out.map((e) => {
      const b = make("button", { type: "button" }, `${app.net.transitions[e.transition].label} → ${e.to}`);
      b.addEventListener("click", () => select(e.to));
      return make("li", {}, b);
    });
    detail.hidden = false;
    detail.replaceChildren(
      make("h3", {}, `Marking ${i}`, make("span", { class: "kind" }, kind(node))),
      make("p", { class: "text" }, node.text),
      make("div", { class: "row" }, there),
      make("ul", { class: "successors", "aria-label": "Firings" }, ...successors),
    );
    app.say(`Marking ${i}${kind(node)}: ${node.text}`);
    try {
      const play = await app.api("POST", "play", { steps });
      if (at === i && shown === graphed && app.store.panel === "markings") app.overlay(overlay(play, steps));
    } catch (e) {
      app.problem(e.message);
    }
  }

  async function go(i) {
    app.overlay(null);
    await app.go(before.concat(shown.nodes[i].steps));
    app.say(`The token game is at marking ${i}.`);
  }

  // mark shows which marking is that of the game.
  function mark() {
    if (!shown || !app.play) return;
    const s = app.state();
    const now = s.steps.slice(0, s.at).join();
    graph.here(shown.nodes.findIndex((n) => before.concat(n.steps).join() === now));
  }

  function list(x) {
    const head = ["", "Distance", "Marking", "Firings"].map((name) => make("th", { scope: "col" }, name));
    const body = x.nodes.map((n, i) => {
      const out = x.edges
        .filter((e) => e.from === i)
        .map((e) => `${app.net.transitions[e.transition].label} → ${e.to}`);
      const b = make("button", { type: "button", "aria-label": `Choose marking ${i}` }, String(i));
      b.addEventListener("click", () => select(i));
      return make(
        "tr",
        {},
        make("td", {}, b),
        make("td", {}, String(n.depth)),
        make("td", {}, n.text + kind(n)),
        make("td", {}, out.join(", ")),
      );
    });
    return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...body));
  }

  function clear() {
    turn++;
    if (at >= 0) app.overlay(null);
    shown = null;
    at = -1;
    said.textContent = "";
    detail.hidden = twin.hidden = true;
    graph.show({ nodes: [], edges: [] });
    command.show("");
  }
}

const plural = (n, noun) => `${count(n)} ${noun}${n === 1 ? "" : "s"}`;
const kind = (node) => (node.dead ? ", dead" : "") + (node.open ? ", open" : "");
const label = (text, control) => make("label", {}, `${text} `, control);
const number = (id, value, min, max) => make("input", { id, type: "number", value, min, max, required: true });

// overlay is what the drawing shows of a marking.
function overlay(play, steps) {
  const marking = new Map(play.marking.map((x) => [x.place, x.tokens]));
  const last = new Map((play.before ?? []).map((x) => [x.place, x.tokens]));
  const changed = new Set(
    [...marking.keys(), ...last.keys()].filter((p) => play.before && marking.get(p) !== last.get(p)),
  );
  return { marking, changed, fired: steps.at(-1) ?? null };
}

export default { id: "markings", title: "Markings", mount };
