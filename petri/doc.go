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
//	go_ := b.Transition("go")
//	b.In(go_, idle, 1)
//	b.Out(go_, busy, 1)
//	net, err := b.Net()
//
// Firing. Transition t is enabled in marking m when m(p) ≥ Pre(t,p) for every
// input place p and m(p) < Inhibit(t,p) for every inhibitor arc; firing it
// gives m − Pre(t) + Post(t). A read arc is a place in both Pre and Post. Interleaving
// semantics: one step is one firing.
package petri
