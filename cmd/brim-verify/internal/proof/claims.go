package proof

import (
	"fmt"
	"math/big"

	"brim/cmd/brim-verify/internal/diagram"
	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// Sections levels, sets and claims: formulas that hold in all markings of a set, reachable or not.

// A claim is a formula that holds in each marking of a set.
type claim struct {
	formula *formula.Formula
	set     diagram.Set
}

// mostFormula limits the operands of a claim, as each claim can be about twice as large a formula as those before.
const mostFormula = 1 << 25 // bytes of keys

// kinds has the kinds of claims about other claims: the operator of the formula, whether it is about a rank, and how
// many operands it has; 0 stands for any number.
var kinds = map[string]struct {
	op       formula.Op
	ranked   bool
	operands int
}{
	"and": {formula.And, false, 0}, "EX": {formula.EX, false, 1}, "AX": {formula.AX, false, 1},
	"or": {formula.Or, false, 0}, "EU": {formula.EU, true, 2}, "AU": {formula.AU, true, 2},
	"ER": {formula.ER, false, 2}, "AR": {formula.AR, false, 2},
}

// readLevels reads the section.
func (v *verifier) readLevels() {
	if v.store != nil {
		v.expected("one section levels")
	}
	var places []int
	for v.more() {
		places = append(places, v.place())
	}
	v.store = diagram.New(v.net, places, v.tick)
	v.next()
}

// readSets reads the section.
func (v *verifier) readSets() {
	v.end()
	for v.body() {
		number, level := int(v.integer("the number of the node", 2)), int(v.integer("a level", 1))
		var arcs []diagram.Arc
		for v.more() {
			a := diagram.Arc{Value: v.integer("a value", 0)}
			v.sign(":")
			a.Child = v.rank()
			if v.accept("+") {
				a.Cost = v.integer("a cost", 0)
			}
			arcs = append(arcs, a)
		}
		v.store.Add(number, level, arcs)
	}
}

// rank reads a node as ranks, and set as a set, in which costs do not matter.
func (v *verifier) rank() diagram.Set { return v.store.Numbered(v.integer("the number of a node", 0)) }
func (v *verifier) set() diagram.Set  { return v.store.Support(v.rank()) }

// readClaims reads the section, and checks each claim.
func (v *verifier) readClaims() {
	v.end()
	for v.body() {
		if number := v.integer("the number of the claim", 1); number != int64(len(v.claims))+1 {
			v.expected("claim %d, not %d", len(v.claims)+1, number)
		}
		var c claim
		switch kind := v.word("the kind of a claim"); kind {
		case "part":
			c = v.readPartClaim()
		case "state":
			c = claim{set: v.set(), formula: v.state()}
			v.inside(c.set, v.store.Satisfying(c.set, c.formula), "does not satisfy the formula")
		default:
			c = v.readDerived(kind)
		}
		v.end()
		v.claims = append(v.claims, c)
		v.proven[c.formula.Key] = append(v.proven[c.formula.Key], c.set)
	}
}

// readPartClaim reads a claim about a marking of the part.
func (v *verifier) readPartClaim() claim {
	c := claim{set: v.set(), formula: v.formula()}
	m := v.store.Any(c.set)
	if v.store.Count(c.set).Cmp(big.NewInt(1)) != 0 {
		v.reject("claim of kind part: the set has not one marking")
	}
	if !v.evaluation(v.part, c.formula).set(c.formula)[v.part.number[string(key(m, marked(m)))]] {
		v.reject("claim of kind part: %s is not seen to hold in marking %s of the part", v.said(c.formula), v.show(m))
	}
	return c
}

// readDerived reads a claim about other ones.
func (v *verifier) readDerived(name string) (c claim) {
	kind, ok := kinds[name]
	if !ok {
		v.expected("part, state, and, or, EX, AX, EU, AU, ER or AR, not %.20q", name)
	}
	rank := v.rank()
	c.set = v.store.Support(rank)
	var formulas []*formula.Formula
	var sets []diagram.Set
	for size := 0; v.more(); {
		operand := claim{formula.Constant(false), 0}
		if kind.ranked {
			operand = claim{formula.Constant(true), c.set}
		}
		if len(sets) > 0 || kind.operands < 2 || !v.accept("-") {
			number := v.integer("the number of a claim", 1)
			if number > int64(len(v.claims)) {
				v.expected("the number of an earlier claim, not %d", number)
			}
			operand = v.claims[number-1]
		}
		if size += len(operand.formula.Key); size > mostFormula {
			v.expected("formulas that are not larger")
		}
		formulas, sets = append(formulas, operand.formula), append(sets, operand.set)
	}
	if kind.operands > 0 && len(sets) != kind.operands {
		v.expected("%d claims", kind.operands)
	}
	c.formula = formula.New(kind.op, formulas...)
	v.derive(kind.op, c.set, rank, sets)
	return c
}

// derive checks the obligations of a claim about the set s, or a rank of its markings, and the sets of its operands.
func (v *verifier) derive(op formula.Op, s diagram.Set, rank diagram.Set, sets []diagram.Set) {
	name := fmt.Sprint(op, s, rank, sets)
	if v.met[name] {
		return
	}
	v.met[name] = true // what is not met ends all
	switch op {
	case formula.And:
		for _, operand := range sets {
			v.inside(s, operand, "is in no claim about an operand")
		}
	case formula.Or, formula.EU, formula.AU:
		rest := s
		for _, operand := range sets {
			rest = v.store.Minus(rest, operand)
		}
		v.inside(rest, 0, "is in none of the claims")
	case formula.ER, formula.AR:
		v.inside(s, sets[1], "is not in the second claim")
	}
	switch op {
	case formula.EX:
		v.inside(v.store.WithoutSuccessor(s, sets[0]), 0, "has no successor in the set of the claim")
	case formula.AX:
		v.inside(v.store.Leaving(s, sets[0]), 0, "has a successor outside of the claim")
	case formula.EU:
		v.inside(v.store.NotFalling(rank), sets[1], "has no successor of smaller rank")
	case formula.AU:
		v.inside(v.store.NotAllFalling(rank), sets[1], "has a successor without a smaller rank")
		v.inside(v.ends(s), sets[1], "is dead")
	case formula.ER:
		ends := v.store.Union(sets[0], v.ends(s))
		v.inside(v.store.WithoutSuccessor(s, s), ends, "has no successor in the set")
	case formula.AR:
		v.inside(v.store.Leaving(s, s), sets[0], "has a successor outside of the set")
	}
}

// ends returns the markings of s in which a path ends.
func (v *verifier) ends(s diagram.Set) diagram.Set {
	if v.infinite {
		return 0
	}
	return v.store.Dead(s)
}

// inside wants all markings of a to be in b; if one is not, the message says what about it.
func (v *verifier) inside(a, b diagram.Set, message string) {
	if outside := v.store.Minus(a, b); outside != 0 {
		v.reject("marking %s %s", v.show(v.store.Any(outside)), message)
	}
}

// said returns a formula as text, for messages.
func (v *verifier) said(f *formula.Formula) string { return f.String(v.net) }

// show returns the beginning of a marking as text, for messages.
func (v *verifier) show(m net.Marking) string {
	text := "{"
	for _, p := range marked(m)[:min(20, len(marked(m)))] {
		text += fmt.Sprintf(" %q=%d", v.net.Places[p], m[p])
	}
	return text + " }"
}

// readSpace reads section space: a rank of the markings of a set S. S contains the initial marking and all
// successors of its markings, so all reachable markings. Each marking of S but the initial one has a predecessor in S
// of smaller rank, so it is reachable.
func (v *verifier) readSpace() {
	rank := v.rank()
	s := v.store.Support(rank)
	v.end()
	if !v.store.Has(s, v.net.Initial) {
		v.reject("space: the initial marking is not in the set")
	}
	v.inside(v.store.Leaving(s, s), 0, "has a successor outside of the set")
	first := v.store.NotReachedFrom(rank)
	if n := v.store.Count(first); first != 0 && (n.Cmp(big.NewInt(1)) != 0 || !v.store.Has(first, v.net.Initial)) {
		v.reject("space: %v markings have no predecessor of smaller rank", n)
	}
	if v.number = v.store.Count(s); v.question.Kind == formula.Transitions {
		v.number = v.store.CountFirings(s)
	}
	v.next()
}
