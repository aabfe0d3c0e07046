package diagram

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"math/rand"
	"slices"
	"sort"
	"testing"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// The tests compare all operations with their definitions on lists of markings, for random small nets.

const cases = 2000

// A list has the ranks of markings, by their text; a set has ranks 0.
type list map[string]ranked

type ranked struct {
	m    net.Marking
	rank int64
}

func (l list) add(m net.Marking, rank int64) {
	l[fmt.Sprint(m)] = ranked{append(net.Marking(nil), m...), rank}
}

// filter returns the markings of l that satisfy the condition, with ranks 0.
func (l list) filter(condition func(net.Marking) bool) list {
	r := list{}
	for _, x := range l {
		if condition(x.m) {
			r.add(x.m, 0)
		}
	}
	return r
}

func (l list) has(m net.Marking) bool {
	_, ok := l[fmt.Sprint(m)]
	return ok
}

func randomNet(r *rand.Rand) *net.Net {
	n := &net.Net{}
	for p := range 1 + r.Intn(5) {
		n.Places = append(n.Places, fmt.Sprintf("p%d", p))
		n.Initial = append(n.Initial, int64(r.Intn(3)))
	}
	for t := range r.Intn(6) {
		arcs := make([]net.Arc, len(n.Places))
		for p := range arcs {
			arcs[p] = net.Arc{Place: p, Most: math.MaxInt64}
		}
		draw := func(set func(a *net.Arc, weight int64)) {
			places := r.Perm(len(n.Places))
			for _, p := range places[:min(len(places), r.Intn(3))] {
				set(&arcs[p], int64(1+r.Intn(5)/4))
			}
		}
		draw(func(a *net.Arc, weight int64) { a.Pre = weight })
		draw(func(a *net.Arc, weight int64) { a.Post = weight })
		if r.Intn(3) == 0 {
			draw(func(a *net.Arc, weight int64) { a.Most = weight - 1 })
		}
		arcs = slices.DeleteFunc(arcs, func(a net.Arc) bool {
			return a == net.Arc{Place: a.Place,
				Most: math.MaxInt64}
		})
		n.Transitions = append(n.Transitions, net.Transition{Name: fmt.Sprintf("t%d", t), Arcs: arcs})
	}
	return n
}

func randomStore(r *rand.Rand, n *net.Net) *Store {
	return New(n, r.Perm(len(n.Places)), func() {})
}

func randomValue(r *rand.Rand) int64 {
	if r.Intn(200) == 0 {
		return math.MaxInt64 - int64(r.Intn(2))
	}
	return int64(max(0, r.Intn(6)-2))
}

// randomList returns markings with ranks up to most. Half of them are found by firing, so that sets are nearly closed.
func randomList(r *rand.Rand, n *net.Net, most int64) list {
	l := list{}
	m := slices.Clone(net.Marking(n.Initial))
	for range r.Intn(30) {
		if r.Intn(2) == 0 || len(n.Transitions) == 0 {
			for p := range m {
				m[p] = randomValue(r)
			}
		} else if next := slices.Clone(m); n.Fire(next, r.Intn(len(n.Transitions))) {
			m = next
		}
		l.add(m, r.Int63n(most+1))
	}
	return l
}

// A writer makes nodes of lists.
type writer struct{ s *Store }

func newWriter(_ *rand.Rand, s *Store) *writer { return &writer{s} }

// write returns the node of a list, 0 if it is empty, and the cost that is to be added.
func (w *writer) write(list []ranked, level int) (Set, int64) {
	if len(list) == 0 {
		return 0, 0
	}
	if level == 0 {
		return 1, list[0].rank
	}
	p := w.s.placeAt[level]
	parts := map[int64][]ranked{}
	for _, x := range list {
		parts[x.m[p]] = append(parts[x.m[p]], x)
	}
	var arcs []Arc
	least := int64(math.MaxInt64)
	for _, v := range slices.Sorted(maps.Keys(parts)) {
		child, cost := w.write(parts[v], level-1)
		arcs = append(arcs, Arc{v, cost, child})
		least = min(least, cost)
	}
	for i := range arcs {
		arcs[i].Cost -= least
	}
	return w.s.node(int32(level), arcs), least
}

func (w *writer) set(_ *testing.T, l list) Set {
	var flat []ranked
	for _, x := range l {
		flat = append(flat, ranked{x.m, 0})
	}
	x, _ := w.write(flat, len(w.s.placeAt)-1)
	return x
}

func (w *writer) rank(_ *testing.T, l list) Set {
	x, _ := w.write(slices.Collect(maps.Values(l)), len(w.s.placeAt)-1)
	return x
}

// successors calls visit for all successors of m; next is nil if a place gets too many tokens.
func successors(n *net.Net, m net.Marking, visit func(t int, next net.Marking)) {
	for t := range n.Transitions {
		if n.Enabled(m, t) {
			next := slices.Clone(m)
			if !n.Fire(next, t) {
				next = nil
			}
			visit(t, next)
		}
	}
}

// has reports whether a successor of m satisfies the condition.
func has(n *net.Net, m net.Marking, condition func(net.Marking) bool) bool {
	found := false
	successors(n, m, func(_ int, next net.Marking) { found = found || condition(next) })
	return found
}

// A trial is a random net with two sets and a rank.
type trial struct {
	*testing.T
	r       *rand.Rand
	n       *net.Net
	s       *Store
	w       *writer
	a, b, c list
	x, y    Set
	z       Set
}

func trials(t *testing.T, f func(*trial)) {
	for i := range cases {
		r := rand.New(rand.NewSource(int64(i)))
		n := randomNet(r)
		s := randomStore(r, n)
		c := &trial{T: t, r: r, n: n, s: s, w: newWriter(r, s)}
		most := []int64{0, 1, 3, 20, 1 << 62}[r.Intn(5)]
		c.a, c.b, c.c = randomList(r, n, 0), randomList(r, n, 0), randomList(r, n, most)
		if r.Intn(2) == 0 { // a is nearly part of b
			for k, x := range c.a {
				if r.Intn(10) > 0 {
					c.b[k] = x
				}
			}
		}
		if r.Intn(2) == 0 { // b has nearly all successors of a
			for _, x := range c.a {
				successors(n, x.m, func(_ int, next net.Marking) {
					if next != nil && r.Intn(20) > 0 {
						c.b.add(next, 0)
					}
				})
			}
		}
		if i := r.Intn(4); i > 0 { // c has the distances from the initial marking, or to it
			c.c = c.distances(i == 1)
		}
		c.x, c.y, c.z = c.w.set(t, c.a), c.w.set(t, c.b), c.w.rank(t, c.c)
		f(c)
		if t.Failed() {
			t.Fatalf("seed %d: net %+v\na %v\nb %v\nc %v", i, n, c.a, c.b, c.c)
		}
	}
}

// distances returns ranks of at most 60 markings that firing sequences reach: the distances, perhaps subtracted from
// the greatest one, and now and then one that is wrong.
func (c *trial) distances(back bool) list {
	l := list{}
	queue := []ranked{{c.n.Initial, 0}}
	l.add(c.n.Initial, 0)
	greatest := int64(0)
	for len(queue) > 0 && len(l) < 60 {
		x := queue[0]
		queue = queue[1:]
		greatest = max(greatest, x.rank)
		successors(c.n, x.m, func(_ int, next net.Marking) {
			if next != nil && !l.has(next) {
				l.add(next, x.rank+1)
				queue = append(queue, ranked{next, x.rank + 1})
			}
		})
	}
	for k, x := range l {
		if back {
			x.rank = greatest + 1 - x.rank
		}
		if c.r.Intn(100) == 0 {
			x.rank++
		}
		l[k] = x
	}
	return l
}

// expect checks that x has the markings of l.
func (c *trial) expect(what string, x Set, l list) {
	c.Helper()
	for _, m := range l {
		if !c.s.Has(x, m.m) {
			c.Errorf("%s: %v should be there", what, m.m)
		}
	}
	if got := c.s.Count(x); got.Cmp(big.NewInt(int64(len(l)))) != 0 {
		c.Errorf("%s: %v markings, not %d", what, got, len(l))
	}
	if again := c.w.set(c.T, l); again != x {
		c.Errorf("%s: two numbers %d and %d for one set", what, x, again)
	}
}

// value returns the rank of m, if it has one.
func value(s *Store, x Set, m net.Marking) (rank int64, ok bool) {
	for l := len(s.placeAt) - 1; l > 0; l-- {
		a := s.to(x, int32(l), m[s.placeAt[l]])
		x, rank = a.Child, rank+a.Cost
	}
	return rank, x == 1
}

func TestAlgebra(t *testing.T) {
	trials(t, func(c *trial) {
		s := c.s
		c.expect("a", c.x, c.a)
		c.expect("b", c.y, c.b)
		sum := maps.Clone(c.a)
		maps.Copy(sum, c.b)
		c.expect("union", s.Union(c.x, c.y), sum)
		c.expect("intersection", s.Intersect(c.x, c.y), c.a.filter(c.b.has))
		rest := c.a.filter(func(m net.Marking) bool { return !c.b.has(m) })
		c.expect("difference", s.Minus(c.x, c.y), rest)
		if m := s.Any(s.Minus(c.x, c.y)); (m == nil) != (len(rest) == 0) || m != nil && !rest.has(m) {
			c.Errorf("any marking of the difference: %v", m)
		}
		c.expect("support", s.Support(c.z), c.c.filter(func(net.Marking) bool { return true }))
		least := int64(math.MaxInt64)
		for _, x := range c.c {
			least = min(least, x.rank)
		}
		for _, l := range []list{c.a, c.b, c.c} {
			for _, x := range l {
				if s.Has(c.x, x.m) != c.a.has(x.m) {
					c.Errorf("has %v", x.m)
				}
				v, ok := value(s, c.z, x.m)
				if want := c.c[fmt.Sprint(x.m)]; ok != c.c.has(x.m) || ok && v != want.rank-least {
					c.Errorf("rank of %v: %d, %v", x.m, v, ok)
				}
			}
		}
		if again := c.w.rank(c.T, c.c); again != c.z {
			c.Errorf("two numbers %v and %v for one rank", c.z, again)
		}
	})
}

func TestCount(t *testing.T) {
	trials(t, func(c *trial) {
		if n := c.s.Count(c.x); n.Cmp(big.NewInt(int64(len(c.a)))) != 0 {
			c.Errorf("%v markings, not %d", n, len(c.a))
		}
		all := 0
		for t := range c.n.Transitions {
			l := c.a.filter(func(m net.Marking) bool { return c.n.Enabled(m, t) })
			x, ok := within(func() Set { return c.s.Satisfying(c.x, formula.Enabled(c.n, []int{t})) })
			if ok { // numbers are not too large
				c.expect("enabled", x, l)
			}
			all += len(l)
		}
		if n := c.s.CountFirings(c.x); n.Cmp(big.NewInt(int64(all))) != 0 {
			c.Errorf("%v firings, not %d", n, all)
		}
	})
}

func TestSteps(t *testing.T) {
	valid := 0
	trials(t, func(c *trial) {
		s := c.s
		c.expect("dead", s.Dead(c.x), c.a.filter(func(m net.Marking) bool { return dead(c.n, m) }))
		c.expect("without successor", s.WithoutSuccessor(c.x, c.y), c.a.filter(func(m net.Marking) bool {
			return !has(c.n, m, func(next net.Marking) bool { return next != nil && c.b.has(next) })
		}))
		escape := func(m net.Marking) bool {
			return has(c.n, m, func(next net.Marking) bool { return next == nil || !c.b.has(next) })
		}
		bad, before := c.a.filter(escape), len(s.nodes)
		x := s.Leaving(c.x, c.y)
		if len(bad) == 0 && len(c.a) > 0 {
			valid++
			if before != len(s.nodes) {
				c.Errorf("%d of %d nodes are new", len(s.nodes)-before, before)
			}
		}
		c.expect("leaving", x, bad)
	})
	if valid < cases/20 {
		t.Errorf("%d valid cases only", valid)
	}
}

func TestRanks(t *testing.T) {
	valid := [3]int{}
	trials(t, func(c *trial) {
		s := c.s
		smaller := func(m, than net.Marking) bool {
			return m != nil && c.c.has(m) && c.c[fmt.Sprint(m)].rank < c.c[fmt.Sprint(than)].rank
		}
		l := c.c.filter(func(m net.Marking) bool {
			return !has(c.n, m, func(next net.Marking) bool { return smaller(next, m) })
		})
		c.expect("not falling", s.NotFalling(c.z), l)
		if len(l) < len(c.c)/2 {
			valid[0]++
		}
		escape := func(m net.Marking) bool {
			return has(c.n, m, func(next net.Marking) bool { return !smaller(next, m) })
		}
		bad := c.c.filter(escape)
		c.expect("not all falling", s.NotAllFalling(c.z), bad)
		if len(bad) < len(c.c)/2 {
			valid[1]++
		}
		reached := list{}
		for _, x := range c.c {
			successors(c.n, x.m, func(_ int, next net.Marking) {
				if next != nil && c.c.has(next) && x.rank < c.c[fmt.Sprint(next)].rank {
					reached.add(next, 0)
				}
			})
		}
		l = c.c.filter(func(m net.Marking) bool { return !reached.has(m) })
		c.expect("not reached", s.NotReachedFrom(c.z), l)
		if len(l) < len(c.c)/2 {
			valid[2]++
		}
	})
	if valid[0] < cases/20 || valid[1] < cases/20 || valid[2] < cases/20 {
		t.Errorf("%d valid cases only", valid)
	}
}

// randomFormula returns a state formula, not always in normal form.
func randomFormula(r *rand.Rand, n *net.Net, depth int) *formula.Formula {
	f := &formula.Formula{Op: formula.Op(r.Intn(int(formula.Or) + 1))}
	if depth == 0 && f.Op >= formula.And || r.Intn(3) == 0 {
		f.Op = formula.AtMost
	}
	switch f.Op {
	case formula.AtMost:
		places := r.Perm(len(n.Places))
		places = places[:1+r.Intn(len(places))]
		if r.Intn(2) == 0 {
			places = places[:1]
		}
		sort.Ints(places)
		for _, p := range places {
			w := int64(1 + r.Intn(3)/2)
			if len(places) == 1 {
				w = 1
			}
			if r.Intn(2) == 0 {
				w = -w
			}
			f.Terms = append(f.Terms, formula.Term{Place: p, Weight: w})
		}
		f.Bound = int64(r.Intn(9) - 4)
		if r.Intn(100) == 0 {
			f.Bound = []int64{math.MinInt64, math.MinInt64 + 1, math.MaxInt64 - 1, math.MaxInt64}[r.Intn(4)]
		}
	case formula.And, formula.Or:
		for range 2 + r.Intn(3) {
			f.Args = append(f.Args, randomFormula(r, n, depth-1))
		}
	}
	return f
}

func holds(m net.Marking, f *formula.Formula) bool {
	switch f.Op {
	case formula.True:
		return true
	case formula.AtMost:
		sum := new(big.Int)
		for _, t := range f.Terms {
			sum.Add(sum, new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(m[t.Place])))
		}
		return sum.Cmp(big.NewInt(f.Bound)) <= 0
	case formula.And:
		return !slices.ContainsFunc(f.Args, func(a *formula.Formula) bool { return !holds(m, a) })
	case formula.Or:
		return slices.ContainsFunc(f.Args, func(a *formula.Formula) bool { return holds(m, a) })
	}
	return false
}

// within calls f, and reports whether no limit ended it.
func within(f func() Set) (x Set, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if r.(*net.Failure).Status != net.Limit {
				panic(r)
			}
		}
	}()
	return f(), true
}

func TestSatisfying(t *testing.T) {
	limits := 0
	trials(t, func(c *trial) {
		for range 3 {
			f := randomFormula(c.r, c.n, 2)
			x, ok := within(func() Set { return c.s.Satisfying(c.x, f) })
			if !ok {
				limits++
				continue
			}
			c.expect(fmt.Sprintf("%+v", f), x, c.a.filter(func(m net.Marking) bool { return holds(m, f) }))
		}
	})
	if limits > cases/3 {
		t.Errorf("%d cases exceed 64 bits", limits)
	}
}

// chain returns a net of places in a row, through which tokens move, and the set of all markings with values below 2.
func chain(places int) (*Store, Set) {
	n := &net.Net{Initial: make([]int64, places)}
	for p := range places {
		n.Places = append(n.Places, fmt.Sprint("p", p))
		if p > 0 {
			n.Transitions = append(n.Transitions, net.Transition{
				Name: fmt.Sprint("t", p),
				Arcs: []net.Arc{{Place: p - 1, Pre: 1, Most: math.MaxInt64}, {Place: p, Post: 1, Most: 0}},
			})
		}
	}
	var levels []int
	for p := range n.Places {
		levels = append(levels, p)
	}
	s := New(n, levels, func() {})
	for l := 1; l <= places; l++ {
		s.Add(l+1, l, []Arc{{0, 0, Set(l)}, {1, 0, Set(l)}})
	}
	return s, s.Numbered(int64(places) + 1)
}

func TestChain(t *testing.T) {
	const places = 10000
	s, x := chain(places)
	if y := s.Leaving(x, x); y != 0 {
		t.Error("not closed:", s.Any(y))
	}
	if n := s.Count(x); n.BitLen() != places+1 {
		t.Error(n.BitLen())
	}
	// In a dead marking each token is followed by another one.
	if n := s.Count(s.Dead(x)); n.Cmp(big.NewInt(places+1)) != 0 {
		t.Error("dead:", n)
	}
	f := &formula.Formula{Op: formula.AtMost, Bound: places / 2}
	all := &formula.Formula{Op: formula.And}
	for p := range places {
		f.Terms = append(f.Terms, formula.Term{Place: p, Weight: int64(1 - 2*(p%2))})
		one := &formula.Formula{Op: formula.AtMost, Bound: 1, Terms: []formula.Term{{Place: p, Weight: 1}}}
		all.Args = append(all.Args, one)
	}
	if y := s.Satisfying(x, f); y != x {
		t.Error("half of the places have too many tokens")
	}
	if y := s.Satisfying(x, all); y != x {
		t.Error("not one-safe")
	}
}

// Each of the transitions is enabled in a quarter of the markings.
func TestFirings(t *testing.T) {
	const places = 500
	s, x := chain(places)
	want := new(big.Int).Mul(big.NewInt(places-1), new(big.Int).Lsh(big.NewInt(1), places-2))
	if n := s.CountFirings(x); n.Cmp(want) != 0 {
		t.Error("firings have", n.BitLen(), "bits")
	}
}

// One token is somewhere in the chain, so arcs skip up to all levels. Its rank is the number of steps that it can do.
func TestOneToken(t *testing.T) {
	const places = 10000
	s, _ := chain(places)
	for l := 1; l <= places; l++ {
		arcs := []Arc{{0, 1, Set(places + l)}, {1, 0, 1}}
		if l == 1 {
			arcs = arcs[1:]
		}
		s.Add(places+l+1, l, arcs)
	}
	r := s.Numbered(2*places + 1)
	x := s.Support(r)
	if y := s.Leaving(x, x); y != 0 || s.Count(x).Cmp(big.NewInt(places)) != 0 {
		t.Error("not closed:", s.Any(y))
	}
	last := make(net.Marking, places)
	last[places-1] = 1
	if y := s.NotFalling(r); y != s.Dead(x) || !s.Has(y, last) || s.Count(y).Cmp(big.NewInt(1)) != 0 {
		t.Error("the last marking alone does not fall")
	}
	if y := s.NotReachedFrom(r); y != x {
		t.Error("predecessors have greater ranks")
	}
	if y := s.NotAllFalling(r); y != 0 {
		t.Error("not falling:", s.Any(y))
	}
}

// The function of a store that counts work may end it.
func TestTick(t *testing.T) {
	s, x := chain(2000)
	s.tick = func() { net.Fail(net.Limit, "time") }
	if _, ok := within(func() Set { return s.Dead(x) }); ok {
		t.Error("it did not end")
	}
}

// failure returns why f ends, or nil.
func failure(f func()) (err error) {
	defer net.Catch(&err)
	f()
	return nil
}

func TestErrors(t *testing.T) {
	n := &net.Net{Places: []string{"p", "q"}, Initial: []int64{0, 0}}
	for _, levels := range [][]int{{}, {0}, {0, 0}, {0, 1, 0}} {
		if failure(func() { New(n, levels, func() {}) }) == nil {
			t.Errorf("levels %v", levels)
		}
	}
	s := New(n, []int{1, 0}, func() {})
	s.Add(2, 1, []Arc{{2, 0, 1}})
	s.Add(3, 1, []Arc{{3, 0, 1}, {4, 1 << 62, 1}})
	for _, c := range []struct {
		number, level int
		arcs          []Arc
	}{
		{3, 2, []Arc{{0, 0, 1}}},
		{5, 2, []Arc{{0, 0, 1}}},
		{4, 0, []Arc{{0, 0, 1}}},
		{4, 3, []Arc{{0, 0, 1}}},
		{4, 2, nil},
		{4, 2, []Arc{{0, 0, 0}}},
		{4, 2, []Arc{{-1, 0, 1}}},
		{4, 2, []Arc{{1, 0, 1}, {1, 0, 2}}},
		{4, 1, []Arc{{0, 0, 2}}},
		{4, 2, []Arc{{0, -1, 1}}},
		{4, 2, []Arc{{0, 0, 1}, {1, 1 << 62, 3}}},
		{4, 2, []Arc{{0, 0, 1}}},
		{4, 2, []Arc{{1, 1, 1}}},
		{4, 1, []Arc{{2, 0, 1}}},
	} {
		if failure(func() { s.Add(c.number, c.level, c.arcs) }) == nil {
			t.Errorf("node %v", c)
		}
	}
	for _, k := range []int64{-1, 4} {
		if failure(func() { s.Numbered(k) }) == nil {
			t.Error(k)
		}
	}
	if s.Support(s.Numbered(0)) != 0 {
		t.Error("the empty rank")
	}
}

// dead reports whether no transition can fire in m.
func dead(n *net.Net, m net.Marking) bool {
	for t := range n.Transitions {
		if n.Enabled(m, t) {
			return false
		}
	}
	return true
}
