// What elements of a net that is drawn are, in words: for people who do not see them, and in lists.

const called = (n) => n.label || n.id;
const tokens = (text) => (text === "1" ? "1 token" : `${text || "0"} tokens`);

// describe says what an element of a Draft is.
export function describe(x) {
  if (x.pair) return `priority of transition ${called(x.first)} over ${called(x.then)}`;
  if (x.arc) return arc(x);
  const name = x.label ? `${x.label} (${x.id})` : x.id;
  if (x.transition) {
    const more = [
      x.silent && "silent",
      x.urgent && "urgent",
      x.priority && `priority ${x.priority}`,
      x.interval && `fires within ${x.interval}`,
    ];
    return [`transition ${name}`, ...more.filter(Boolean)].join(", ");
  }
  const finals = x.finals.length > 0 ? `, ${x.finals.map(tokens).join(" or ")} in the end` : "";
  const most = x.capacity ? `, capacity ${x.capacity}` : "";
  const ages = x.invariant ? `, ages at most ${x.invariant}` : "";
  return `place ${name}, ${tokens(x.initial)}${most}${ages}${finals}`;
}

function arc(x) {
  const weight = x.weight && x.kind !== "reset" ? `, weight ${x.weight}` : "";
  const bends = x.via.length > 0 ? `, ${x.via.length === 1 ? "1 bend" : `${x.via.length} bends`}` : "";
  const [place, transition] = [`place ${called(x.place)}`, `transition ${called(x.transition)}`];
  const between = x.kind === "output" ? `from ${transition} to ${place}` : `from ${place} to ${transition}`;
  const ages = x.ages ? `, takes ages ${x.ages}` : "";
  return `${x.kind === "input" || x.kind === "output" ? "arc" : x.kind + " arc"} ${between}${weight}${ages}${bends}`;
}

// describeBend says which bend of an arc one is, and where.
export function describeBend(x, i) {
  const [at, n] = [x.via[i], x.via.length];
  const which = n === 1 ? "" : `${i + 1} of ${n} `;
  return `bend ${which}of the ${describe({ ...x, via: [] })}, at ${at.map(Math.round).join(", ")}`;
}
