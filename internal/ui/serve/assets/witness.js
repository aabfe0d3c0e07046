// The walk through what an answer rests on: the tree of markings, buttons and keys to go through it, what each step did
// and shows, and the marking on the drawing.

import { make } from "./app.js";
import { able } from "./controls.js";
import { after } from "./steps.js";
import { Walk, extent } from "./walk.js";
import { keyOf, signed, tree } from "./tree.js";
import { chart } from "./sequence.js";

const mostLines = 300; // of a table
const beat = 700; // milliseconds between steps that play

// witness returns the element and {show(answer, fits, route), leave(), enter()}. fits tells whether the drawing is that
// of the net that was asked; moved is called with each route.
export function witness(app, moved) {
  let walk = null;
  let answer = null;
  let fits = true;
  let route = [];
  let branch = -1; // a branch that is pointed to in the tree, but not entered
  let rounds = 0; // how often the loop began anew
  let timer = 0;

  const heading = make("h3", { id: "walk-heading" });
  const crumbs = make("nav", { class: "crumbs", "aria-label": "Where in the witness" });
  const button = (name, title, fn) => {
    const b = make("button", { type: "button", "aria-label": title || null, title: title || null }, name);
    b.addEventListener("click", fn);
    return b;
  };
  const first = button(icon("M3 2v10M12 2 6 7l6 5z"), "First marking (Home)", () => to(0));
  const back = button(icon("M10 2 4 7l6 5z"), "Previous step (k)", () => previous());
  const play = button("Play", "Play (p)", () => (timer ? pause() : start()));
  const on = button(icon("m4 2 6 5-6 5z"), "Next step (j)", () => next());
  const last = button(icon("M11 2v10M2 2l6 5-6 5z"), "Last marking (End)", () => to(walk.path(route).steps.length));
  const slider = make("input", { type: "range", min: 0, step: 1, "aria-label": "Marking" });
  slider.addEventListener("input", () => to(Number(slider.value)));
  const bar = make("div", { class: "bar", role: "group", "aria-label": "Steps" }, first, back, on, last, play, slider);
  const where = make("p", { class: "where" });
  const markings = tree((r, b) => {
    pause();
    go(r, b);
  });
  const step = make("div", { class: "step" });
  const resume = button("Continue from here in the token game", "", () => leaveFor());
  const note = make("p", { class: "soft" });
  const picture = chart((at) => {
    pause();
    go(charted(at));
  });
  const text = make("pre", { tabindex: "0", "aria-label": "The witness as text" });
  const asText = make("details", {}, make("summary", {}, "As text"), text);
  const element = make(
    "section",
    { class: "witness", "aria-labelledby": heading.id, hidden: true },
    heading,
    crumbs,
    bar,
    where,
    markings.element,
    step,
    make("p", {}, resume),
    note,
    picture.element,
    asText,
  );

  element.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.altKey || e.metaKey || e.target.matches("select, input:not([type=range])")) return;
    const does = { j: next, k: previous, p: () => play.click(), Backspace: () => outwards() }[e.key];
    if (!does) return;
    e.preventDefault();
    does();
  });

  const to = (at) => {
    pause();
    go([...route.slice(0, -1), { path: route.at(-1).path, at }]);
  };
  function previous() {
    pause();
    const r = walk.previous(route);
    if (r) go(r);
  }
  function next() {
    pause();
    return further();
  }
  function further() {
    const n = walk.next(route);
    if (!n) return false;
    const round = n.again ? rounds + 1 : rounds;
    go(n.route, -1, round);
    if (n.again) app.say(`The loop begins again at marking ${walk.path(route).loop}.`);
    return true;
  }
  function start() {
    if (!walk.next(route)) go([...route.slice(0, -1), { path: route.at(-1).path, at: 0 }]);
    timer = setInterval(() => further() || pause(), beat);
    play.replaceChildren("Pause");
    play.setAttribute("aria-label", "Pause (p)");
  }
  function pause() {
    clearInterval(timer);
    timer = 0;
    play.replaceChildren("Play");
    play.setAttribute("aria-label", "Play (p)");
  }
  function outwards() {
    pause();
    if (route.length > 1) go(route.slice(0, -1));
  }

  function go(r, b = -1, round = 0) {
    route = r;
    branch = b;
    rounds = round;
    if (b < 0) markings.at(route);
    render();
    moved(route);
  }

  function render() {
    const p = walk.path(route);
    const { path, at } = route.at(-1);
    const n = p.steps.length;
    const marking = walk.marking(route);
    const did = walk.step(route, marking);
    slider.max = n;
    slider.value = at;
    slider.setAttribute("aria-valuetext", `${walk.words.one} ${at} of ${n}`);
    slider.disabled = n === 0;
    for (const b of [first, back]) able(b, at > 0);
    able(last, at < n);
    able(on, Boolean(walk.next(route)));
    able(play, n > 0); // at the end it begins anew
    where.replaceChildren(...place(p, at, rounds));
    if (walk.data.kind === "time")
      where.append(" ", make("span", { class: "tag" }, `time ${digits(walk.time(route))}`));
    crumbs.replaceChildren(...trail());
    step.replaceChildren(...about(p, at, did, marking));
    resume.disabled = !fits || played() === null;
    picture.at(route.length === charted(0).length && path === answer.charted ? at : -1);
    overlay(marking, did);
  }

  // played returns the steps of the game to where the walk is, null if the game cannot go there.
  function played() {
    if (walk.data.run) return walk.data.run.slice(0, route[0].at).reduce(after, []);
    const steps = walk.fired(route).map((t) => walk.data.played_transitions[t]);
    return steps.some((t) => t < 0) ? null : steps;
  }

  // charted returns the route to a marking of the path that is drawn: where the outermost witness is one of several
  // formulas in one marking, it is one of its branches.
  function charted(at) {
    return answer.charted === 0
      ? [{ path: 0, at }]
      : [
          { path: 0, at: 0 },
          { path: answer.charted, at },
        ];
  }

  function trail() {
    if (route.length < 2) return [];
    return route.map(({ path, at }, i) => {
      const p = walk.data.paths[path];
      if (i === route.length - 1)
        return make("span", { "aria-current": "step" }, make("code", { title: p.formula }, p.formula));
      const b = make(
        "button",
        { type: "button", title: "Back (Backspace)" },
        make("code", {}, p.formula),
        ` in marking ${at}`,
      );
      b.addEventListener("click", () => {
        pause();
        go(route.slice(0, i + 1));
        markings.element.focus();
      });
      return b;
    });
  }

  function about(p, at, did, marking) {
    const list = [];
    if (did) {
      const t = walk.data.transitions[did.transition];
      const title = make("h4", {}, `Step ${at.toLocaleString("en")}: `, make("code", {}, t.coloured || t.name));
      list.push(title);
      if (t.binding)
        list.push(
          make(
            "p",
            { class: "binding" },
            "with ",
            ...t.binding.flatMap((v, i) => [i ? ", " : "", make("code", {}, `${v.variable} = ${v.colour}`)]),
          ),
        );
      list.push(t.delay ? make("p", {}, "Only time passes.") : changes(did.changes));
    } else {
      list.push(make("h4", {}, route.length > 1 ? "Where the branch begins" : `The initial ${walk.words.one}`));
    }
    list.push(shown(p, at), tokens(marking));
    return list;
  }

  function changes(changed) {
    const all = changed.filter(({ place }) => !walk.data.places[place].gate);
    if (all.length === 0) return make("p", {}, "The step changes nothing.");
    const rows = all
      .slice(0, mostLines)
      .map(({ place, from, to }) =>
        make(
          "tr",
          {},
          make("th", { scope: "row" }, make("code", {}, walk.data.places[place].name)),
          make("td", {}, digits(from)),
          make("td", {}, digits(to)),
          make("td", {}, signed(String(to - from))),
        ),
      );
    const head = make(
      "tr",
      {},
      ...[walk.words.place, "Before", "After", "Change"].map((h) => make("th", { scope: "col" }, h)),
    );
    const table = make(
      "table",
      { class: "changes" },
      make("caption", { class: "hidden" }, "What the step changed"),
      make("thead", {}, head),
      make("tbody", {}, ...rows),
    );
    return all.length > mostLines
      ? make("div", {}, table, make("p", {}, `… and ${all.length - mostLines} more places.`))
      : table;
  }

  // shown says which formulas a marking shows.
  function shown(p, at) {
    const list = make("ul", { class: "shows", "aria-label": "What this marking shows" });
    const item = (yes, formula, more) =>
      list.append(
        make(
          "li",
          {},
          make("span", { class: yes ? "yes" : "no", "aria-hidden": "true" }, yes ? "✓" : "✗"),
          make("code", {}, formula),
          ` ${yes ? "holds" : "fails"} ${more}`,
        ),
      );
    const end = at === p.steps.length;
    if (p.during && !(p.end && end))
      item(true, p.during, p.end ? "here, as before each step" : "here, as in each marking");
    if (p.end && end) item(true, p.end, "here: this is what was looked for");
    for (const r of p.readings || []) item(r.holds[at] === "1", r.formula, r.temporal ? "from here on" : "here");
    for (const b of walk.branchesAt(route.at(-1).path, at)) {
      const q = walk.data.paths[b];
      const li = make(
        "li",
        {},
        make("span", { class: q.claimed ? "doubt" : "yes", "aria-hidden": "true" }, q.claimed ? "∀" : "✓"),
        make("code", {}, q.formula),
        " ",
      );
      if (q.claimed) li.append("holds here: all paths from here were covered");
      else {
        const enter = button("Enter", `Enter the branch that shows ${q.formula}`, () => {
          pause();
          go([...route, { path: b, at: 0 }]);
          markings.element.focus();
        });
        li.append(`holds here: ${extent(q)} `, enter);
        li.classList.toggle("pointed", b === branch);
      }
      list.append(li);
    }
    if (p.cut && end) list.append(make("li", {}, "Further branches were left out: there would be too many steps."));
    return list.children.length > 0 ? list : "";
  }

  function tokens(marking) {
    const marked = marking.map((n, i) => [n, i]).filter(([n, i]) => n !== 0n && !walk.data.places[i].gate);
    const items = marked
      .slice(0, mostLines)
      .map(([n, i]) => make("li", {}, make("code", {}, walk.data.places[i].name), n === 1n ? "" : ` ${digits(n)}`));
    if (marked.length > mostLines)
      items.push(make("li", {}, `… and ${(marked.length - mostLines).toLocaleString("en")} more`));
    const count = `${marked.length.toLocaleString("en")} ${walk.words.marked[marked.length === 1 ? 0 : 1]}`;
    const details = make(
      "details",
      { class: "tokens", open: tokensOpen },
      make("summary", {}, `The ${walk.words.one}: ${count}`),
      make("ul", { "aria-label": "Marked places" }, ...items),
    );
    details.addEventListener("toggle", () => (tokensOpen = details.open));
    return details;
  }
  let tokensOpen = false;

  function overlay(marking, did) {
    if (!fits || app.store.panel !== "ask") return;
    const { played_places: places, played_transitions: transitions } = answer.walk;
    const drawn = new Map();
    marking.forEach((n, i) => places[i] >= 0 && n > 0n && drawn.set(places[i], String(n)));
    const changed = new Set((did?.changes || []).map((c) => places[c.place]).filter((p) => p >= 0));
    const fired = did && transitions[did.transition] >= 0 ? transitions[did.transition] : null;
    const look = { marking: drawn, changed, fired };
    app.overlay(look);
    if (walk.data.kind === "time") clocks(look);
  }
  // clocks adds the clocks and ages of nets with time to what the drawing shows: the game tells them.
  async function clocks(look) {
    const [of, at, steps] = [walk, keyOf(route), played()];
    if (!steps) return;
    try {
      const play = await app.api("POST", "play", { steps });
      if (walk === of && keyOf(route) === at && !play.problem && app.store.panel === "ask")
        app.overlay({ ...look, clock: play.clock, still: true });
    } catch (e) {
      app.problem(e.message);
    }
  }

  async function leaveFor() {
    const steps = played();
    pause();
    try {
      await app.go(steps);
      app.overlay(null);
      app.select("game");
      app.say(`The token game is where the walk was, after ${steps.length} steps.`);
    } catch (e) {
      app.problem(e.message);
    }
  }

  return {
    element,
    show(a, netFits, kept) {
      pause();
      answer = a;
      walk = a?.walk ? new Walk(a.walk) : null;
      element.hidden = !walk;
      if (!walk) return;
      fits = netFits && app.net.places.length > 0;
      const missing =
        fits && !walk.data.kind && [...a.walk.played_places, ...a.walk.played_transitions].some((i) => i < 0);
      note.textContent = fits
        ? missing
          ? "Some of the walk's places or bindings are not in the net that is played: " +
            "they are not drawn, and the game cannot go there."
          : ""
        : netFits
          ? `The walk is shown without the drawing: ${app.net.unplayed || "the model is too large to be drawn"}`
          : "The file has changed since: the walk is that of the net before, and not drawn.";
      const outer = walk.data.paths[0];
      heading.replaceChildren(a.result === "fails" ? "Counterexample: " : "Witness: ", extent(outer));
      text.textContent = a.why;
      asText.open = false;
      markings.show(walk);
      picture.show(a);
      go(walk.has(kept) ? kept : [{ path: 0, at: 0 }]);
    },
    // enter and leave tell that the panel is shown, or another one.
    enter() {
      if (walk) {
        markings.at(route);
        render();
      }
    },
    leave() {
      pause();
      app.overlay(null);
    },
    key: () => (walk ? keyOf(route) : ""),
  };
}

// place says where in a path a marking is.
function place(p, at, rounds) {
  const n = p.steps.length;
  if (p.junction) return ["All of it is shown in this marking, by each of the branches."];
  const { one, dead } = p.words;
  const list = [`${one[0].toUpperCase()}${one.slice(1)} ${at.toLocaleString("en")} of ${n.toLocaleString("en")}`];
  if (p.loop !== null) {
    if (at === n) list.push(make("span", { class: "tag" }, `is that of ${p.loop} again: the loop closes here`));
    else if (at >= p.loop)
      list.push(make("span", { class: "tag" }, `in the loop from ${p.loop}` + (rounds ? `, round ${rounds + 1}` : "")));
    else list.push(make("span", { class: "tag" }, `before the loop, which begins at ${p.loop}`));
  } else if (p.dead && at === n) {
    list.push(make("span", { class: "tag" }, `${dead}: ${p.stays ? `the ${one} repeats for ever` : "the path ends"}`));
  }
  return list.flatMap((x, i) => (i ? [" ", x] : [x]));
}

// icon is a picture of lines for a button.
function icon(path) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  for (const [k, v] of Object.entries({
    viewBox: "0 0 14 14",
    width: 14,
    height: 14,
    "aria-hidden": "true",
    class: "icon",
  }))
    svg.setAttribute(k, v);
  const d = document.createElementNS(svg.namespaceURI, "path");
  d.setAttribute("d", path);
  svg.append(d);
  return svg;
}

function digits(n) {
  return n.toLocaleString("en");
}
