// What can be undone and done again in the editor: the draft before each change, as text.

import { Draft } from "./draft.js";

const most = 300; // changes that are kept

export class History {
  constructor(draft) {
    this.list = [JSON.stringify(draft.wire())];
    this.at = 0;
    this.last = null;
  }
  // note keeps a draft after a change. Changes with one reason, one after the other, are undone together; those without
  // a reason, null, are undone one by one.
  note(draft, reason = null) {
    const text = JSON.stringify(draft.wire());
    if (text === this.list[this.at]) return false;
    this.list.length = this.at + 1;
    if (reason !== null && reason === this.last && this.at > 0) this.list[this.at] = text;
    else this.at = this.list.push(text) - 1;
    if (this.list.length > most) {
      this.list.shift();
      this.at--;
    }
    this.last = reason;
    return true;
  }
  // go returns the draft so many changes back or forth, null if there is none.
  go(by) {
    const to = this.at + by;
    if (to < 0 || to >= this.list.length) return null;
    this.at = to;
    this.last = null;
    return new Draft(JSON.parse(this.list[to]));
  }
  can(by) {
    return this.at + by >= 0 && this.at + by < this.list.length;
  }
}
