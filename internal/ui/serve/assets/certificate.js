// The certificate of an answer: it is made on demand, and checked by brim-verify if that is there.

import { make } from "./app.js";
import { words } from "./verdict.js";

const found = new Map(); // by the job of the question: what its certificate is

// certificate returns what is shown of the certificate of an answer: a button at first.
export function certificate(app, entry) {
  const box = make("div", { class: "certificate", "aria-live": "polite" });
  const show = () => box.replaceChildren(...outcome(found.get(entry.job)));
  if (found.has(entry.job)) {
    show();
    return box;
  }
  const button = make(
    "button",
    { type: "button", title: "A file that proves the answer, which the program brim-verify checks" },
    "Certificate",
  );
  const phase = make("span", { class: "soft" });
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { id } = await app.api("POST", "certificate", { job: entry.job });
      const stop = make("button", { type: "button" }, "Stop");
      stop.addEventListener("click", () => app.stop(id).catch((e) => app.problem(e.message)));
      box.append(" ", stop);
      const job = await app.follow(id, (p) => phase.replaceChildren(`${words.phase(p)}, ${words.seconds(p.seconds)}`));
      found.set(entry.job, { job: id, ...(job.result || { reason: job.problem || "the search was stopped" }) });
    } catch (e) {
      found.set(entry.job, { reason: e.message });
    }
    show();
  });
  box.append(button, " ", phase);
  return box;
}

// outcome is what is said of a certificate. It says verified only where brim-verify did.
function outcome(c) {
  if (!c.bytes) return [make("p", {}, `There is no certificate: ${c.reason}.`)];
  const file = make("a", { href: `api/jobs/${c.job}/certificate`, download: c.file }, c.file);
  const size = ` (${c.bytes.toLocaleString("en")} bytes: ${c.evidence.join(", ")})`;
  const check = make("p", {}, "Check it yourself: ", make("code", {}, c.command));
  if (c.verified)
    return [make("p", { class: "verified" }, make("strong", {}, "✓ verified by brim-verify"), ": ", file, size), check];
  if (c.said)
    return [
      make("p", { class: "warning" }, make("strong", {}, "not verified"), ` by brim-verify, ${c.said}: `, file, size),
      check,
    ];
  return [make("p", {}, "Certificate: ", file, size, `. It is not checked: ${c.unchecked}.`), check];
}
