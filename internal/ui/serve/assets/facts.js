// What is certain without the state space: whether the net is bounded, place invariants as equations that hold in every
// marking, bounds of places, the classes that the net belongs to, and sets of places and transitions (sets.js).

import { make } from "./app.js";
import { sets } from "./sets.js";
import { count } from "./svg.js";

const mostShown = 40; // invariants, before people look for a place
const mostNames = 60; // places of one bound

function mount(app, root) {
  const said = make("p", { class: "said" });
  const bounded = make("div", { class: "bounded" });
  const filter = make("input", {
    id: "facts-filter",
    type: "search",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: "all places",
  });
  const which = make("p", { class: "which" });
  const chosen = make("div", { class: "chosen", hidden: true });
  const list = make("ul", { class: "invariants" });
  const bounds = make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Bounds of places" });
  const properties = make("dl", { class: "properties" });
  const others = sets(app, button);
  const body = make(
    "div",
    { hidden: true },
    bounded,
    make(
      "section",
      { class: "part" },
      make("h3", {}, "Place invariants"),
      make("label", { class: "filter", for: "facts-filter" }, "With the place ", filter),
      which,
      chosen,
      list,
    ),
    make("section", { class: "part" }, make("h3", {}, "Bounds of places"), bounds),
    make("section", { class: "part" }, make("h3", {}, "Properties"), properties),
    others,
  );
  const stop = make("button", { type: "button", hidden: true }, "Stop");
  const command = app.commandLine();
  root.append(make("div", { class: "row" }, said, stop), body, command);

  let facts = null;
  let job = "";
  let turn = 0; // of the requests: the last one counts
  let at = null; // what the drawing shows: an Invariant, a Property, a Finding or a Set

  filter.addEventListener("input", lists);
  stop.addEventListener("click", () => app.stop(job).catch((e) => app.problem(e.message)));
  app.on("model", () => {
    facts = null;
    job = "";
    turn++;
    stop.hidden = true;
    show(null);
    body.hidden = true;
    said.textContent = "";
    command.show("");
    if (app.store.panel === "facts") load();
  });
  app.on("panel", (id) => {
    if (id === "facts" && !facts && !job && app.model) load();
    else if (id === "facts" && at) overlay(at);
    else if (at) app.overlay(null);
  });
  app.on("play", () => at?.value !== undefined && equation(at));

  async function load() {
    const mine = ++turn;
    job = "asked for";
    try {
      const started = await app.api("POST", "facts");
      if (mine !== turn) return;
      job = started.id;
      stop.hidden = false;
      const done = await app.follow(job, (p) => {
        if (mine === turn) said.textContent = p.phase ? `${p.phase}…` : "";
      });
      if (mine !== turn) return;
      stop.hidden = true;
      said.textContent = "";
      if (done.problem) app.problem(done.problem);
      if (done.result) tell(done.result);
    } catch (e) {
      if (mine !== turn) return;
      stop.hidden = true;
      job = said.textContent = "";
      app.problem(e.message);
    }
  }

  function tell(x) {
    facts = x;
    body.hidden = false;
    const found = `${count(x.found)} ${x.complete ? "minimal " : ""}place invariant${x.found === 1 ? "" : "s"}`;
    said.textContent = x.complete ? `${found}.` : `At least ${found}: the search was ended.`;
    bounded.replaceChildren(...(x.of ? [about(x)] : []), ...boundedness(x.boundedness));
    lists();
    properties.replaceChildren(...x.properties.map(property));
    properties.parentElement.hidden = x.properties.length === 0;
    others.show(x.findings, x.sets);
    command.show(x.command);
    app.say(said.textContent);
  }

  // about says which net the facts are of.
  function about({ of, sums }) {
    const means = sums
      ? "Reset arcs make these sums smaller, never larger; other properties are not told."
      : "It reaches more markings: invariants, bounds, siphons and traps hold here, too; that it is live, can stop, or " +
        "has a place without a bound need not.";
    return make("p", { class: "note" }, `These are facts of ${of}. ${means}`);
  }

  function boundedness(b) {
    const text = { bounded: "Bounded", unbounded: "Unbounded", unknown: "Not known to be bounded" }[b.verdict];
    const p = make("p", {}, make("strong", {}, text), b.reason ? `: ${b.reason}.` : ".");
    if (b.verdict !== "unbounded") return [p];
    const names = b.places.map((i) => app.net.places[i].label).join(", ");
    const play = make("button", { type: "button" }, "Play it: the loop three times");
    play.addEventListener("click", () => app.go([...b.prefix, ...b.loop, ...b.loop, ...b.loop]));
    const steps = (l) => l.map((t) => app.net.transitions[t].label).join(", ");
    const after = b.prefix.length > 0 ? `after ${steps(b.prefix)} ` : "";
    return [
      p,
      make(
        "p",
        {},
        `Any number of tokens in ${names}: ${after}again and again ${steps(b.loop)}.`,
      ),
      ...(facts.of ? [] : [play]), // the game is that of another net
    ];
  }

  function lists() {
    invariants();
    bounds.replaceChildren(table(facts));
  }

  // invariants lists those with a place of the name that is typed.
  function invariants() {
    const typed = filter.value.trim().toLowerCase();
    const has = (f) => f.places.some((t) => app.net.places[t.place].label.toLowerCase().includes(typed));
    const some = typed ? facts.invariants.filter(has) : facts.invariants;
    const cut = some.slice(0, mostShown);
    which.textContent =
      some.length > cut.length
        ? `The ${cut.length} shortest of ${count(some.length)}; a name above finds others.`
        : typed
          ? `${some.length} of ${count(facts.found)}`
          : "";
    list.replaceChildren(
      ...cut.map((f) => {
        const b = button(f, brief(f));
        b.setAttribute("aria-pressed", String(f === at));
        return make("li", {}, b);
      }),
    );
  }

  const term = (t) => (t.tokens === "1" ? "" : `${t.tokens} `) + app.net.places[t.place].label;
  const brief = (f) =>
    f.places.slice(0, 12).map(term).join(" + ") +
    (f.places.length > 12 ? ` + … (${f.places.length} places)` : "") +
    ` ${facts.sums ? "≤" : "="} ${f.value}`;

  // show marks an invariant or a property on the drawing; null ends that.
  function show(x) {
    at = x;
    for (const b of root.querySelectorAll("[aria-pressed]"))
      b.setAttribute("aria-pressed", String(b.fact === x && x !== null));
    chosen.hidden = !x || x.value === undefined;
    if (x?.value !== undefined) equation(x);
    if (x) overlay(x);
    else app.overlay(null);
  }

  function overlay(x) {
    const counts = new Map((x.counts ?? []).map((n, i) => [x.transitions[i], n]));
    if (x.value === undefined) app.overlay({ changed: new Set(x.places), transitions: new Set(x.transitions), counts });
    else app.overlay({ weights: new Map(x.places.map((t) => [t.place, t.tokens])) });
  }

  // equation writes an invariant with the tokens of the game.
  function equation(f) {
    const now = new Map((app.play?.marking ?? []).map((x) => [x.place, BigInt(x.tokens)]));
    let sum = 0n;
    const terms = f.places.map((t) => {
      const tokens = now.get(t.place) ?? 0n;
      sum += BigInt(t.tokens) * tokens;
      return make(
        "li",
        { class: tokens > 0n ? "marked" : "" },
        make("span", {}, term(t)),
        make("span", { class: "number" }, String(tokens)),
      );
    });
    chosen.replaceChildren(
      make(
        "p",
        {},
        `In every marking the sum is ${facts.sums ? "at most " : ""}${f.value}; where the game stands it is ${sum}` +
          (facts.sums || String(sum) === f.value ? "." : ", which cannot be."),
      ),
      make("ul", {}, ...terms),
    );
  }

  // table lists the bounds, each with its places: those of the name that is typed, and not too many.
  function table(x) {
    const typed = filter.value.trim().toLowerCase();
    const places = new Map();
    app.net.places.forEach((p, i) => {
      if (!p.label.toLowerCase().includes(typed)) return;
      if (!places.has(x.bounds[i])) places.set(x.bounds[i], []);
      places.get(x.bounds[i]).push(p.label);
    });
    const rows = [...places].map(([bound, names]) => {
      const some =
        names.slice(0, mostNames).join(", ") + (names.length > mostNames ? `, … (${count(names.length)} places)` : "");
      return make(
        "tr",
        {},
        make("td", { class: "number" }, bound === "" ? "none known" : count(bound)),
        make("td", {}, some),
      );
    });
    const head = make(
      "tr",
      {},
      make("th", { scope: "col", class: "number" }, "Tokens at most"),
      make("th", { scope: "col" }, "Places"),
    );
    return make("table", {}, make("thead", {}, head), make("tbody", {}, ...rows));
  }

  // button marks something in the drawing, and ends that.
  function button(x, text) {
    const b = make("button", { type: "button", "aria-pressed": "false" }, text);
    b.fact = x;
    b.addEventListener("click", () => show(at === x ? null : x));
    return b;
  }

  function property(p) {
    const name = make("dt", { class: p.holds ? "holds" : "" }, p.holds ? p.name : `not ${p.name}`);
    const means = make("dd", {}, p.means);
    const nodes = [
      ...(p.places ?? []).map((i) => app.net.places[i].label),
      ...(p.transitions ?? []).map((i) => app.net.transitions[i].label),
    ];
    if (nodes.length > 0)
      means.append(`: ${nodes.slice(0, 12).join(", ")}${nodes.length > 12 ? `, … (${nodes.length})` : ""}`);
    if (nodes.length > 0) means.append(" ", button(p, "Show"));
    return make("div", {}, name, means);
  }
}

export default { id: "facts", title: "Facts", mount };
