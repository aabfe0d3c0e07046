package engine

import (
	"iter"

	"brim/ctl/syntax"
	"brim/petri"
)

// NoLoop is the Loop of a witness that is no lasso.
const NoLoop = -1

// A Witness shows that Formula holds in the marking Start.
//
//	EX f         one step, with a witness of f after it
//	E(f U g)     steps, with witnesses of f before each of them and of g after the last; EF g likewise
//	EG f         a lasso: steps, the last of which leads back to the marking before step Loop, with witnesses of f
//	             in each marking; or steps to a dead marking, where paths may end there
//	f & g, f | g no steps, with witnesses of both, or of one
//	E φ          a run, likewise a lasso or steps to a dead marking, that satisfies the path formula φ of LTL
//
// A formula without path operators needs no witness: the marking decides. One on all paths (AX, AF, AG, AU, !EU, A φ)
// has none: it is claimed, as a leaf without steps.
type Witness struct {
	Formula  *syntax.Formula // in the form of syntax.NNF; E φ and A φ with that of ltl.NNF below
	Start    petri.Marking
	Steps    []int // transitions, fired one after the other from Start
	Loop     int   // the position of the marking that the last step leads back to, or NoLoop
	Branches []Branch
	// Cut tells that witnesses of operands were left out because there would be too many, or a limit came.
	Cut bool
}

// A Branch is the witness of an operand in the marking before step At, or after the last one. Branches may share a
// witness.
type Branch struct {
	At int
	*Witness
}

// Claimed reports whether f, in the form of syntax.NNF, speaks of all paths, so that its witness is a leaf without
// steps that proves nothing.
func Claimed(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.AX, syntax.AF, syntax.AG, syntax.AU, syntax.A:
		return true
	case syntax.Within:
		return Claimed(f.Args[0])
	case syntax.Not:
		g := f.Args[0]
		return g.Op == syntax.EU || g.Op == syntax.Within && g.Args[0].Op == syntax.EU
	}
	return false
}

// EndsDead reports whether w's path ends because its last marking is dead.
func (w *Witness) EndsDead() bool { return w.Endless() && w.Loop == NoLoop }

// Endless reports whether w's path goes on for ever, or ends because its last marking is dead.
func (w *Witness) Endless() bool { return w.Formula.Op == syntax.EG || w.Formula.Op == syntax.E }

// Size returns the number of steps of w and of all its branches, a shared one counted each time.
func (w *Witness) Size() int {
	n := len(w.Steps)
	for _, b := range w.Branches {
		n += b.Size()
	}
	return n
}

// Markings yields the marking before each step and the one after the last. See petri.Net.Markings for the errors, and
// who owns the markings. It panics if Start is no marking of net.
func (w *Witness) Markings(net *petri.Net) iter.Seq2[petri.Marking, error] {
	return net.WithInitial(w.Start).Markings(w.Steps)
}
