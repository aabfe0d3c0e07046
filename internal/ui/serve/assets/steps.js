// Steps of the token game. Without time a step is the number of a transition. With time, a negative number is a delay
// of so many units; another one stands for a transition and for which of its choices of tokens, see game.Clocked of the
// server.

// transitionOf returns the transition of a step, undefined for a delay.
export const transitionOf = (net, step) => (step < 0 ? undefined : step % net.transitions.length);

// stepText writes a step for people, and as runs are saved.
export function stepText(net, step) {
  if (step < 0) return `wait ${-step}`;
  return net.transitions[transitionOf(net, step)].label;
}

// choiceText is stepText with the tokens that a step takes, if it has a choice: takes are their ages.
export function choiceText(net, step, takes) {
  const text = stepText(net, step);
  if (takes) return `${text}, takes ${takes}`;
  const choice = Math.floor(step / net.transitions.length);
  return choice > 0 ? `${text}, choice ${choice + 1}` : text;
}

// after returns steps with one more. Delays one after the other are one.
export function after(steps, step) {
  const last = steps.at(-1);
  return step < 0 && last < 0 ? [...steps.slice(0, -1), last + step] : [...steps, step];
}
