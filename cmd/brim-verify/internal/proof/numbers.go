package proof

import "math/big"

// Section space, and numbers of markings and firings.

// readSpace reads the section: a set S and a rank with the same tuples. S contains the initial marking and all
// successors of its markings, so all reachable markings. Each marking of S but the initial one has a predecessor in S
// of smaller rank, so it is reachable.
func (v *verifier) readSpace() {
	s, rank := v.setOperand(), v.rankOperand()
	v.end()
	support := v.store.Support(rank)
	v.inside(s, support, "of the set has no rank")
	v.inside(support, s, "has a rank and is not in the set")
	if !v.store.Has(s, v.net.Initial) {
		v.reject("space: the initial marking is not in the set")
	}
	v.closed(s, s, 0)
	first := v.store.NotReachedFrom(rank)
	if n := v.store.Count(first); n.Cmp(big.NewInt(1)) > 0 || n.Sign() > 0 && !v.store.Has(first, v.net.Initial) {
		v.reject("space: %v markings have no predecessor of smaller rank", n)
	}
	v.markings, v.firings = v.store.Count(s), v.store.CountFirings(s)
	v.next()
}

// numbers returns how many markings are reachable, and how many pairs of one and a transition that it enables there
// are, by the section space or a part that has all of them.
func (v *verifier) numbers() (markings, firings *big.Int) {
	if v.markings != nil {
		return v.markings, v.firings
	}
	v.part.finish()
	if !v.part.complete() {
		v.reject("the answer is a number, and there is neither a section space nor a part with all markings")
	}
	return big.NewInt(int64(len(v.part.markings))), big.NewInt(int64(len(v.part.next)))
}
