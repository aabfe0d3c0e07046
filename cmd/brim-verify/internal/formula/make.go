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
		return atom(True)
	}
	return atom(False)
}

// atom returns the formula of an operator without anything, as Deadlock.
func atom(op Op) *Formula { return &Formula{Op: op, Key: names[op]} }

// ErrOverflow says that a number in a comparison is not between ±(2^63−1).
var ErrOverflow = errors.New("a number exceeds 2^63-1")

// NewAtMost returns Σ terms ≤ bound. Terms may have the same place and be in any sequence.
func NewAtMost(terms []Term, bound int64) (*Formula, error) {
	terms, err := collect(terms)
	if err != nil {
		return nil, err
	}
	least, most := false, false // is there a negative weight, a positive one?
	divisor := new(big.Int)
	for _, t := range terms {
		least, most = least || t.Weight < 0, most || t.Weight > 0
		divisor.GCD(nil, nil, divisor, new(big.Int).Abs(big.NewInt(t.Weight)))
	}
	switch { // tokens are never negative
	case !most && bound >= 0:
		return Constant(true), nil
	case !least && bound < 0:
		return Constant(false), nil
	}
	d := divisor.Int64()
	q := bound / d
	if bound%d < 0 {
		q--
	}
	var key strings.Builder
	for i := range terms {
		terms[i].Weight /= d
		key.WriteString(strconv.FormatInt(terms[i].Weight, 10) + "p" + strconv.Itoa(terms[i].Place) + " ")
	}
	key.WriteString("<= " + strconv.FormatInt(q, 10))
	return &Formula{Op: AtMost, Terms: terms, Bound: q, Key: key.String()}, nil
}

// collect returns the same sum in a new list by place, with each place once and no weight 0.
func collect(terms []Term) ([]Term, error) {
	var list []Term
	sorted := slices.Clone(terms)
	slices.SortStableFunc(sorted, func(a, b Term) int { return a.Place - b.Place })
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
func NewDeadlock() *Formula { return atom(Deadlock) }

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
		return atom(neutral)
	case 1:
		return args[0]
	}
	return compound(op, args...)
}

// compound returns the formula of an operator over formulas as it is.
func compound(op Op, args ...*Formula) *Formula {
	keys := make([]string, len(args))
	for i, a := range args {
		keys[i] = a.Key
	}
	return &Formula{Op: op, Args: args, Key: names[op] + "(" + strings.Join(keys, ", ") + ")"}
}

// New returns the formula of a path operator, E or A over its one or two operands.
func New(op Op, args ...*Formula) *Formula {
	last := args[len(args)-1] // which decides if it is a constant
	folded := false
	switch op {
	case EX, E:
		folded = last.Op == False
	case AX, A:
		folded = last.Op == True
	case AU:
		folded = last.Op == True
	case ER:
		folded = last.Op == False
	default: // X, EU, AR, U, R
		folded = last.Op == True || last.Op == False
	}
	if !folded && len(args) == 2 { // true U false R … : the left operand decides when the right one has to hold
		left := args[0].Op
		switch op {
		case EU, AU, U:
			folded = left == False
		default:
			folded = left == True
		}
		if op == EU && left == True || op == AR && left == False || op == U && left == True || op == R && left == False {
			folded = last.Op == op && last.Args[0].Op == left // EF EF f, AG AG f
		}
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
		g, err := NewAtMost(terms, ^f.Bound)
		if err != nil {
			panic("formula: Not: " + err.Error()) // weights of f can be negated
		}
		return g
	case Enabled, NotEnabled:
		return enabling(duals[f.Op], f.Transitions)
	case True, False, Deadlock, Alive:
		return atom(duals[f.Op])
	}
	args := make([]*Formula, len(f.Args))
	for i, a := range f.Args {
		args[i] = Not(a)
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

// atMost reports whether Σ Terms ≤ Bound in m. Small numbers, which is nearly all, need no big ones.
func (f *Formula) atMost(m net.Marking) bool {
	const small = 1 << 30
	if len(f.Terms) < small {
		sum, ok := int64(0), true
		for _, t := range f.Terms {
			ok = ok && -small < t.Weight && t.Weight < small && m[t.Place] < small && -1<<61 < sum && sum < 1<<61
			sum += t.Weight * m[t.Place]
		}
		if ok {
			return sum <= f.Bound
		}
	}
	sum := new(big.Int)
	for _, t := range f.Terms {
		sum.Add(sum, new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(m[t.Place])))
	}
	return sum.Cmp(big.NewInt(f.Bound)) <= 0
}
