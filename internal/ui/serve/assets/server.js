// The way to the server.

const silent = "brim serve does not answer. Is it still running?";

// api asks the server. It throws an Error with the server's sentence, and with where in a text something is wrong, if
// that is known, as at.
export async function api(method, path, body, signal) {
  const file = body instanceof Blob;
  const headers = body === undefined ? {} : { "Content-Type": file ? "application/octet-stream" : "application/json" };
  let answer, text;
  try {
    answer = await fetch("api/" + path, {
      method,
      headers,
      body: body === undefined || file ? body : JSON.stringify(body),
      signal,
    });
    text = await answer.text();
  } catch (e) {
    if (e.name === "AbortError") throw e;
    throw new Error(silent);
  }
  let x;
  try {
    x = JSON.parse(text);
  } catch {
    throw new Error(text.trim() || silent);
  }
  if (!answer.ok) throw Object.assign(new Error(x.problem), { at: x.at });
  return x;
}

// follow calls progress with a Progress of a job several times a second, and resolves with the Job at its end. The page
// asks for it: a stream for each tab would take all connections that a browser has for one address.
export async function follow(id, progress) {
  for (let pause = 20; ; pause = Math.min(2 * pause, 200)) {
    const look = await api("GET", "jobs/" + id);
    if (look.job.state !== "runs") return look.job;
    progress(look.progress);
    await new Promise((next) => setTimeout(next, pause));
  }
}
