// The page's own script: it reads the records that stand in the page, filters, sorts, and draws pictures with
// Observable Plot (Plot) and D3 (d3), which come before it. It loads nothing.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

  // make returns a new element; its children are elements or text, never HTML.
  function make(tag, attributes = {}, ...children) {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(attributes)) {
      if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
      else if (v !== null && v !== false) e.setAttribute(k, v === true ? "" : v);
    }
    e.append(...children.filter((c) => c !== null && c !== undefined));
    return e;
  }

  // ---- data ----

  // column unpacks a column of n entries, as data.go packs it.
  function column(c, n) {
    if (Array.isArray(c)) return c;
    if (!c) return Array(n).fill(null);
    if ("w" in c) {
      let line = [];
      return c.i.map(([begin, end, ...between]) => {
        line = [...line.slice(0, begin), ...between, ...line.slice(line.length - end)];
        return line.map((i) => c.w[i]).join(" ");
      });
    }
    return "d" in c ? c.i.map((i) => c.d[i]) : Array(n).fill(c.c);
  }
  function table(columns, n) {
    return Object.fromEntries(Object.entries(columns).map(([k, c]) => [k, column(c, n)]));
  }

  // The labels that name the way in which a cell is decided, and the model, the first that a cell has.
  const ways = ["engine", "strategy", "way", "program", "algorithm", "distances", "tool"];
  const models = ["model", "net", "circuit"];
  const first = (labels, keys) => labels[keys.find((k) => labels[k])] || "";

  // load returns the suites of the page with their cells, and of each cell its records and published numbers.
  function load() {
    return $$("script.figure").map((script) => {
      const f = JSON.parse(script.textContent);
      const { labels, ...plain } = f.cells;
      const values = table(labels, f.count), about = table(plain, f.count), r = table(f.records, f.length);
      const suite = { name: f.suite, keys: f.labels, cells: [], rows: [], section: script.closest("section") };
      for (let i = 0; i < f.count; i++) {
        const own = {};
        for (const k of f.labels) if (values[k][i]) own[k] = values[k][i];
        suite.cells.push({
          suite: f.suite, labels: own, name: Object.entries(own).map(([k, v]) => k + "=" + v).join("/"),
          model: first(own, models), engine: first(own, ways), command: about.command[i], absent: about.absent[i],
          spec: about.spec[i], runs: [], published: null,
          medians: Object.fromEntries(Object.entries(f.medians).map(([k, list]) => [k, list[i]])),
        });
      }
      for (let i = 0; i < f.length; i++) {
        const row = { cell: suite.cells[r.cell[i]] };
        for (const k of Object.keys(r)) if (k !== "cell") row[k] = r[k][i];
        row.machine = f.machines[row.machine];
        row.cell.runs.push(row);
        suite.rows.push(row);
      }
      for (const cell of suite.cells) {
        if (cell.absent) suite.rows.push({ cell, outcome: cell.absent.split(":")[0], reason: cell.absent });
      }
      f.published.cell.forEach((c, i) => {
        suite.cells[c].published = { x: f.published.x[i], above: f.published.above[i] };
      });
      return suite;
    });
  }

  // ---- pictures ----

  // A series is told by colour, shape and dashes, so that it is without colour, too.
  const shapes = ["circle", "triangle", "square", "diamond", "star", "cross", "wye", "times"];
  const dashes = ["", "7 3", "2 2.5", "9 3 2 3", "4 2", "1 3", "12 4", "5 2 1 2 1 2"];
  const symbolOf = {
    circle: d3.symbolCircle, triangle: d3.symbolTriangle, square: d3.symbolSquare, diamond: d3.symbolDiamond,
    star: d3.symbolStar, cross: d3.symbolCross, wye: d3.symbolWye, times: d3.symbolTimes,
  };
  const look = (i, hollow) => ({
    colour: `var(--c${i % 8})`, shape: shapes[i % shapes.length], dash: dashes[i % dashes.length],
    fill: hollow ? "var(--paper)" : `var(--c${i % 8})`,
  });

  // key returns the list that says which look is which series.
  function key(list, lines) {
    const svg = (l) => {
      const s = d3.create("svg:svg").attr("width", lines ? 34 : 14).attr("height", 14).attr("aria-hidden", "true");
      const middle = lines ? 17 : 7;
      if (lines) {
        s.append("line").attr("x1", 0).attr("x2", 34).attr("y1", 7).attr("y2", 7).attr("stroke", l.colour)
          .attr("stroke-width", 1.4).attr("stroke-dasharray", l.dash || null);
      }
      s.append("path").attr("transform", `translate(${middle},7)`).attr("d", d3.symbol(symbolOf[l.shape], 38)())
        .attr("fill", l.fill).attr("stroke", l.colour).attr("stroke-width", 1.3);
      return s.node();
    };
    return make("ul", { class: "key-list" }, ...list.map((s) => make("li", {}, svg(s.look), s.name)));
  }

  const number = (x) => (x === null || x === undefined ? "–" : x >= 1e6 || (x < 1e-3 && x > 0) ? x.toExponential(2) : String(+x.toPrecision(4)));
  const ticks = (d) => (d >= 1e6 || d < 1e-3 ? d.toExponential(0).replace("e+", "e") : String(+d.toPrecision(1)));
  const span = (values) => d3.extent(values.filter((v) => v > 0));

  // show puts a picture, or why there is none, into a place.
  function show(place, name, options, series, lines) {
    if (!series.length) {
      place.replaceChildren(make("p", { class: "empty" }, "There is nothing to draw: no such run was measured."));
      return;
    }
    const width = Math.min(640, Math.max(280, place.clientWidth || 640));
    const svg = Plot.plot({
      width, height: Math.round(width * (options.square ? 0.92 : 0.66)), marginLeft: 58, marginBottom: 42, marginRight: 18, marginTop: 22,
      ariaLabel: name, style: { fontSize: "12px" }, ...options.plot,
    });
    svg.setAttribute("role", "img");
    place.replaceChildren(svg, key(series, lines));
  }

  // axis returns the options of an axis; a logarithmic one with its powers named up to top, and more where these are few.
  function axis(label, log, domain, top = domain[1]) {
    const a = { label, grid: true, nice: false, labelArrow: "none", labelAnchor: "center", domain };
    if (!log) return { ...a, nice: true };
    const digits = domain[1] / domain[0] < 30 ? [1, 2, 5] : domain[1] / domain[0] < 1000 ? [1, 3] : [1];
    const powers = d3.range(Math.floor(Math.log10(domain[0])), Math.ceil(Math.log10(domain[1])) + 1).map((e) => 10 ** e);
    const named = powers.flatMap((p) => digits.map((d) => +(d * p).toPrecision(1))).filter((t) => t >= domain[0] && t <= top);
    return { ...a, type: "log", ticks: named, tickFormat: ticks };
  }

  // series marks are lines with a shape at each point; of many points at some of them only.
  function lineMarks(s, joined) {
    const step = Math.ceil(s.points.length / 40), l = s.look;
    const dots = s.points.filter((_, i) => i % step === 0 || i === s.points.length - 1);
    const ranges = s.points.filter((p) => p.high > p.low);
    return [
      joined && s.points.length > 1 ? Plot.line(s.points, { x: "x", y: "y", stroke: l.colour, strokeWidth: 1.5, strokeDasharray: l.dash || null }) : null,
      ranges.length ? Plot.ruleX(ranges, { x: "x", y1: "low", y2: "high", stroke: l.colour, strokeWidth: 1 }) : null,
      Plot.dot(dots, { x: "x", y: "y", symbol: l.shape, stroke: l.colour, fill: l.fill, r: 3.4, strokeWidth: 1.3 }),
    ];
  }
  const tip = (points, title) => Plot.tip(points, Plot.pointer({ x: "x", y: "y", title, fontSize: 12 }));

  // drawLines draws series of points: {x, y, low, high}, with levels, which are lines across.
  function drawLines(place, name, { x, y, log, levels = [], border = 0 }, series) {
    const list = series.map((s) => ({ ...s, points: s.points.filter((p) => !log || p.y > 0) })).filter((s) => s.points.length);
    const points = list.flatMap((s) => s.points.map((p) => ({ ...p, of: s.name })));
    const ys = points.flatMap((p) => (p.high > p.low ? [p.y, p.low, p.high] : [p.y])).concat(levels.map((l) => l.y), border || []);
    const domain = log ? span(ys).map((v, i) => (i ? v * 1.3 : v / 1.3)) : [Math.min(0, d3.min(ys) ?? 0), d3.max(ys) ?? 1];
    const whole = [d3.min(points, (p) => p.x), d3.max(points, (p) => p.x)];
    if (whole[0] === whole[1]) whole[1] = whole[0] + 1;
    show(place, name, { plot: {
      x: axis(x, false, whole), y: axis(y, log, domain),
      marks: [
        Plot.frame({ strokeOpacity: 0.35 }),
        ...levels.map((l) => Plot.ruleY([l.y], { stroke: "currentColor", strokeDasharray: "5 4", strokeOpacity: 0.75 })),
        ...levels.filter((l) => l.name).map((l) => Plot.text([l.name], { x: whole[1], y: l.y, textAnchor: "end", dy: -6, fill: "currentColor" })),
        border ? Plot.ruleY([border], { stroke: "currentColor", strokeDasharray: "2 3" }) : null,
        ...list.flatMap((s) => lineMarks(s, true)),
        tip(points, (p) => `${p.of}${p.title ? "\n" + p.title : ""}\n${x}: ${number(p.x)}\n${y}: ${number(p.y)}${p.high > p.low ? ` (${number(p.low)} to ${number(p.high)})` : ""}`),
      ],
    } }, list, true);
  }

  // drawScatter draws points {x, y, xLimit, yLimit, title, xLow, xHigh, yLow, yHigh} on logarithmic axes of one scale,
  // with lines at the ratios 1, 10 and 1/10. What a limit ended lies on the border.
  function drawScatter(place, name, { x, y, border = 0 }, series) {
    const all = series.flatMap((s) => s.points);
    const [low, high] = span(all.flatMap((p) => [p.xLimit ? null : p.x, p.yLimit ? null : p.y])), least = (low || 1) / 1.6;
    const limits = all.flatMap((p) => [p.xLimit ? p.x : 0, p.yLimit ? p.y : 0]).concat(border);
    const limited = limits.some((v) => v > 0), edge = Math.max(high || 1, d3.max(limits)) * (limited ? 1.7 : 1);
    const domain = [least, edge * (limited ? 1.35 : 1.6)], top = limited ? edge / 1.5 : domain[1];
    const at = (v, limit) => (limit ? edge : Math.max(v, least));
    const placed = series.map((s) => ({ ...s, points: s.points.map((p) => ({ ...p, x: at(p.x, p.xLimit), y: at(p.y, p.yLimit), of: s.name })) }));
    const points = placed.flatMap((s) => s.points);
    const ratio = (k) => Plot.line([[domain[0], domain[0] * k], [domain[1], domain[1] * k]], {
      stroke: "currentColor", strokeWidth: k === 1 ? 1.3 : 0.7, strokeDasharray: k === 1 ? null : "3 4", strokeOpacity: k === 1 ? 0.9 : 0.55, clip: true });
    const ended = points.filter((p) => p.xLimit || p.yLimit);
    show(place, name, { square: true, plot: {
      x: axis(x, true, domain, top), y: axis(y, true, domain, top),
      marks: [
        Plot.frame({ strokeOpacity: 0.35 }), ratio(1), ratio(10), ratio(0.1),
        limited ? Plot.ruleX([edge], { stroke: "currentColor", strokeDasharray: "2 3" }) : null,
        limited ? Plot.ruleY([edge], { stroke: "currentColor", strokeDasharray: "2 3" }) : null,
        limited ? Plot.text(["ended by a limit"], { x: domain[0], y: edge, textAnchor: "start", dx: 6, dy: 9, fill: "currentColor" }) : null,
        Plot.ruleX(points.filter((p) => p.yHigh > p.yLow), { x: "x", y1: "yLow", y2: "yHigh", strokeOpacity: 0.6 }),
        Plot.ruleY(points.filter((p) => p.xHigh > p.xLow), { y: "y", x1: "xLow", x2: "xHigh", strokeOpacity: 0.6 }),
        ...placed.map((s) => Plot.dot(s.points, { x: "x", y: "y", symbol: s.look.shape, stroke: s.look.colour, fill: s.look.fill, fillOpacity: 0.55, r: 3.6, strokeWidth: 1.3 })),
        Plot.dot(ended, { x: "x", y: "y", symbol: "times", stroke: "currentColor", r: 5.5, strokeWidth: 1 }),
        tip(points, (p) => `${p.title || p.of}\n${x}: ${p.xLimit ? "ended by a limit" : number(p.x)}\n${y}: ${p.yLimit ? "ended by a limit" : number(p.y)}`),
      ],
    } }, placed, false);
  }

  // drawChart draws a chart, as data.go writes it.
  const scatter = 1;
  function drawChart(figure) {
    const c = JSON.parse($("script", figure).textContent);
    const series = c.series.map((s, i) => ({
      name: s.name + (s.published && !/publish|paper/i.test(s.name) ? ", published" : ""), look: look(i, s.published),
      points: s.points.map(([x, y, low, high, title]) => ({
        x, y, low, high, title, xLimit: c.border > 0 && x >= c.border, yLimit: c.border > 0 && y >= c.border,
      })),
    })).filter((s) => s.points.length);
    const place = $("div", figure), name = $("figcaption", figure).textContent;
    if (c.kind === scatter) drawScatter(place, name, c, series);
    else drawLines(place, name, c, series);
  }

  // ---- filters, plots of records ----

  const suites = load(), rows = suites.flatMap((s) => s.rows);
  const filters = $("#filters"), axes = $("#axes");
  const distinct = (list) => [...new Set(list)].filter((v) => v !== "" && v !== null && v !== undefined);
  const sorted = (list) => distinct(list).sort((a, b) => a.localeCompare(b, "en", { numeric: true }));

  // offer fills a select; what was chosen stays if it is still there.
  function offer(select, list, all) {
    const old = select.value;
    select.replaceChildren(...(all ? [make("option", { value: "" }, all)] : []), ...list.map((v) => (Array.isArray(v) ? make("option", { value: v[0] }, v[1]) : make("option", { value: v }, v))));
    if ([...select.options].some((o) => o.value === old)) select.value = old;
  }

  const wanted = () => Object.fromEntries(["suite", "model", "engine", "outcome", "text"].map((k) => [k, filters.elements[k].value.trim()]));
  function matches(r, w) {
    return (!w.suite || r.cell.suite === w.suite) && (!w.model || r.cell.model === w.model) && (!w.engine || r.cell.engine === w.engine) &&
      (!w.outcome || r.outcome === w.outcome) && (!w.text || `${r.cell.suite} ${r.cell.name} ${r.cell.command} ${r.reason || ""}`.toLowerCase().includes(w.text.toLowerCase()));
  }

  const measures = {
    cpu: { key: "cpu", name: "CPU time, s", of: (r) => r.cpu, time: true },
    wall: { key: "wall", name: "wall time, s", of: (r) => r.wall, time: true },
    rss: { key: "rss", name: "memory, MB", of: (r) => r.rss / 1e6 }, peak: { name: "most nodes", of: (r) => r.peak },
    nodes: { name: "nodes", of: (r) => r.nodes }, steps: { name: "steps of the path", of: (r) => r.steps },
  };

  // result returns the median of the runs of a cell with its interval, or that a limit ended them: what it ended takes
  // longer than all else. It is null if that cannot be said.
  function result(runs, m) {
    const done = runs.filter((r) => r.outcome === "done").map(m.of).filter((v) => v > 0);
    const ended = runs.filter((r) => r.outcome === "time" || r.outcome === "memory");
    const middle = d3.median([...done, ...ended.map(() => Infinity)]), cell = runs[0].cell;
    if (Number.isFinite(middle)) {
      const known = runs.length === cell.runs.length && cell.medians[m.key], [v, low, high] = known || [middle, middle, middle];
      return { v, low, high: high ?? v, limit: false };
    }
    return ended.length ? { v: m.time ? d3.max(ended, (r) => Math.max(r.limit, m.of(r))) : 0, limit: true } : null;
  }
  const printed = (p) => ({ v: p.x, low: p.x, high: p.x, limit: p.above });

  // entries returns the cells of a suite by what they are compared by: {series: {cells without it: result}}, published
  // numbers as series of their own.
  function entries(list, by, m) {
    const cells = new Map(), all = new Map();
    for (const r of list) if (r.cell.runs.length) cells.set(r.cell, [...(cells.get(r.cell) || []), r]);
    const add = (series, cell, x) => {
      if (!x) return;
      const rest = Object.entries(cell.labels).filter(([k]) => k !== by).map(([k, v]) => k + "=" + v).join("/");
      if (!all.has(series)) all.set(series, new Map());
      all.get(series).set(rest, { ...x, cell });
    };
    for (const [cell, runs] of cells) add(cell.labels[by] || "–", cell, result(runs, m));
    for (const cell of cells.keys()) if (cell.published && m.time) add((cell.labels[by] || "–") + ", published", cell, printed(cell.published));
    return all;
  }

  // compared returns the keys by which the cells of a suite can be compared: labels with more than one value.
  function compared(suite, list) {
    const keys = suite.keys.filter((k) => distinct(list.map((r) => r.cell.labels[k])).length > 1 && !models.includes(k));
    return keys.sort((a, b) => rank(a) - rank(b));
  }
  const rank = (k) => (ways.includes(k) ? ways.indexOf(k) : 50 + ["n", "seed", "run"].indexOf(k));

  function drawPlots(list) {
    const has = new Set(list.filter((r) => r.cell.runs.length).map((r) => r.cell.suite));
    offer(axes.elements.of, suites.filter((s) => has.has(s.name)).map((s) => s.name));
    const suite = suites.find((s) => s.name === axes.elements.of.value), own = list.filter((r) => suite && r.cell.suite === suite.name);
    offer(axes.elements.by, suite ? compared(suite, own) : []);
    offer(axes.elements.measure, Object.entries(measures).filter(([, m]) => own.some((r) => m.of(r) > 0)).map(([k, m]) => [k, m.name]));
    const by = axes.elements.by.value, m = measures[axes.elements.measure.value] || measures.cpu, all = entries(own, by, m);
    const names = [...all.keys()];
    for (const side of ["x", "y"]) offer(axes.elements[side], names);
    if (axes.elements.x.value === axes.elements.y.value && names.length > 1) axes.elements.y.value = names.find((n) => n !== axes.elements.x.value);
    drawQuantile(suite, by, m, all);
    drawPairs(suite, by, m, all, axes.elements.x.value, axes.elements.y.value);
  }

  function drawQuantile(suite, by, m, all) {
    let limited = 0;
    const ours = [...all.keys()].filter((n) => !n.endsWith(", published"));
    const series = [...all].map(([name, of]) => {
      const published = name.endsWith(", published"), done = [...of.values()].filter((e) => !e.limit);
      limited += of.size - done.length;
      const points = done.sort((a, b) => a.v - b.v).map((e, i) => ({ x: i + 1, y: e.v, title: e.cell.name, low: e.low, high: e.high }));
      return { name: `${name} (${points.length} of ${of.size})`, look: look(ours.indexOf(name.replace(/, published$/, "")), published), points };
    });
    drawLines($("#quantile"), `Cells decided by each ${by || "way"}, sorted by ${m.name}`, { x: "cells decided", y: m.name, log: true }, series);
    $("#quantile-note").textContent = suite ? `Suite ${suite.name}. Of each line, the kth point is the kth least ${m.name}, of several runs the median with its interval at 95 %; ${limited} cells that a limit ended are not on the lines.` : "";
  }

  function drawPairs(suite, by, m, all, xName, yName) {
    const xs = all.get(xName) || new Map(), ys = all.get(yName) || new Map(), groups = new Map(), ratios = [];
    let pairs = 0, ended = 0;
    for (const [rest, a] of xs) {
      const b = ys.get(rest);
      if (!b) continue;
      pairs++;
      if (a.limit || b.limit) ended++;
      else ratios.push(b.v / a.v);
      const model = a.cell.model || "cells";
      if (!groups.has(model)) groups.set(model, []);
      groups.get(model).push({ x: a.v, y: b.v, xLimit: a.limit, yLimit: b.limit, xLow: a.low, xHigh: a.high, yLow: b.low, yHigh: b.high, title: rest });
    }
    const many = groups.size > shapes.length;
    const series = many ? [{ name: `${groups.size} models`, look: look(0), points: [...groups.values()].flat() }]
      : [...groups].map(([name, points], i) => ({ name, look: look(i), points }));
    drawScatter($("#scatter"), `${m.name} of ${yName} against ${xName}`, { x: `${xName}: ${m.name}`, y: `${yName}: ${m.name}` }, series);
    const mean = ratios.length ? Math.exp(d3.mean(ratios, Math.log)) : null;
    $("#scatter-note").textContent = suite ? `Suite ${suite.name}: ${pairs} pairs, ${ended} with a side that a limit ended` +
      (mean ? `; over the other ${ratios.length}, ${yName} takes ${number(mean)} times what ${xName} takes (geometric mean).` : ".") : "";
  }

  // drawPublished draws, for a suite with published numbers, ours against them.
  function drawPublished(suite) {
    const place = $(".published", suite.section), cells = suite.cells.filter((c) => c.published && c.runs.length);
    if (!cells.length) return;
    const groups = d3.group(cells, (c) => c.engine || c.model);
    const series = [...groups].map(([name, list], i) => ({
      name, look: look(i), points: list.map((c) => [c, result(c.runs, measures.cpu)]).filter(([, e]) => e).map(([c, e]) => ({
        x: c.published.x, y: e.v, xLimit: c.published.above, yLimit: e.limit, yLow: e.low, yHigh: e.high, title: c.name })),
    })).filter((s) => s.points.length);
    place.hidden = false;
    if (!place.firstChild) place.append(make("figure", { class: "picture" }, make("figcaption", {}, `${suite.name}: ours against the published numbers. Below the line, ours is less`), make("div")));
    drawScatter($("div", place), `${suite.name}: ours against published`, { x: "published, s", y: "brim, CPU time, s" }, series);
  }

  // ---- table of records ----

  const columns = [
    ["suite", (r) => r.cell.suite], ["cell", (r) => r.cell.name], ["outcome", (r) => r.outcome], ["verdict", (r) => r.verdict || ""],
    ["bound", (r) => (r.complete === "true" ? "all" : r.bound)], ["rounds", (r) => r.rounds || null], ["CPU s", (r) => r.cpu], ["wall s", (r) => r.wall],
    ["MB", (r) => (r.rss ? r.rss / 1e6 : null)], ["states", (r) => r.states || ""], ["nodes", (r) => r.nodes], ["run", (r) => r.run],
  ];
  const text = 4, page = 60; // so many columns are words; so many records are shown at first
  let order = { column: -1, down: false }, length = page, current = [];

  // compare orders numbers and words, up or down; what is empty comes last in both.
  function compare(a, b, down) {
    const empty = (v) => v === null || v === undefined || v === "";
    if (empty(a) || empty(b)) return empty(a) - empty(b) || 0;
    const sign = typeof a === "number" && typeof b === "number" ? a - b : String(a).localeCompare(String(b), "en", { numeric: true });
    return down ? -sign : sign;
  }

  function details(r) {
    const list = [["command", r.cell.command + (r.limit ? ` --limit-time ${r.limit}s` + (r.bytes ? ` --limit-memory ${r.bytes}` : "") : "")], ["reason", r.reason], ["answered by", r.by],
      ["began", r.began && r.began + " UTC, load " + (r.load || "unknown")], ["steps", r.steps], ["most nodes", r.peak], ["status", r.status], ["measured by", r.measured], ["disturbed by", r.disturbed], ["machine", r.machine]];
    return make("dl", {}, ...list.filter(([, v]) => v !== null && v !== undefined && v !== "").flatMap(([k, v]) => [make("dt", {}, k), make("dd", {}, k === "command" ? make("code", {}, v) : String(v))]));
  }

  function line(r) {
    const open = make("button", { type: "button", class: "open", "aria-expanded": "false" }, r.cell.name || r.cell.spec);
    const tr = make("tr", { "data-outcome": r.outcome }, ...columns.map(([, of], i) => {
      const v = of(r), shown = typeof v === "number" ? number(v) : v || "–";
      return i === 1 ? make("th", { scope: "row" }, open) : make("td", { class: i >= text ? "number" : null }, shown);
    }));
    open.addEventListener("click", () => {
      const was = open.getAttribute("aria-expanded") === "true";
      open.setAttribute("aria-expanded", String(!was));
      if (was) tr.nextSibling.remove();
      else tr.after(make("tr", { class: "detail" }, make("td", { colspan: columns.length }, details(r))));
    });
    return tr;
  }

  function drawRecords() {
    const list = [...current], [, of] = columns[order.column] || [];
    if (of) list.sort((a, b) => compare(of(a), of(b), order.down));
    $("#records tbody").replaceChildren(...list.slice(0, length).map(line));
    const more = $("#further");
    more.hidden = list.length <= length;
    more.textContent = `Show more records (${Math.min(length, list.length)} of ${list.length} are shown)`;
  }

  // header puts a button into a heading that sorts by its column, and says so to those who cannot see it.
  function header(th, sort) {
    const heads = [...th.parentNode.children];
    const name = th.textContent;
    th.replaceChildren(make("button", { type: "button", onclick: () => {
      const down = th.getAttribute("aria-sort") === "ascending";
      for (const h of heads) h.removeAttribute("aria-sort");
      th.setAttribute("aria-sort", down ? "descending" : "ascending");
      sort(heads.indexOf(th), down);
    } }, name));
  }

  function sortable(table) {
    const value = (body, i) => {
      const shown = body.rows[0].cells[i].textContent.trim(), n = parseFloat(shown.replace(/^[<>~≥≤]\s*/, ""));
      return shown === "–" ? null : Number.isNaN(n) ? shown : n;
    };
    for (const th of $$("thead th", table)) header(th, (i, down) => table.append(...[...table.tBodies].sort((a, b) => compare(value(a, i), value(b, i), down))));
  }

  // ---- the page ----

  // narrow hides what has nothing of what is wanted: suites without such a record, and in their tables the rows that
  // name another model or do not have the text.
  function narrow(w, list) {
    const left = new Set(list.map((r) => r.cell.suite)), needle = w.text.toLowerCase();
    const word = (m) => new RegExp("(^|[^A-Za-z0-9])" + m.replace(/[.*+?^${}()|[\]\\]/g, "\\$&") + "([^A-Za-z0-9]|$)");
    for (const s of suites) {
      const names = distinct(s.cells.map((c) => c.model)).map(word), mine = w.model && word(w.model);
      const noRecord = !left.has(s.name);
      let found = false;
      for (const sheet of $$(".sheet", s.section)) {
        const bodies = $$("tbody", sheet), texts = bodies.map((b) => b.textContent), named = mine && texts.some((t) => names.some((n) => n.test(t)));
        let some = !bodies.length;
        bodies.forEach((b, i) => {
          b.hidden = (named && !mine.test(texts[i])) || (needle !== "" && !noRecord && !texts[i].toLowerCase().includes(needle) && texts.some((t) => t.toLowerCase().includes(needle)));
          some ||= !b.hidden;
        });
        sheet.hidden = !some;
        found ||= some;
      }
      s.section.hidden = noRecord;
      for (const li of $$(`.contents li[data-suite="${s.name}"]`)) li.hidden = noRecord;
    }
    return left.size;
  }

  function update() {
    const w = wanted();
    for (const [k, of] of [["suite", (r) => r.cell.suite], ["model", (r) => r.cell.model], ["engine", (r) => r.cell.engine], ["outcome", (r) => r.outcome]]) {
      const others = rows.filter((r) => matches(r, { ...w, [k]: "" })).map(of);
      offer(filters.elements[k], k === "suite" ? distinct(others) : sorted(others), "all");
    }
    current = rows.filter((r) => matches(r, wanted()));
    length = page;
    const left = narrow(w, current);
    const runs = (of) => of.filter((r) => !r.cell.absent).length, absent = current.length - runs(current);
    $("#shown").textContent = `${runs(current)} of ${runs(rows)} runs, ${absent} ${absent === 1 ? "cell" : "cells"} without one, ${left} of ${suites.length} suites`;
    drawPlots(current);
    drawRecords();
  }

  function theme() {
    const button = $("#theme"), names = ["as the system", "light", "dark"];
    let now = 0;
    try { now = Math.max(0, names.indexOf(localStorage.getItem("brim-theme"))); } catch { /* a page from disk may have no storage */ }
    const set = () => {
      if (now) document.documentElement.dataset.theme = names[now];
      else delete document.documentElement.dataset.theme;
      button.textContent = "Theme: " + names[now];
    };
    button.addEventListener("click", () => {
      now = (now + 1) % names.length;
      try { localStorage.setItem("brim-theme", names[now]); } catch { /* it lasts as long as the page */ }
      set();
    });
    set();
    button.hidden = false;
  }

  function drawFixed() {
    for (const figure of $$("figure.chart")) drawChart(figure);
    for (const s of suites) drawPublished(s);
  }

  theme();
  if (matchMedia("(max-width: 60rem)").matches) $(".contents details").open = false;
  for (const e of [filters, $("#plots"), $("#records")]) e.hidden = false;
  $("#records thead").append(make("tr", {}, ...columns.map(([name], i) => make("th", { scope: "col", class: i >= text ? "number" : null }, name))));
  for (const th of $$("#records th")) header(th, (i, down) => { order = { column: i, down }; drawRecords(); });
  for (const t of $$("table.sortable")) sortable(t);
  for (const box of $$("input.lines")) {
    const set = () => {
      const t = $("table", box.closest(".sheet"));
      if (t) t.classList.toggle(box.value === "found" ? "hide-found" : "show-more", box.value === "found" ? !box.checked : box.checked);
    };
    box.addEventListener("change", set);
    set();
  }
  $("#further").addEventListener("click", () => { length += 5 * page; drawRecords(); });
  filters.addEventListener("input", update);
  filters.addEventListener("submit", (e) => e.preventDefault());
  filters.addEventListener("reset", () => setTimeout(update));
  axes.addEventListener("change", () => drawPlots(current));
  axes.addEventListener("submit", (e) => e.preventDefault());
  let width = innerWidth, waiting = 0;
  addEventListener("resize", () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => {
      if (innerWidth === width) return;
      width = innerWidth;
      drawFixed();
      drawPlots(current);
    }, 150);
  });
  addEventListener("beforeprint", () => { for (const d of $$("details.origin")) d.open = true; });
  drawFixed();
  update();
  if (location.hash) document.getElementById(decodeURIComponent(location.hash.slice(1)))?.scrollIntoView(); // pictures have moved it
  document.documentElement.dataset.ready = "yes";
})();
