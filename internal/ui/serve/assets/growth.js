// A small chart of nodes over time while a state space is explored.

import { svg, count, seconds } from "./svg.js";

const width = 440;
const height = 84;
const foot = 14;

// growth returns an element; its method show takes a list of {seconds, nodes}.
export function growth() {
  const line = svg("path", { class: "line" });
  const area = svg("path", { class: "area" });
  const most = svg("text", { x: 0, y: 10 });
  const end = svg("text", { x: width, y: height - 2, "text-anchor": "end" });
  const start = svg("text", { x: 0, y: height - 2 }, "0 s");
  const base = svg("line", { x1: 0, x2: width, y1: height - foot, y2: height - foot, class: "base" });
  const e = svg(
    "svg",
    { class: "growth", viewBox: `0 0 ${width} ${height}`, role: "img" },
    area,
    line,
    base,
    most,
    start,
    end,
  );
  e.show = (points) => {
    const last = points.at(-1);
    if (!last) return;
    const top = Math.max(1, ...points.map((p) => p.nodes));
    const x = (p) => ((width * p.seconds) / Math.max(last.seconds, 0.001)).toFixed(1);
    const y = (p) => (height - foot - ((height - foot - 14) * p.nodes) / top).toFixed(1);
    const d = points.map((p) => `${x(p)},${y(p)}`).join("L");
    line.setAttribute("d", "M" + d);
    area.setAttribute("d", `M0,${height - foot}L${d}V${height - foot}Z`);
    most.textContent = `${count(top)} nodes at most`;
    end.textContent = seconds(last.seconds);
    e.setAttribute(
      "aria-label",
      `Nodes over time: ${count(last.nodes)} after ${seconds(last.seconds)}, ${count(top)} at most`,
    );
  };
  return e;
}
