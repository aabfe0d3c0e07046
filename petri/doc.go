// Package petri holds place/transition nets and their explicit semantics: arc
// weights, read arcs, inhibitor arcs, 64-bit tokens, the firing rule and the
// replay of firing sequences. It knows nothing of diagrams or formulas.
//
// A net is built once with a Builder and does not change afterwards, so any
// number of goroutines may read it. Places and transitions are dense indices
// from 0; names are unique within their kind.
//
//	b := petri.NewBuilder("handshake")
//	idle := b.Place("idle", 1)
//	busy := b.Place("busy", 0)
//	start := b.Transition("start")
//	b.In(start, idle, 1)
//	b.Out(start, busy, 1)
//	net, err := b.Net()
//
// Firing. Transition t is enabled in marking m when m(p) ≥ Pre(t,p) for every
// input place p and m(p) < Inhibit(t,p) for every inhibitor arc; firing it gives
// m − Pre(t) + Post(t). A read arc is a place in both Pre and Post with the same
// weight; one of weight 3 beside an input arc of weight 1 is 3 in Pre and 2 in Post.
// Semantics are interleaving: one step is one firing.
//
// Tokens are counted in int64. A firing that would put more than 2^63−1 tokens
// on a place is an error, never a wrong number.
package petri
