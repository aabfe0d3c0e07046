// Package nets builds the parametric net families of the experiments: one file
// per family, each with the definition, the closed forms that are known, and
// where they come from.
//
// A family and a size are written family:N, as in "dphil:10". Parse reads this
// form, All lists the families. Where a size is several numbers they are separated by
// commas, as in "brp:440,81"; some such sizes have names, as "prise:S".
//
// Coloured lists families of coloured nets, twins of others, which ParseColoured builds, and
// Timed families of nets with time, which ParseTimed builds.
//
// Some families have propositions, names for sets of markings that formulas over
// their nets may use.
//
// Unless a family says otherwise all arcs have weight 1, indices run from 1 to N,
// next(i) = i mod N + 1 and prev is its inverse. The depth of a net is the largest
// distance of a reachable marking from the initial one, in firings.
package nets
