package formula

import (
	"errors"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"brim/cmd/brim-verify/internal/net"
)

// Constructors of formulas, which keep the normal form, and the meaning of state formulas.
//
// Constants are folded by laws that hold in every net, whether paths may end in a dead marking or not. So A(f U false)
// and E(f R true) stay, and E true of LTL, which asks for a path.

// names has the operators as they are written in keys.
var names = [...]string{True: "true", False: "false", AtMost: "<=", Enabled: "enabled", NotEnabled: "disabled",
	Deadlock: "deadlock", Alive: "alive", And: "&", Or: "|", EX: "EX", AX: "AX", EU: "EU", AU: "AU", ER: "ER", AR: "AR",
	E: "E", A: "A", X: "X", U: "U", R: "R"}

// duals has the operators of negations.
var duals = [...]Op{True: False, False: True, Enabled: NotEnabled, NotEnabled: Enabled, Deadlock: Alive,
	Alive: Deadlock, And: Or, Or: And, EX: AX, AX: EX, EU: AR, AU: ER, ER: AU, AR: EU, E: A, A: E, X: X, U: R, R: U}

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
	return &Formula{Op: op, Args: args, Key: names[op] + "(" + strings.Join(keys, ", ") + ")"}
}

// ErrOverflow says that a number in a comparison is not between ±(2^63−1).
var ErrOverflow = errors.New("a number exceeds 2^63-1")

// NewAtMost returns Σ terms ≤ bound. Terms may have the same place and be in any sequence.
func NewAtMost(terms []Term, bound int64) (*Formula, error) {
	terms, err := collect(terms)
	if err != nil {
		return nil, err
	}
	negative, positive, divisor := false, false, int64(0)
	for _, t := range terms {
		negative, positive = negative || t.Weight < 0, positive || t.Weight > 0
		for a, b := divisor, max(t.Weight, -t.Weight); ; a, b = b, a%b {
			if divisor = a; b == 0 {
				break
			}
		}
	}
	switch { // tokens are never negative
	case !positive && bound >= 0:
		return Constant(true), nil
	case !negative && bound < 0:
		return Constant(false), nil
	}
	f := &Formula{Op: AtMost, Terms: terms, Bound: bound / divisor}
	if bound%divisor < 0 {
		f.Bound--
	}
	for i := range terms {
		terms[i].Weight /= divisor
	}
	f.Key = f.sum(func(p int) string { return "p" + strconv.Itoa(p) }) + " <= " + strconv.FormatInt(f.Bound, 10)
	return f, nil
}

// sum returns the sum of f as text.
func (f *Formula) sum(name func(place int) string) string {
	var list []string
	for _, t := range f.Terms {
		text := name(t.Place)
		if t.Weight != 1 {
			text = strconv.FormatInt(t.Weight, 10) + "*" + text
		}
		list = append(list, text)
	}
	return strings.Join(list, " + ")
}

// collect returns the same sum in a new list by place, with each place once and no weight 0.
func collect(terms []Term) (list []Term, err error) {
	sorted := slices.Clone(terms)
	slices.SortFunc(sorted, func(a, b Term) int { return a.Place - b.Place })
	for i := 0; i < len(sorted); {
		t := sorted[i]
		sum := new(big.Int)
		for ; i < len(sorted) && sorted[i].Place == t.Place; i++ {
			sum.Add(sum, big.NewInt(sorted[i].Weight))
		}
		if t.Weight = sum.Int64(); !sum.IsInt64() || t.Weight == math.MinInt64 {
			return nil, ErrOverflow
		}
		if t.Weight != 0 {
			list = append(list, t)
		}
	}
	return list, nil
}

// NewEnabled returns that at least one of the transitions is enabled.
func NewEnabled(transitions []int) *Formula {
	ts := slices.Clone(transitions)
	slices.Sort(ts)
	if ts = slices.Compact(ts); len(ts) == 0 {
		return Constant(false)
	}
	return enabling(Enabled, ts)
}

// enabling returns Enabled or NotEnabled of transitions in normal form.
func enabling(op Op, ts []int) *Formula {
	var key strings.Builder
	key.WriteString(names[op])
	for _, t := range ts {
		key.WriteString(" " + strconv.Itoa(t))
	}
	return &Formula{Op: op, Transitions: ts, Key: key.String()}
}

// NewDeadlock returns that no transition is enabled.
func NewDeadlock() *Formula { return compound(Deadlock) }

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
	slices.SortFunc(args, func(f, g *Formula) int { return strings.Compare(f.Key, g.Key) })
	args = slices.CompactFunc(args, func(f, g *Formula) bool { return f.Key == g.Key })
	switch len(args) {
	case 0:
		return compound(neutral)
	case 1:
		return args[0]
	}
	return compound(op, args...)
}

// New returns the formula of a path operator, E or A over its one or two operands.
func New(op Op, args ...*Formula) *Formula {
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
	switch f.Op {
	case AtMost: // s > k is -s <= -k-1
		terms := slices.Clone(f.Terms)
		for i := range terms {
			terms[i].Weight = -terms[i].Weight
		}
		g, _ := NewAtMost(terms, ^f.Bound) // weights can be negated, so there is no error
		return g
	case Enabled, NotEnabled:
		return enabling(duals[f.Op], f.Transitions)
	case True, False, Deadlock, Alive:
		return compound(duals[f.Op])
	}
	var args []*Formula
	for _, a := range f.Args {
		args = append(args, Not(a))
	}
	switch f.Op {
	case And:
		return NewOr(args...)
	case Or:
		return NewAnd(args...)
	}
	return New(duals[f.Op], args...)
}

// Holds reports whether f, a formula without path operators, holds in m.
func (f *Formula) Holds(n *net.Net, m net.Marking) bool {
	switch f.Op {
	case True, False:
		return f.Op == True
	case AtMost:
		return f.atMost(m)
	case Enabled, NotEnabled:
		return slices.ContainsFunc(f.Transitions, func(t int) bool { return n.Enabled(m, t) }) == (f.Op == Enabled)
	case Deadlock, Alive:
		return n.Dead(m) == (f.Op == Deadlock)
	case And:
		return !slices.ContainsFunc(f.Args, func(a *Formula) bool { return !a.Holds(n, m) })
	case Or:
		return slices.ContainsFunc(f.Args, func(a *Formula) bool { return a.Holds(n, m) })
	}
	panic("formula: Holds: " + f.Key + " has path operators")
}

// atMost reports whether Σ Terms ≤ Bound in m. Small numbers, which nearly all are, need no big ones.
func (f *Formula) atMost(m net.Marking) bool {
	const small = 1 << 30
	sum, ok := int64(0), true
	for _, t := range f.Terms {
		ok = ok && -small < t.Weight && t.Weight < small && m[t.Place] < small && -small<<31 < sum && sum < small<<31
		sum += t.Weight * m[t.Place]
	}
	if ok {
		return sum <= f.Bound
	}
	exact := new(big.Int)
	for _, t := range f.Terms {
		exact.Add(exact, new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(m[t.Place])))
	}
	return exact.Cmp(big.NewInt(f.Bound)) <= 0
}
