// Package workflow has what is particular to workflow nets: rules that make such a net smaller and keep whether it is
// k-sound, for all numbers k of cases at once, and a decision whether it is k-sound for all k.
//
// Nets have a source, to which no transition gives tokens, and a sink, from which none takes any. k cases begin with k
// tokens in the source and none elsewhere, and complete with k tokens in the sink and none elsewhere. A net is k-sound
// if from each marking that k cases can reach they can complete. There are no inhibitor arcs.
package workflow
