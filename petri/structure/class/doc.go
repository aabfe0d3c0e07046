// Package class tells what follows from the class of a Petri net and from its
// siphons, traps and invariants, without its states: whether it is covered by
// invariants, well-formed, live, free of deadlocks.
//
//	s := class.New(structure.NewProfile(net))
//	if f := s.Live(ctx); f.Answer == class.Yes { … }
//
// A net is well-formed if some initial marking makes it live and bounded. For
// extended free choice nets there are exact answers [DE95]: they are live exactly
// if each siphon contains a marked trap, and the rank of the incidence matrix
// decides in polynomial time whether they are well-formed; if they are live and
// bounded, their home markings are those with a token in each trap [BDE92]. For
// other nets most conditions are only sufficient or only necessary, so Unknown is
// an ordinary answer. The theorems about choices are about ordinary nets, in which
// all weights are 1, without inhibitor arcs; a net that is not ordinary has no
// answer by them.
//
// Places and transitions without any arc do not matter.
package class
