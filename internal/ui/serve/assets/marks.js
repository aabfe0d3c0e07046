// What is chosen in a drawing, painted on a scene. Marks are {nodes: Set(node), arc: arc or -1, bend: which bend of the
// arc, or -1}: frames around nodes, and handles on all bends of the arc.

import { sizeOf } from "./scene.js";

export const handle = 4; // half of its side, in pixels

// paintMarks paints the marks of the nodes in a set, if inside, else of those that are not in it.
export function paintMarks(scene, c, colours, marks, set, inside, k) {
  c.strokeStyle = colours.focus;
  c.lineWidth = 2.5 / Math.max(k, 0.4);
  for (const i of marks.nodes) {
    if (Boolean(set?.has(i)) !== inside) continue;
    const [w, h] = sizeOf(scene.net.nodes[i]);
    c.strokeRect(scene.at[2 * i] - w / 2 - 9, scene.at[2 * i + 1] - h / 2 - 9, w + 18, h + 18);
  }
  if (Boolean(scene.lifted?.arcSet.has(marks.arc)) !== inside) return;
  const half = handle / Math.max(k, 0.4);
  const way = scene.ways[marks.arc] ?? [];
  for (let i = 0; i < way.length; i += 2) {
    c.fillStyle = i / 2 === marks.bend ? colours.focus : colours.paper;
    c.fillRect(way[i] - half, way[i + 1] - half, 2 * half, 2 * half);
    c.strokeRect(way[i] - half, way[i + 1] - half, 2 * half, 2 * half);
  }
}
