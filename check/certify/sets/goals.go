package sets

import (
	"errors"
	"math"
	"slices"
	"strconv"
	"strings"

	"brim/ctl/syntax"
)

// Path formulas of LTL in the normal form of certificates, and how sets of them are expanded.

// A pathOp is what a goal is made by.
type pathOp uint8

const (
	literal pathOp = iota // a comparison, what is enabled, deadlock or a constant, maybe negated
	both                  // all operands
	either                // some operand
	next
	until
	release
)

// A goal is a path formula that a run has to satisfy, in the normal form of the checker: two formulas that it takes for
// the same have the same key.
type goal struct {
	op   pathOp
	args []*goal
	same *syntax.Formula // nil if there is a path operator in it
	key  string
	text string // in brackets
}

// Errors for formulas that are too large.
var (
	errTooManyWays  = errors.New("a set of formulas of LTL has too many ways to be satisfied")
	errTooManyGoals = errors.New("the formula of LTL expands to too many sets of formulas")
)

// A goalMaker makes goals of path formulas of a pool.
type goalMaker struct {
	pool    *syntax.Pool
	done    map[*syntax.Formula]*goal
	negated map[*goal]*goal
	err     error // a number that does not fit
}

func newGoalMaker(p *syntax.Pool) *goalMaker {
	return &goalMaker{pool: p, done: map[*syntax.Formula]*goal{}, negated: map[*goal]*goal{}}
}

// goal returns the goal of f. The error says that a number is too large.
func (z *goalMaker) goal(f *syntax.Formula, negated bool) (*goal, error) {
	g := z.plain(f)
	if negated {
		g = z.not(g)
	}
	return g, z.err
}

func (z *goalMaker) plain(f *syntax.Formula) *goal {
	g, ok := z.done[f]
	if !ok {
		g = z.rewrite(f)
		z.done[f] = g
	}
	return g
}

// rewrite is plain for a formula that has not been rewritten yet.
func (z *goalMaker) rewrite(f *syntax.Formula) *goal {
	args := make([]*goal, len(f.Args))
	for i := range args {
		args[i] = z.plain(f.Args[i])
	}
	switch f.Op {
	case syntax.Not:
		return z.not(args[0])
	case syntax.And:
		return z.junction(both, args...)
	case syntax.Or:
		return z.junction(either, args...)
	case syntax.Implies:
		return z.junction(either, z.not(args[0]), args[1])
	case syntax.Iff:
		return z.junction(either, z.junction(both, args...), z.junction(both, z.not(args[0]), z.not(args[1])))
	case syntax.X:
		return z.path(next, args...)
	case syntax.F:
		return z.path(until, z.constant(true), args[0])
	case syntax.G:
		return z.path(release, z.constant(false), args[0])
	case syntax.U:
		return z.path(until, args...)
	case syntax.R:
		return z.path(release, args...)
	case syntax.W: // f W g is g R (f | g)
		return z.path(release, args[1], z.junction(either, args...))
	case syntax.Compare:
		return z.comparison(f)
	}
	return z.literal(f, textOf(f))
}

// not returns the goal of the negation of g.
func (z *goalMaker) not(g *goal) *goal {
	h, ok := z.negated[g]
	if ok {
		return h
	}
	if g.op == literal {
		h = z.opposite(g.same)
	} else {
		args := make([]*goal, len(g.args))
		for i, a := range g.args {
			args[i] = z.not(a)
		}
		switch g.op {
		case both:
			h = z.junction(either, args...)
		case either:
			h = z.junction(both, args...)
		case until:
			h = z.path(release, args...)
		case release:
			h = z.path(until, args...)
		default:
			h = z.path(next, args...)
		}
	}
	z.negated[g], z.negated[h] = h, g
	return h
}

// opposite returns the negation of a literal.
func (z *goalMaker) opposite(f *syntax.Formula) *goal {
	switch f.Op {
	case syntax.True, syntax.False:
		return z.constant(f.Op == syntax.False)
	case syntax.Not:
		return z.plain(f.Args[0])
	case syntax.Compare:
		g, err := z.pool.Compare(syntax.Sum{Terms: f.Terms}, f.Rel.Negate(), syntax.Constant(f.Const))
		if err != nil {
			z.err = err
			return z.constant(false)
		}
		return z.bound(g)
	}
	f = z.pool.Not(f)
	return z.literal(f, textOf(f))
}

func (z *goalMaker) constant(value bool) *goal {
	return z.literal(z.pool.Bool(value), strconv.FormatBool(value))
}

func (z *goalMaker) literal(f *syntax.Formula, key string) *goal {
	return &goal{op: literal, same: f, key: key, text: "(" + textOf(f) + ")"}
}

// comparison returns the goal of a comparison, as one or two of the form Σ ≤ k.
func (z *goalMaker) comparison(f *syntax.Formula) *goal {
	part := func(r syntax.Relation) *goal {
		g, err := z.pool.Compare(syntax.Sum{Terms: f.Terms}, r, syntax.Constant(f.Const))
		if err != nil {
			z.err = err
			return z.constant(false)
		}
		return z.bound(g)
	}
	switch f.Rel {
	case syntax.Equal:
		return z.junction(both, part(syntax.LessEqual), part(syntax.GreaterEqual))
	case syntax.NotEqual:
		return z.junction(either, part(syntax.Less), part(syntax.Greater))
	}
	return z.bound(f)
}

// bound returns the goal of a comparison by <, ≤, > or ≥.
func (z *goalMaker) bound(f *syntax.Formula) *goal {
	sign, k := int64(1), f.Const
	if f.Rel == syntax.Greater || f.Rel == syntax.GreaterEqual {
		sign, k = -1, -k
	}
	if f.Rel == syntax.Less || f.Rel == syntax.Greater {
		k--
	}
	least, most, divisor := false, false, int64(0) // is there a negative weight, a positive one?
	for _, t := range f.Terms {
		w := sign * t.Weight
		if w == math.MinInt64 || f.Const == math.MinInt64 {
			return z.literal(f, textOf(f))
		}
		least, most = least || w < 0, most || w > 0
		for w = max(w, -w); w != 0; {
			divisor, w = w, divisor%w
		}
	}
	switch { // tokens are never negative
	case !most && k >= 0:
		return z.constant(true)
	case !least && k < 0:
		return z.constant(false)
	}
	q := k / divisor
	if k%divisor < 0 {
		q--
	}
	var key strings.Builder
	for _, t := range f.Terms {
		key.WriteString(strconv.FormatInt(sign*t.Weight/divisor, 10) + "p" + strconv.Itoa(t.Place.Index) + " ")
	}
	return z.literal(f, key.String()+"<= "+strconv.FormatInt(q, 10))
}

// junction makes a conjunction or a disjunction: flat, sorted, each operand once, and with constants folded.
func (z *goalMaker) junction(op pathOp, list ...*goal) *goal {
	neutral, zero, sign := "true", "false", " & "
	if op == either {
		neutral, zero, sign = "false", "true", " | "
	}
	var args []*goal
	for _, g := range list {
		switch {
		case g.key == zero:
			return g
		case g.key == neutral:
		case g.op == op:
			args = append(args, g.args...)
		default:
			args = append(args, g)
		}
	}
	args = goals(args).unique()
	switch len(args) {
	case 0:
		return z.constant(op == both)
	case 1:
		return args[0]
	}
	h := z.compound(op, sign, args)
	states := make([]*syntax.Formula, len(args))
	for i, g := range args {
		if states[i] = g.same; g.same == nil {
			return h
		}
	}
	if h.same = z.pool.And(states...); op == either {
		h.same = z.pool.Or(states...)
	}
	return h
}

// path makes a goal of a path operator, with constants folded as the checker does.
func (z *goalMaker) path(op pathOp, args ...*goal) *goal {
	last := args[len(args)-1]
	neutral, zero := "true", "false" // what the left operand changes nothing by, and by what it is of no use
	if op == release {
		neutral, zero = zero, neutral
	}
	switch {
	case last.key == "true" || last.key == "false",
		op != next && args[0].key == zero,
		op != next && args[0].key == neutral && last.op == op && last.args[0].key == neutral:
		return last
	}
	return z.compound(op, map[pathOp]string{next: "X ", until: " U ", release: " R "}[op], args)
}

// compound returns the goal of an operator over goals as they are.
func (z *goalMaker) compound(op pathOp, sign string, args []*goal) *goal {
	if op == next {
		return &goal{op: op, args: args, key: sign + args[0].key, text: "(" + sign + args[0].text + ")"}
	}
	keys, texts := make([]string, len(args)), make([]string, len(args))
	for i, g := range args {
		keys[i], texts[i] = g.key, g.text
	}
	return &goal{
		op: op, args: args, key: "(" + strings.Join(keys, sign) + ")", text: "(" + strings.Join(texts, sign) + ")",
	}
}

// Goals are a set of goals, each once, by key.
type goals []*goal

// sorted makes a set of a list. It has the operands of a conjunction in its place: the checker takes a set for the
// conjunction of its formulas.
func (g goals) sorted() goals {
	var list goals
	for _, x := range g {
		if x.op == both {
			list = append(list, x.args...)
		} else if x.key != "true" {
			list = append(list, x)
		}
	}
	return list.unique()
}

// unique sorts the goals, and has each once.
func (g goals) unique() goals {
	g = slices.Clone(g)
	slices.SortStableFunc(g, func(a, b *goal) int { return strings.Compare(a.key, b.key) })
	return slices.CompactFunc(g, func(a, b *goal) bool { return a.key == b.key })
}

// key returns a text that is equal for equal sets only.
func (g goals) key() string {
	keys := make([]string, len(g))
	for i, x := range g {
		keys[i] = x.key
	}
	return strings.Join(keys, "\n")
}

// has reports whether the set has a goal with the key.
func (g goals) has(key string) bool {
	_, found := slices.BinarySearchFunc(g, key, func(x *goal, key string) int { return strings.Compare(x.key, key) })
	return found
}

// A way to satisfy a set of goals: what has to hold now, what from the next position on, and what is postponed.
type way struct {
	now             *syntax.Formula
	next, postponed goals
}

// mostWays is how many ways there may be to satisfy a set of goals.
const mostWays = 20_000

// ways returns the ways to satisfy a set of goals, those that differ by now alone as one.
func (z *goalMaker) ways(g goals) (list []way, err error) {
	index, count := map[string]int{}, 0
	var expand func(todo []*goal, done map[string]bool, w way)
	expand = func(todo []*goal, done map[string]bool, w way) {
		for len(todo) > 0 && done[todo[0].key] {
			todo = todo[1:]
		}
		if count++; count > mostWays || w.now.Op == syntax.False {
			return
		}
		if len(todo) == 0 {
			w.next, w.postponed = w.next.sorted(), w.postponed.unique()
			key := w.next.key() + "\n\n" + w.postponed.key()
			if i, ok := index[key]; ok {
				list[i].now = z.pool.Or(list[i].now, w.now)
				return
			}
			index[key] = len(list)
			list = append(list, w)
			return
		}
		f, rest := todo[0], todo[1:]
		done[f.key] = true
		also := func(more ...*goal) []*goal { return append(slices.Clone(rest), more...) }
		later := way{w.now, append(slices.Clone(w.next), f), w.postponed}
		switch {
		case f.key == "false":
		case f.key == "true":
			expand(rest, done, w)
		case f.same != nil:
			expand(rest, done, way{z.pool.And(w.now, f.same), w.next, w.postponed})
		case f.op == both:
			expand(also(f.args...), done, w)
		case f.op == either:
			for _, a := range f.args {
				expand(also(a), done, w)
			}
		case f.op == next:
			expand(rest, done, way{w.now, append(slices.Clone(w.next), f.args[0]), w.postponed})
		case f.op == until:
			later.postponed = append(slices.Clone(w.postponed), f)
			expand(also(f.args[1]), done, w)
			expand(also(f.args[0]), done, later)
		case f.op == release:
			expand(also(f.args...), done, w)
			expand(also(f.args[1]), done, later)
		}
		delete(done, f.key)
	}
	expand(g, map[string]bool{}, way{now: z.pool.Bool(true)})
	if count > mostWays {
		return nil, errTooManyWays
	}
	for i := range list {
		list[i].now = syntax.Existential(list[i].now)
	}
	return list, nil
}
