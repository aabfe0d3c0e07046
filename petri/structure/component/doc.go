// Package component finds S-components and T-components of Petri nets, and
// covers of a net by them.
//
// An S-component is a part of a net with one place, or several, and all
// transitions at them, in which each transition has exactly one input place and
// one output place, and paths lead from each node to each other one: a state
// machine, whose number of tokens no firing changes. A T-component is a part with
// some transitions and all places at them, in which each place has exactly one
// input transition and one output transition, and which is strongly connected: a
// marked graph, each of whose transitions may fire once to reproduce the marking.
//
// A net is covered if each place, or each transition, is in some component. All
// arcs of a component have weight 1. Inhibitor arcs are not looked at. Places
// and transitions without arcs are in no component and need no cover.
package component
