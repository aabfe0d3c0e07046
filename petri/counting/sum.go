package counting

import (
	"iter"
	"math"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"brim/petri"
)

// A Sum is what is to be added up over the markings of the smaller net: for each term, Times times the product of the
// weights of all places. A place weighs what its table says of its tokens.
type Sum struct {
	Tables []func(tokens int64) *big.Int // what they return must not be changed
	Base   []int                         // by place of the smaller net: an index of Tables, or One
	Terms  []Term
	forest *Forest
}

// One is the table in which every number of tokens weighs 1.
const One = -1

// A Term has other tables than the base for some places.
type Term struct {
	Changes []Change
	Times   *big.Int
}

// A Change gives a place another table.
type Change struct{ Place, Table int }

// Err returns the limit that ended the computation of weights; then they mean nothing.
func (s *Sum) Err() error {
	if s.forest == nil {
		return nil
	}
	return s.forest.err
}

// States returns what the markings of the original add up to.
func (f *Forest) States() (*Sum, error) {
	s := f.base()
	s.Terms = []Term{{Times: f.constant(nothing)}}
	return s, f.err
}

// base returns a sum without terms.
func (f *Forest) base() *Sum {
	s := &Sum{Base: make([]int, len(f.small)), forest: f}
	for i, p := range f.small {
		s.Base[i] = One
		if len(f.entries[p]) > 0 {
			if w := f.ways(f.all(p), nothing, 0); !w.free() {
				s.Base[i] = len(s.Tables)
				s.Tables = append(s.Tables, f.tableOf(p, nothing))
			}
		}
	}
	return s
}

// tableOf returns the table of the tree of a root of which something is asked. It is made anew, twice as long, when it
// is too short for a number of tokens.
func (f *Forest) tableOf(root int, a *asking) func(int64) *big.Int {
	w := f.ways(f.all(root), a, 0)
	return func(v int64) *big.Int {
		for !w.reaches(v) {
			w = f.ways(f.all(root), a, max(v, min(2*int64(len(w.list)), mostEntries-1)))
			if f.err != nil {
				return zero
			}
		}
		return f.remembered(&w, v)
	}
}

// constant returns the ways of all constant roots together, if that is asked of them.
func (f *Forest) constant(a *asking) *big.Int {
	product := big.NewInt(1)
	for _, p := range f.fixes {
		if w := f.fixedWays(p, a); w.Sign() == 0 {
			return w
		} else if w != one {
			product.Mul(product, w)
		}
	}
	return product
}

// fixedWays returns the ways of a constant root.
func (f *Forest) fixedWays(p int, a *asking) *big.Int {
	w := f.ways(f.all(p), a, f.fixed[p])
	if f.err != nil {
		return zero
	}
	return f.remembered(&w, f.fixed[p])
}

// Firings returns what the firings of the original add up to: the pairs of a marking and a transition that is enabled
// in it.
func (f *Forest) Firings() (*Sum, error) {
	s := f.base()
	b := &builder{Sum: s, tables: map[string]int{}, roots: map[string]*big.Int{}, terms: map[string]int{}}
	all := f.constant(nothing)
	for t := range f.net.Transitions {
		b.add(&f.net.Transitions[t], all)
		if f.stop(0) {
			return nil, f.err
		}
	}
	return s, nil
}

// A builder makes the terms of firings. What is equal is made once.
type builder struct {
	*Sum
	tables map[string]int      // by what is asked of a root
	roots  map[string]*big.Int // the same for constant roots: their ways
	terms  map[string]int      // by their changes
	last   struct {            // of replace: transitions often ask for as much as the one before
		times, now, result *big.Int
		root               int
	}
}

// replace returns times with other ways of a constant root in place of those if nothing is asked of it.
func (b *builder) replace(times *big.Int, root int, now *big.Int) *big.Int {
	if l := &b.last; l.times != times || l.now != now || l.root != root {
		l.times, l.now, l.root = times, now, root
		l.result = new(big.Int).Mul(times, now)
		l.result.Quo(l.result, b.forest.fixedWays(root, nothing))
	}
	return b.last.result
}

// add adds the term of a transition; all is the ways of the constant roots if nothing is asked of them.
func (b *builder) add(t *petri.Transition, all *big.Int) {
	f := b.forest
	byRoot := map[int][]need{}
	var roots []int
	for e := range t.Effects() {
		least, most := e.Range()
		if least == 0 && most == math.MaxInt64 {
			continue
		}
		if least > most {
			return
		}
		r := f.root[e.Place]
		if byRoot[r] == nil {
			roots = append(roots, r)
		}
		byRoot[r] = append(byRoot[r], need{e.Place, span{least, most}})
	}
	slices.Sort(roots)
	times := all
	var changes []Change
	var key strings.Builder
	for _, r := range roots {
		needs := keyOf(r, byRoot[r])
		if f.number[r] < 0 {
			now, ok := b.roots[needs]
			if !ok {
				now = f.fixedWays(r, f.ask(byRoot[r]))
				b.roots[needs] = now
			}
			if now.Sign() == 0 {
				return
			}
			times = b.replace(times, r, now)
			continue
		}
		table, ok := b.tables[needs]
		if !ok {
			table = b.table(r, byRoot[r])
			b.tables[needs] = table
		}
		changes = append(changes, Change{f.number[r], table})
		key.WriteString(strconv.Itoa(f.number[r]) + " " + strconv.Itoa(table) + " ")
	}
	if i, ok := b.terms[key.String()]; ok {
		b.Terms[i].Times = new(big.Int).Add(b.Terms[i].Times, times)
		return
	}
	b.terms[key.String()] = len(b.Terms)
	b.Terms = append(b.Terms, Term{changes, times})
}

// table returns the table of a root of which something is asked. Those of plain fusions are one if they are equal.
func (b *builder) table(root int, needs []need) int {
	f := b.forest
	a := f.ask(needs)
	w := f.ways(f.all(root), a, 0)
	key := ""
	if w.list == nil {
		key = "C " + strconv.FormatInt(w.n, 10) + " " + strconv.FormatInt(w.least, 10)
		if i, ok := b.tables[key]; ok {
			return i
		}
		b.tables[key] = len(b.Tables)
	}
	b.Tables = append(b.Tables, f.tableOf(root, a))
	return len(b.Tables) - 1
}

// Of adds up, over the given markings, the sum of the terms: each term is its factor times the product of the weights
// of all places. Cost: for each marking and term, a lookup at the places that the term changes, and a product over the
// places whose weight is not always 1.
func (s *Sum) Of(markings iter.Seq[petri.Marking]) (*big.Int, error) {
	total := new(big.Int)
	var heavy []int
	for p, t := range s.Base {
		if t != One {
			heavy = append(heavy, p)
		}
	}
	for m := range markings {
		for _, t := range s.Terms {
			product := new(big.Int).Set(t.Times)
			for _, c := range t.Changes {
				if product.Sign() != 0 && c.Table != One {
					product.Mul(product, s.Tables[c.Table](m[c.Place]))
				}
			}
			for _, p := range heavy {
				if product.Sign() != 0 && !slices.ContainsFunc(t.Changes, func(c Change) bool { return c.Place == p }) {
					product.Mul(product, s.Tables[s.Base[p]](m[p]))
				}
			}
			total.Add(total, product)
		}
		if s.Err() != nil {
			break
		}
	}
	return total, s.Err()
}
