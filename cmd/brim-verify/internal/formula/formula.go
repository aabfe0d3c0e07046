// Package formula has the formulas that certificates are about, in one normal form, so that two texts that say the same
// in the same way are equal. It reads them from brim's notation and from the XML of the Model Checking Contest.
package formula

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// An Op is an operator. There is no negation: negated comparisons are comparisons, and negated path operators are their
// duals.
type Op uint8

const (
	True Op = iota
	False
	AtMost // Σ Terms ≤ Bound
	And    // all Args, two or more
	Or     // one of Args, two or more

	// CTL. EF f is EU(true, f), EG f is ER(false, f); AF and AG likewise.
	EX
	AX
	EU
	AU
	ER
	AR

	// LTL: E or A once, on top, over X, U and R.
	E
	A
	X
	U
	R
)

// A Formula is in normal form: NNF; terms by place, each once, without weight 0 and with a greatest common divisor of
// 1 (the bound is rounded down); operands of And and Or flattened and each once; constants folded wherever the value of
// an operand decides; EF EF f is EF f, likewise AG, AF, EG, F and G. An equation s = k is the And of two comparisons.
type Formula struct {
	Op    Op
	Args  []*Formula
	Terms []Term
	Bound int64
	Key   string // equal exactly for formulas that are equal but for the sequence of operands of And and Or
}

// A Term is a place with a weight ≠ 0.
type Term struct {
	Place  int // index of net.Places
	Weight int64
}

// spelling has what is written in keys before, between and behind the operands; and what is before the second one if
// the first one is true (U) or false (R).
var spelling = [...][4]string{True: {"true"}, False: {"false"},
	And: {"(", " & ", ")"}, Or: {"(", " | ", ")"}, EX: {"EX "}, AX: {"AX "}, EU: {"E(", " U ", ")", "EF "},
	AU: {"A(", " U ", ")", "AF "}, ER: {"ER(", ", ", ")", "EG "}, AR: {"AR(", ", ", ")", "AG "},
	E: {"E (", "", ")"}, A: {"A (", "", ")"}, X: {"X "}, U: {"(", " U ", ")", "F "}, R: {"(", " R ", ")", "G "}}

// duals has the operators of negations.
var duals = [...]Op{True: False, False: True, And: Or, Or: And, EX: AX, AX: EX, EU: AR, AU: ER, ER: AU, AR: EU,
	E: A, A: E, X: X, U: R, R: U}

// indexed is a place in a key.
var indexed = regexp.MustCompile(`p[0-9]+`)

// String returns f as text for messages: its key with names.
func (f *Formula) String(n *net.Net) string {
	return indexed.ReplaceAllStringFunc(f.Key, func(s string) string {
		i, _ := strconv.Atoi(s[1:])
		return strconv.Quote(n.Places[i])
	})
}

// Temporal reports whether f has a path operator in it. If not, a marking alone decides whether f holds.
func (f *Formula) Temporal() bool {
	return f.Op >= EX || slices.ContainsFunc(f.Args, (*Formula).Temporal)
}

// Constant returns True or False.
func Constant(value bool) *Formula {
	if value {
		return compound(True)
	}
	return compound(False)
}

// compound returns the formula of an operator over formulas as it is.
func compound(op Op, args ...*Formula) *Formula {
	var keys []string
	for _, a := range args {
		keys = append(keys, a.Key)
	}
	s := spelling[op]
	if len(args) == 2 && s[3] != "" && args[0].Op <= False {
		return &Formula{Op: op, Args: args, Key: s[3] + keys[1]}
	}
	return &Formula{Op: op, Args: args, Key: s[0] + strings.Join(keys, s[1]) + s[2]}
}

// one is the place of the term that is a number.
const one = -1

// NewAtMost returns Σ terms ≤ bound. Terms may have the same place and be in any sequence. It leaves with a mistake if
// a number is not between ±(2^63−1).
func NewAtMost(terms []Term, bound int64) *Formula {
	f := &Formula{Op: AtMost}
	byPlace := func(s, t Term) int { return s.Place - t.Place }
	for _, t := range slices.SortedStableFunc(slices.Values(terms), byPlace) {
		if last := len(f.Terms) - 1; t.Place == one {
			bound = exact(-1, t.Weight, bound)
		} else if last >= 0 && f.Terms[last].Place == t.Place {
			f.Terms[last].Weight = exact(1, t.Weight, f.Terms[last].Weight)
		} else {
			f.Terms = append(f.Terms, t)
		}
	}
	f.Terms = slices.DeleteFunc(f.Terms, func(t Term) bool { return t.Weight == 0 })
	var least, most, divisor int64 // of weights
	for _, t := range f.Terms {
		least, most = min(least, t.Weight), max(most, t.Weight)
		for w := t.Weight; w != 0; { // Euclid's algorithm
			divisor, w = w, divisor%w
		}
	}
	switch divisor = max(divisor, -divisor); { // tokens are never negative
	case most == 0 && bound >= 0:
		return Constant(true)
	case least == 0 && bound < 0:
		return Constant(false)
	}
	if f.Bound = bound / divisor; bound%divisor < 0 {
		f.Bound--
	}
	var sum []string
	sign, relation := int64(1), "<="
	if f.Terms[0].Weight < 0 && f.Bound > math.MinInt64 {
		sign, relation = -1, ">="
	}
	for i := range f.Terms {
		f.Terms[i].Weight /= divisor
		term := fmt.Sprintf("%d*p%d", sign*f.Terms[i].Weight, f.Terms[i].Place)
		sum = append(sum, strings.TrimPrefix(term, "1*"))
	}
	f.Key = fmt.Sprintf("(%s %s %d)", strings.Join(sum, " + "), relation, sign*f.Bound)
	return f
}

// exact returns a·b + c, or leaves with a mistake if that is beyond ±(2^63−1).
func exact(a, b, c int64) int64 {
	r := new(big.Int).Mul(big.NewInt(a), big.NewInt(b))
	if r.Add(r, big.NewInt(c)); !r.IsInt64() || r.Int64() == math.MinInt64 {
		net.Fail(net.Malformed, "formula: a number exceeds 2^63-1")
	}
	return r.Int64()
}

// Enabled returns that at least one of the transitions is enabled.
func Enabled(n *net.Net, transitions []int) *Formula {
	var some []*Formula
	for _, t := range transitions {
		var all []*Formula
		for _, a := range n.Transitions[t].Arcs {
			if all = append(all, NewAtMost([]Term{{a.Place, -1}}, -a.Pre)); a.Most < math.MaxInt64 {
				all = append(all, NewAtMost([]Term{{a.Place, 1}}, a.Most))
			}
		}
		some = append(some, NewAnd(all...))
	}
	return NewOr(some...)
}

// Deadlock returns that no transition of n is enabled.
func Deadlock(n *net.Net) *Formula {
	var all []int
	for t := range n.Transitions {
		all = append(all, t)
	}
	return Not(Enabled(n, all))
}

// NewAnd returns the conjunction.
func NewAnd(fs ...*Formula) *Formula { return junction(And, True, False, fs) }

// NewOr returns the disjunction.
func NewOr(fs ...*Formula) *Formula { return junction(Or, False, True, fs) }

// junction makes an And or an Or. The formula neutral changes nothing, and zero decides.
func junction(op, neutral, zero Op, fs []*Formula) *Formula {
	var args []*Formula
	for _, f := range fs {
		switch f.Op {
		case zero:
			return f
		case neutral:
		case op:
			args = append(args, f.Args...)
		default:
			args = append(args, f)
		}
	}
	seen := map[string]bool{}
	args = slices.DeleteFunc(args, func(f *Formula) bool {
		again := seen[f.Key]
		seen[f.Key] = true
		return again
	})
	switch len(args) {
	case 0:
		return compound(neutral)
	case 1:
		return args[0]
	}
	f := compound(op, slices.SortedFunc(slices.Values(args), func(f, g *Formula) int {
		return strings.Compare(f.Key, g.Key)
	})...)
	f.Args = args
	return f
}

// New returns the formula of an operator over its operands. Constants are folded by laws that
// hold in every net, whether paths may end in a dead marking or not. So A(f U false) and E(f R true) stay, and E true
// of LTL, which asks for a path.
func New(op Op, args ...*Formula) *Formula {
	switch op {
	case True, False:
		return compound(op)
	case And:
		return NewAnd(args...)
	case Or:
		return NewOr(args...)
	}
	last := args[len(args)-1]
	folded := last.Op == True && op != EX && op != E && op != ER || last.Op == False && op != AX && op != A && op != AU
	if len(args) == 2 && !folded {
		left, until := args[0].Op, op == EU || op == AU || op == U
		folded = left == False && until || left == True && !until || // E(false U g) = g
			(left == True || left == False) && last.Op == op && last.Args[0].Op == left // EF EF g = EF g
	}
	if folded {
		return last
	}
	return compound(op, args...)
}

// EF returns E(true U f).
func EF(f *Formula) *Formula { return New(EU, Constant(true), f) }

// AG returns A(false R f).
func AG(f *Formula) *Formula { return New(AR, Constant(false), f) }

// Not returns the normal form of the negation. Cost: the size of f.
func Not(f *Formula) *Formula {
	var args []*Formula
	for _, a := range f.Args {
		args = append(args, Not(a))
	}
	if f.Op == AtMost { // s > k is -s <= -k-1
		return NewAtMost(plus(nil, -1, f.Terms), ^f.Bound)
	}
	return New(duals[f.Op], args...)
}

// After returns what holds in a marking in which t is enabled exactly if f, without path operators, holds after t.
func After(f *Formula, t net.Transition) *Formula {
	var args []*Formula
	for _, a := range f.Args {
		args = append(args, After(a, t))
	}
	if f.Op != AtMost {
		return New(f.Op, args...)
	}
	terms := slices.Clone(f.Terms)
	for _, a := range t.Arcs {
		for _, s := range f.Terms {
			if s.Place == a.Place {
				terms = append(terms, Term{one, exact(s.Weight, a.Post-a.Pre, 0)})
			}
		}
	}
	return NewAtMost(terms, f.Bound)
}

// Holds reports whether f, a formula without path operators, holds in m.
func (f *Formula) Holds(m net.Marking) bool {
	switch f.Op {
	case True, False:
		return f.Op == True
	case AtMost:
		return f.holds(m)
	case And, Or:
		decides := func(a *Formula) bool { return a.Holds(m) == (f.Op == Or) }
		return slices.ContainsFunc(f.Args, decides) == (f.Op == Or)
	}
	panic("formula: Holds: " + f.Key + " has path operators")
}

// holds reports whether Σ Terms ≤ Bound in m. Small numbers, which nearly all are, need no big ones.
func (f *Formula) holds(m net.Marking) bool {
	sum, size := int64(0), 0.0
	for _, t := range f.Terms {
		sum += t.Weight * m[t.Place]
		size += math.Abs(float64(t.Weight) * float64(m[t.Place]))
	}
	if size < 1<<62 { // so the sum did not overflow
		return sum <= f.Bound
	}
	exact := new(big.Int)
	for _, t := range f.Terms {
		exact.Add(exact, new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(m[t.Place])))
	}
	return exact.Cmp(big.NewInt(f.Bound)) <= 0
}
