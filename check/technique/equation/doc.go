// Package equation decides questions about nets by the state equation: a marking is reachable only if it is the initial
// one plus the effects of some numbers of firings. What has no such solution is refuted, with a proof that is checked;
// solutions guide walks. See package petri/equation.
package equation
