// Frames around nodes of a drawing: units of the file, or components that were found.

export function paintFrames(scene, c, colours, k) {
  c.lineWidth = 1.2 / Math.max(k, 0.3);
  c.font = `600 ${Math.min(24, 11 / Math.max(k, 0.3))}px system-ui, sans-serif`;
  c.textAlign = "left";
  scene.cells ||= boxes(scene);
  for (const f of scene.cells) {
    c.strokeStyle = colours.strong;
    c.setLineDash([6, 4]);
    c.strokeRect(f.left, f.top, f.right - f.left, f.bottom - f.top);
    c.setLineDash([]);
    c.fillStyle = colours.soft;
    c.fillText(f.name, f.left + 4, f.top - 4);
  }
}

// boxes are the frames around their nodes and those of the frames within.
function boxes({ net, at, frames }) {
  const list = net.frames.map((f) => ({ ...f, left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }));
  const grow = (box, left, top, right, bottom) => {
    box.left = Math.min(box.left, left);
    box.top = Math.min(box.top, top);
    box.right = Math.max(box.right, right);
    box.bottom = Math.max(box.bottom, bottom);
  };
  for (let i = list.length - 1; i >= 0; i--) {
    const f = list[i];
    for (const n of f.nodes) grow(f, at[2 * n] - 24, at[2 * n + 1] - 24, at[2 * n] + 24, at[2 * n + 1] + 38);
    if (f.parent >= 0 && f.left < Infinity) grow(list[f.parent], f.left - 8, f.top - 18, f.right + 8, f.bottom + 8);
  }
  return list.filter((f) => f.kind === frames && f.left < Infinity);
}
