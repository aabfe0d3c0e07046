package certificate

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"

	"brim/ctl/syntax"
)

// A lit is a literal as DIMACS writes it. Variable 1 is true.
type lit int32

const (
	yes lit = 1
	no  lit = -1
)

func constant(b bool) lit {
	if b {
		return yes
	}
	return no
}

// A judge has clauses, and says whether assumptions can hold with them.
type judge struct {
	g     *gini.Gini
	most  lit
	sums  int // nodes of sums
	known map[*syntax.Formula]lit
	// tokens returns a literal for at least n ≥ 1 tokens in a place, with no more than bound; enabled one for each
	// transition
	tokens  func(place int, n int64) lit
	bound   func(place int) int64
	enabled func(transition int) lit
	all     int  // transitions
	ends    bool // there is no step where no transition is enabled; else there always is one
}

func newJudge() *judge {
	j := &judge{g: gini.New(), most: yes, known: map[*syntax.Formula]lit{}}
	j.clause(yes)
	return j
}

func (j *judge) fresh() lit {
	j.most++
	return j.most
}

func (j *judge) clause(list ...lit) {
	for _, l := range list {
		j.g.Add(z.Dimacs2Lit(int(l)))
	}
	j.g.Add(z.LitNull)
}

// possible reports whether all of list can hold with the clauses. The error is the cause of the end of ctx.
func (j *judge) possible(ctx context.Context, list ...lit) (bool, error) {
	const shortest, longest = 5 * time.Millisecond, 50 * time.Millisecond
	for slice := shortest; ; slice = min(2*slice, longest) {
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		for _, l := range list {
			j.g.Assume(z.Dimacs2Lit(int(l)))
		}
		switch j.g.Try(slice) {
		case 1:
			return true, nil
		case -1:
			return false, nil
		}
	}
}

// and returns the conjunction.
func (j *judge) and(list ...lit) lit {
	out := j.fresh()
	all := make([]lit, 0, len(list)+1)
	for _, l := range list {
		j.clause(-out, l)
		all = append(all, -l)
	}
	j.clause(append(all, out)...)
	return out
}

func (j *judge) or(list ...lit) lit {
	all := make([]lit, len(list))
	for i, l := range list {
		all[i] = -l
	}
	return -j.and(all...)
}

// either returns a where c is true and b where it is not.
func (j *judge) either(c, a, b lit) lit {
	if a == b {
		return a
	}
	out := j.fresh()
	j.clause(-c, -a, out)
	j.clause(-c, a, -out)
	j.clause(c, -b, out)
	j.clause(c, b, -out)
	return out
}

// holds returns a literal for f, which has no path operators.
func (j *judge) holds(f *syntax.Formula) (lit, error) {
	for g := range f.All() { // operands first
		if _, ok := j.known[g]; ok {
			continue
		}
		l, err := j.operator(g)
		if err != nil {
			return no, err
		}
		j.known[g] = l
	}
	return j.known[f], nil
}

// operator adds clauses that define a literal for f, whose operands have literals in j.known, and returns it.
func (j *judge) operator(f *syntax.Formula) (lit, error) {
	var args []lit
	for _, g := range f.Args {
		args = append(args, j.known[g])
	}
	switch f.Op {
	case syntax.True, syntax.False:
		return constant(f.Op == syntax.True), nil
	case syntax.Not:
		return -args[0], nil
	case syntax.And:
		return j.and(args...), nil
	case syntax.Or:
		return j.or(args...), nil
	case syntax.Implies:
		return j.or(-args[0], args[1]), nil
	case syntax.Iff:
		return j.either(args[0], args[1], -args[1]), nil
	case syntax.Compare:
		return j.compare(f)
	case syntax.Enabled:
		for _, t := range f.Transitions {
			args = append(args, j.enabled(t.Index))
		}
		return j.or(args...), nil
	case syntax.Deadlock:
		if !j.ends {
			return no, nil
		}
		for t := range j.all {
			args = append(args, j.enabled(t))
		}
		return -j.or(args...), nil
	}
	return no, fmt.Errorf("certificate: a state does not decide %v", f)
}

// Limits of sums: of their values, and of how many pairs of a place and a sum of the ones before it are looked at.
const (
	largest  = math.MaxInt64 / 8
	mostSums = 1 << 21
)

var errLarge = errors.New("the sums in the formula are too large for the check of the invariant")

// compare returns a literal for a comparison: a graph of decisions, place by place, on the sum so far.
func (j *judge) compare(f *syntax.Formula) (lit, error) {
	total := 0.0
	for _, t := range f.Terms {
		total += math.Abs(float64(t.Weight)) * float64(j.bound(t.Place.Index))
	}
	if total > largest {
		return no, errLarge
	}
	limit := min(max(f.Const, -2*largest), 2*largest) // no sum is beyond it if it is not f.Const
	n := len(f.Terms)
	least, most := make([]int64, n+1), make([]int64, n+1) // of the terms from one on
	for i := n - 1; i >= 0; i-- {
		x := f.Terms[i].Weight * j.bound(f.Terms[i].Place.Index)
		least[i], most[i] = least[i+1]+min(x, 0), most[i+1]+max(x, 0)
	}
	type node struct {
		at  int
		sum int64
	}
	nodes := map[node]lit{}
	var decide func(i int, sum int64) lit
	decide = func(i int, sum int64) lit {
		low, high := sum+least[i], sum+most[i]
		if a, b := decided(f.Rel, low, high, limit); b {
			return constant(a)
		}
		k := node{i, sum}
		if l, ok := nodes[k]; ok {
			return l
		}
		if j.sums++; j.sums > mostSums {
			return no
		}
		t := f.Terms[i]
		out := decide(i+1, sum)
		for v := int64(1); v <= j.bound(t.Place.Index); v++ {
			out = j.either(j.tokens(t.Place.Index, v), decide(i+1, sum+v*t.Weight), out)
		}
		nodes[k] = out
		return out
	}
	out := decide(0, 0)
	if j.sums > mostSums {
		return no, errLarge
	}
	return out, nil
}

// decided reports whether a sum between low and high compares with c in one way only, and whether that holds.
func decided(r syntax.Relation, low, high, c int64) (holds, ok bool) {
	switch r {
	case syntax.NotEqual:
		holds, ok = decided(syntax.Equal, low, high, c)
		return !holds, ok
	case syntax.Equal:
		return low == c && high == c, low == c && high == c || low > c || high < c
	case syntax.Less:
		return high < c, high < c || low >= c
	case syntax.LessEqual:
		return high <= c, high <= c || low > c
	case syntax.Greater:
		return low > c, low > c || high <= c
	default:
		return low >= c, low >= c || high < c
	}
}
