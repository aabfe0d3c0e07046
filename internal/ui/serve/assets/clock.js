// The clock of the token game of a net with time: how late it is, waiting, and a clock that runs by itself.

import { make } from "./app.js";
import { able } from "./controls.js";

const paces = [["1", "1 unit a second"], ["5", "5 units a second"], ["25", "25 units a second"]];

// clock returns {element, show()}. wait(n) lets so much time pass in the game, and resolves when it has.
export function clock(app, wait) {
  const button = (text, act) => {
    const b = make("button", { type: "button" }, text);
    b.addEventListener("click", () => act().catch((e) => app.problem(e.message)));
    return b;
  };
  const units = make("input", {
    type: "number",
    min: "1",
    max: "1000000000",
    value: "1",
    "aria-label": "How many units of time",
  });
  const by = button("Wait", () => wait(Math.max(1, Math.floor(Number(units.value)) || 1)));
  const soonest = button("Wait until something can fire", () => wait(Number(app.play.clock.soonest)));
  const longest = button("Wait as long as possible", () => wait(Number(app.play.clock.longest)));
  const run = button("Run the clock", async () => (timer ? stop() : start()));
  const pace = make(
    "select",
    { "aria-label": "Pace of the clock" },
    ...paces.map(([value, text]) => make("option", { value }, text)),
  );
  const late = make("p", { class: "time", role: "status" });
  const element = make("section", { class: "clock", "aria-label": "Time", hidden: true },
    late,
    make("div", { class: "row" }, make("span", { class: "pair" }, by, units), soonest, longest),
    make("div", { class: "row" }, run, pace),
  );

  let timer = 0; // of the clock that runs; 0 if it stands
  function start() {
    const tick = async () => {
      if (!timer) return;
      try {
        if (!may(1)) return stop("Time cannot go on: something has to fire.");
        await wait(1);
      } catch (e) {
        stop();
        return app.problem(e.message);
      }
      if (timer) timer = setTimeout(tick, 1000 / Number(pace.value));
    };
    timer = setTimeout(tick, 1000 / Number(pace.value));
    run.textContent = "Stop the clock";
  }
  function stop(why = null) {
    clearTimeout(timer);
    timer = 0;
    run.textContent = "Run the clock";
    if (why) app.say(why);
  }
  const may = (n) => app.play?.clock && (app.play.clock.longest === "" || BigInt(app.play.clock.longest) >= BigInt(n));

  function show() {
    const c = app.play?.clock;
    element.hidden = !c;
    if (!c) return stop();
    const limit =
      c.longest === ""
        ? "any delay is possible"
        : c.longest === "0"
          ? "no time can pass before something fires"
          : `at most ${c.longest} can pass`;
    const next =
      c.soonest === ""
        ? "nothing can fire any more"
        : c.soonest === "0"
          ? "something can fire now"
          : `something can fire in ${c.soonest}`;
    late.textContent = `Time ${c.elapsed}: ${limit}, ${next}.`;
    able(by, may(1));
    able(soonest, c.soonest !== "" && c.soonest !== "0");
    able(longest, c.longest !== "" && c.longest !== "0");
    able(run, may(1) || timer !== 0);
  }
  app.on("model", () => stop());
  app.on("panel", (id) => id !== "game" && stop());
  return { element, show };
}
