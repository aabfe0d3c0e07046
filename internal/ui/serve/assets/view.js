// Where a drawing is looked at from: a point p of the net is at k·p + (x, y) of the window.

export class View {
  constructor() {
    Object.assign(this, { k: 1, x: 0, y: 0, width: 1, height: 1 });
    this.fitted = true; // the drawing was not moved since it was fitted
  }
  // fit shows a box as a whole; null is one without anything.
  fit(box) {
    this.fitted = true;
    if (!box) return Object.assign(this, { k: 1, x: 0, y: 0 });
    const { left, top, right, bottom } = box;
    this.k = Math.min(1.6, this.width / (right - left + 20), this.height / (bottom - top + 20));
    this.x = this.width / 2 - (this.k * (left + right)) / 2;
    this.y = this.height / 2 - (this.k * (top + bottom)) / 2;
  }
  // zoom keeps a point of the window where it is.
  zoom(by, x = this.width / 2, y = this.height / 2) {
    const k = Math.min(8, Math.max(0.02, this.k * by));
    this.x = x - ((x - this.x) * k) / this.k;
    this.y = y - ((y - this.y) * k) / this.k;
    this.k = k;
    this.fitted = false;
  }
  move(dx, dy) {
    this.x += dx;
    this.y += dy;
    this.fitted = false;
  }
  // center shows a point of the net in the middle, near enough to read names.
  center(x, y) {
    if (this.k < 0.62) this.k = 1;
    this.x = this.width / 2 - this.k * x;
    this.y = this.height / 2 - this.k * y;
    this.fitted = false;
  }
  // reveal moves a point of the net into the window if it is not there.
  reveal(x, y) {
    const [u, v] = [this.k * x + this.x, this.k * y + this.y];
    if (u < 40 || v < 40 || u > this.width - 40 || v > this.height - 40) this.center(x, y);
  }
  // point returns the point of the net at one of the window.
  point([x, y]) {
    return [(x - this.x) / this.k, (y - this.y) / this.k];
  }
}
