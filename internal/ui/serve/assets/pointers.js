// Mouse, pen and fingers on the drawing: they move and zoom it, and click. The hands of the editor may take a pointer
// when it goes down.

// pointers listens on a canvas. act has hands(), hover(at), move(dx, dy), zoom(by, x, y) and click(at), where at is a
// point of the canvas.
export function pointers(canvas, act) {
  const down = new Map(); // by id: where each is
  let dragged = 0;
  let taken = null; // the id of the pointer that the hands have
  const at = (e) => {
    const box = canvas.getBoundingClientRect();
    return [e.clientX - box.left, e.clientY - box.top];
  };
  canvas.addEventListener("pointerdown", (e) => {
    canvas.setPointerCapture(e.pointerId);
    down.set(e.pointerId, at(e));
    dragged = 0;
    if (down.size === 1 && act.hands()?.down(at(e), e)) taken = e.pointerId;
  });
  canvas.addEventListener("pointermove", (e) => {
    const before = down.get(e.pointerId);
    if (!before) return act.hands() ? act.hands().hover(at(e)) : act.hover(at(e));
    const now = at(e);
    if (taken === e.pointerId) {
      act.hands()?.drag(now, e);
    } else if (down.size === 2) {
      const other = [...down].find(([id]) => id !== e.pointerId)[1];
      const far = (p) => Math.hypot(p[0] - other[0], p[1] - other[1]) || 1;
      act.zoom(far(now) / far(before), other[0], other[1]);
    } else {
      act.move(now[0] - before[0], now[1] - before[1]);
    }
    dragged += Math.abs(now[0] - before[0]) + Math.abs(now[1] - before[1]);
    down.set(e.pointerId, now);
  });
  for (const name of ["pointerup", "pointercancel"]) {
    canvas.addEventListener(name, (e) => {
      if (!down.delete(e.pointerId)) return;
      const cancelled = name === "pointercancel";
      if (taken === e.pointerId) {
        taken = null;
        act.hands()?.up(at(e), e, cancelled || dragged > 4, cancelled);
      } else if (dragged <= 4 && !cancelled) {
        if (act.hands()) act.hands().click(at(e), e);
        else act.click(at(e));
      }
    });
  }
  canvas.addEventListener("dblclick", (e) => act.hands()?.twice(at(e)));
  canvas.addEventListener(
    "wheel",
    (e) => {
      e.preventDefault();
      const [x, y] = at(e);
      act.zoom(Math.exp(-e.deltaY * (e.deltaMode === 1 ? 0.05 : 0.0015)), x, y);
    },
    { passive: false },
  );
}
