// Sends what is drawn to the server: soon after each change, one version after the other.

const pause = 250; // milliseconds without a change

// sync returns {id, version, changed, flush}: id and version are those of the model that the draft is of.
// answered(problems) hears what is wrong with what was sent.
export function sync(app, draft, answered) {
  let timer = 0;
  let waiting = false; // something has not been sent
  let sending = false;
  let turn = Promise.resolve();
  const self = { id: 0, version: 0, changed, flush, busy: () => waiting || sending };

  function changed() {
    waiting = true;
    clearTimeout(timer);
    timer = setTimeout(flush, pause);
  }
  // flush resolves once all that was changed has been answered.
  function flush() {
    clearTimeout(timer);
    if (waiting) turn = turn.then(send);
    return turn;
  }
  async function send() {
    if (!waiting) return;
    waiting = false;
    sending = true;
    const { id } = self;
    try {
      const saved = await app.api("PUT", `/models/${id}/document`, draft().wire());
      app.models = app.models.map((m) => (m.id === id ? saved.model : m));
      self.version = saved.model.version;
      if (app.wanted !== id || app.model?.id !== id) return; // another one is shown, or on its way
      answered(saved.problems);
      if (saved.model.version !== app.model.version) await app.show(saved.model);
      else app.model = saved.model;
      app.emit("models");
    } catch (e) {
      app.problem(e.message);
    } finally {
      sending = false;
    }
  }
  return self;
}
