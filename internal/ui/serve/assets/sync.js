// Sends what is drawn to the server: soon after each change, one version after the other.

const pause = 250; // milliseconds without a change

// sync returns {id, version, changed, flush}: id and version are those of the model that the draft is of. answered(problems) hears what is wrong with what was sent.
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
    const model = app.model;
    if (model?.id !== self.id) return (waiting = false);
    waiting = false;
    sending = true;
    try {
      const saved = await app.api("PUT", "document", draft().wire());
      if (app.model.id !== model.id) return;
      answered(saved.problems);
      const version = app.model.version;
      self.version = saved.model.version;
      const i = app.models.findIndex((m) => m.id === saved.model.id);
      if (i >= 0) app.models[i] = saved.model;
      if (saved.model.version !== version) await app.show(saved.model);
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
