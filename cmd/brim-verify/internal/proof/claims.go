package proof

import (
	"fmt"
	"strings"

	"brim/cmd/brim-verify/internal/diagram"
	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// Sections levels, sets, ranks and claims: formulas that hold in all markings of a set, reachable or not.

// A claim is a formula that holds in each marking of a set.
type claim struct {
	formula *formula.Formula
	set     diagram.Set
}

// mostListed is how many markings the set of a claim of kind part may have.
const mostListed = 1_000_000

// mostFormula limits the formula of a claim, which can be twice as large as those before it.
const mostFormula = 1 << 25 // bytes of the keys of its operands

// readLevels reads the section.
func (v *verifier) readLevels() {
	if v.store != nil {
		v.expected("one section levels")
	}
	var names []string
	for v.more() {
		names = append(names, v.text("the name of a place"))
	}
	store, err := diagram.New(v.net, names)
	v.must(err, "the places of the net")
	v.store = store
	v.next()
}

// readNodes reads the section sets, or ranks if they have costs.
func (v *verifier) readNodes(ranks bool, done *bool) {
	v.levelled()
	if *done {
		v.expected("one section sets and one section ranks")
	}
	*done = true
	left := v.integer("a number of nodes", 0)
	v.end()
	for ; v.body(); left-- {
		number, level := int(v.integer("the number of the node", 2)), int(v.integer("a level", 1))
		var arcs []diagram.Arc
		for v.more() {
			var a diagram.Arc
			a.Value = v.integer("a value", 0)
			v.sign(":")
			a.Child = int(v.integer("a node", 1))
			if ranks {
				v.sign("+")
				a.Cost = v.integer("a cost", 0)
			}
			arcs = append(arcs, a)
		}
		add := v.store.AddNode
		if ranks {
			add = v.store.AddRankNode
		}
		v.must(add(number, level, arcs), "another node")
	}
	if left != 0 {
		v.expected("as many nodes as announced, %d fewer", -left)
	}
}

// levelled wants the section levels to be there.
func (v *verifier) levelled() {
	if v.store == nil {
		v.expected("the section levels before sets and ranks")
	}
}

// setOperand reads a set.
func (v *verifier) setOperand() diagram.Set {
	number := v.integer("a set", 0)
	v.levelled()
	s, err := v.store.SetNumbered(int(number))
	v.must(err, "a set")
	return s
}

// rankOperand reads a rank.
func (v *verifier) rankOperand() diagram.Rank {
	number, cost := v.integer("a rank", 0), int64(0)
	if number > 0 {
		v.sign("+")
		cost = v.integer("a cost", 0)
	}
	v.levelled()
	r, err := v.store.RankOf(int(number), cost)
	v.must(err, "a rank")
	return r
}

// earlier reads the number of a claim before this one.
func (v *verifier) earlier() claim {
	number := v.integer("the number of a claim", 1)
	if number > int64(len(v.claims)) {
		v.expected("the number of an earlier claim, not %d", number)
	}
	c := v.claims[number-1]
	if v.size += len(c.formula.Key); v.size > mostFormula {
		v.expected("formulas that are not larger")
	}
	return c
}

// operand reads the number of a claim before this one, or a dash.
func (v *verifier) operand() (c claim, dash bool) {
	if v.accept("-") {
		return claim{}, true
	}
	return v.earlier(), false
}

// readClaims reads the section, and checks each claim.
func (v *verifier) readClaims() {
	v.end()
	for v.body() {
		if number := v.integer("the number of the claim", 1); number != int64(len(v.claims))+1 {
			v.expected("claim %d, not %d", len(v.claims)+1, number)
		}
		var c claim
		v.size = 0
		switch kind := v.word("the kind of a claim"); kind {
		case "part", "state":
			c = v.listed(kind)
		case "and", "or":
			c = v.junction(kind)
		case "EX", "AX":
			c = v.successors(kind)
		case "EU", "AU":
			c = v.until(kind)
		case "ER", "AR":
			c = v.release(kind)
		default:
			v.expected("part, state, and, or, EX, AX, EU, AU, ER or AR, not %.20q", kind)
		}
		v.claims = append(v.claims, c)
		v.proven[c.formula.Key] = append(v.proven[c.formula.Key], c.set)
	}
}

// listed reads a claim of kind part or state.
func (v *verifier) listed(kind string) (c claim) {
	c.set = v.setOperand()
	f, err := formula.Parse(v.text("a formula"), v.net)
	v.must(err, "a formula")
	c.formula = f
	v.end()
	if kind == "state" {
		if f.Temporal() {
			v.reject("claim of kind state: %s has path operators", v.said(f))
		}
		v.inside(c.set, v.store.Satisfying(c.set, f), "does not satisfy %s", v.said(f))
		return c
	}
	holds := v.satisfying(f)
	listed := 0
	err = v.store.Each(c.set, func(m net.Marking) error {
		if listed++; listed > mostListed {
			return fmt.Errorf("the set has more than %d markings", mostListed)
		} else if i, ok := v.part.number[string(key(nil, marked(m)))]; !ok {
			return fmt.Errorf("marking %s is not in the part", v.show(m))
		} else if !holds.has(int(i)) {
			return fmt.Errorf("%s is not seen to hold in marking %s", v.said(f), v.show(m))
		}
		return nil
	})
	if err != nil {
		v.reject("claim of kind part: %v", err)
	}
	return c
}

// junction reads a claim of kind and or or.
func (v *verifier) junction(kind string) (c claim) {
	c.set = v.setOperand()
	var fs []*formula.Formula
	var union diagram.Set
	for v.more() {
		part := v.earlier()
		if fs = append(fs, part.formula); kind == "or" {
			union = v.store.Union(union, part.set)
			continue
		}
		v.inside(c.set, part.set, "is in no claim about %s", v.said(part.formula))
	}
	if c.formula = formula.NewAnd(fs...); kind == "or" {
		c.formula = formula.NewOr(fs...)
		v.inside(c.set, union, "is in none of the claims")
	}
	return c
}

// successors reads a claim of kind EX or AX.
func (v *verifier) successors(kind string) (c claim) {
	c.set = v.setOperand()
	target := v.earlier()
	v.end()
	if kind == "EX" {
		c.formula = formula.New(formula.EX, target.formula)
		v.inside(v.store.WithoutSuccessor(c.set, target.set), 0, "has no successor in the set of the claim")
		return c
	}
	c.formula = formula.New(formula.AX, target.formula)
	v.closed(c.set, target.set, 0)
	return c
}

// until reads a claim of kind EU or AU.
func (v *verifier) until(kind string) (c claim) {
	rank := v.rankOperand()
	left, dash := v.operand()
	right := v.earlier()
	v.end()
	c.set = v.store.Support(rank)
	if dash {
		left.formula = formula.Constant(true)
	} else {
		v.inside(c.set, v.store.Union(left.set, right.set), "is in neither claim")
	}
	if kind == "EU" {
		c.formula = formula.New(formula.EU, left.formula, right.formula)
		v.once(func() {
			v.inside(v.store.NotFalling(rank), right.set, "has no successor of smaller rank")
		}, "EU", rank, right.set)
		return c
	}
	c.formula = formula.New(formula.AU, left.formula, right.formula)
	v.once(func() {
		if ok, m, t := v.store.AllFalling(rank, right.set); !ok {
			v.reject("marking %s has a successor without a smaller rank, by %q", v.show(m), v.net.Transitions[t].Name)
		}
		if !v.infinite {
			v.inside(v.store.Dead(c.set), right.set, "is dead")
		}
	}, "AU", rank, right.set)
	return c
}

// release reads a claim of kind ER or AR.
func (v *verifier) release(kind string) (c claim) {
	c.set = v.setOperand()
	left, dash := v.operand()
	right := v.earlier()
	v.end()
	if dash {
		left = claim{formula.Constant(false), 0}
	}
	v.inside(c.set, right.set, "is not in the claim about %s", v.said(right.formula))
	if kind == "AR" {
		c.formula = formula.New(formula.AR, left.formula, right.formula)
		v.closed(c.set, c.set, left.set)
		return c
	}
	c.formula = formula.New(formula.ER, left.formula, right.formula)
	v.once(func() {
		ends := left.set
		if !v.infinite {
			ends = v.store.Union(ends, v.store.Dead(c.set))
		}
		v.inside(v.store.WithoutSuccessor(c.set, c.set), ends, "has no successor in the set")
	}, "ER", c.set, left.set)
	return c
}

// inside wants all markings of a to be in b; if one is not, the message says what about it.
func (v *verifier) inside(a, b diagram.Set, message string, args ...any) {
	v.once(func() {
		if ok, m := v.store.Subset(a, b); !ok {
			v.reject("marking %s "+message, append([]any{v.show(m)}, args...)...)
		}
	}, "subset", a, b)
}

// closed wants all successors of markings of a, except of those in but, to be in b.
func (v *verifier) closed(a, b, but diagram.Set) {
	v.once(func() {
		if ok, m, t := v.store.AllSuccessors(a, b, but); !ok {
			v.reject("marking %s has a successor outside of the set, by %q", v.show(m), v.net.Transitions[t].Name)
		}
	}, "closed", a, b, but)
}

// once checks an obligation with these operands the first time that it occurs.
func (v *verifier) once(check func(), obligation ...any) {
	name := fmt.Sprintf("%#v", obligation)
	if !v.met[name] {
		check()
		v.met[name] = true
	}
}

// A said is a formula that becomes text if a message needs it.
type said func() string

func (s said) String() string { return s() }

func (v *verifier) said(f *formula.Formula) said { return func() string { return f.String(v.net) } }

// marked returns the marked places of a marking.
func marked(m net.Marking) (list []net.Arc) {
	for p, tokens := range m {
		if tokens > 0 {
			list = append(list, net.Arc{Place: p, Weight: tokens})
		}
	}
	return list
}

// show returns a marking as text, for messages.
func (v *verifier) show(m net.Marking) string {
	var b strings.Builder
	for i, a := range marked(m) {
		if i == 20 {
			b.WriteString(" …")
			break
		}
		fmt.Fprintf(&b, " %s=%d", formula.Name(v.net.Places[a.Place]), a.Weight)
	}
	return "{" + strings.TrimSpace(b.String()) + "}"
}
