package counting

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"brim/petri/reduce"
)

// A span is what is asked of a place: least ≤ tokens ≤ most.
type span struct{ least, most int64 }

// A need is what is asked of a place.
type need struct {
	place int
	span
}

// A part is the tree of a place with its first entries only.
type part struct{ place, entries int }

// Ways tell in how many ways v tokens can be spread over a part: list[v] or, if there is no list, those of spreading
// v − least over n places, C(v − least + n − 1, n − 1).
type ways struct {
	n, least int64
	list     []*big.Int // its numbers must not be changed; as long as was asked for
}

var one, zero = big.NewInt(1), new(big.Int)

// free reports whether there is one way whatever the number of tokens.
func (w *ways) free() bool { return w.list == nil && w.n == 1 && w.least == 0 }

// at returns the ways for v tokens, up to what was asked for.
func (w *ways) at(v int64) *big.Int {
	switch {
	case w.list != nil:
		return w.list[v]
	case v < w.least:
		return zero
	case w.n == 1:
		return one
	}
	return binomial(v-w.least, w.n-1)
}

// remembered is at, which finds long binomials once.
func (f *Forest) remembered(w *ways, v int64) *big.Int {
	const short, most = 8, 1 << 12
	if w.list != nil || v < w.least || w.n < short {
		return w.at(v)
	}
	key := [2]int64{v - w.least, w.n}
	x, ok := f.binomial[key]
	if !ok {
		if len(f.binomial) == most {
			clear(f.binomial)
		}
		x = w.at(v)
		f.binomial[key] = x
	}
	return x
}

// binomial returns C(v+k, k).
func binomial(v, k int64) *big.Int {
	if v > math.MaxInt64-k {
		x := new(big.Int).Add(big.NewInt(v), big.NewInt(1)) // (v+1)·…·(v+k)/k!
		p := big.NewInt(1)
		for i := int64(1); i <= k; i++ {
			p.Mul(p, x)
			p.Quo(p, big.NewInt(i))
			x.Add(x, one)
		}
		return p
	}
	return new(big.Int).Binomial(v+k, min(v, k))
}

// LimitError says that tables would be too long.
type LimitError struct{ Entries int64 }

func (e *LimitError) Error() string {
	return fmt.Sprintf("counting by equations takes tables for %d numbers of tokens, limit %d", e.Entries, mostEntries)
}

// mostEntries is the largest number of tokens of a table, a second's work.
const mostEntries = 1 << 20

// stop ends the computation if its time is over or a table with the given number of entries is too long.
func (f *Forest) stop(entries int64) bool {
	if f.err == nil {
		f.err = f.ctx.Err()
	}
	if f.err == nil && entries > mostEntries {
		f.err = &LimitError{entries}
	}
	return f.err != nil
}

// An asking is what is asked of places.
type asking struct {
	needs map[int]span
	below map[int]*asked // of each place with a need, and of those above
}

// asked sums up what is asked of the tree of a place.
type asked struct {
	least   int64 // tokens that its places need together
	most    bool  // one of them must not have more than some
	itself  bool
	entries []int // that lead to places with needs
}

// nothing asks for nothing.
var nothing = &asking{}

// ask returns what needs ask for.
func (f *Forest) ask(needs []need) *asking {
	a := &asking{make(map[int]span, len(needs)), make(map[int]*asked, len(needs))}
	at := func(p int) (b *asked, isNew bool) {
		b, ok := a.below[p]
		if !ok {
			b = &asked{}
			a.below[p] = b
		}
		return b, !ok
	}
	for _, n := range needs {
		a.needs[n.place] = n.span
		b, isNew := at(n.place)
		b.itself = true
		for p := n.place; ; p = f.parent[p] {
			b.least = saturated(b.least, n.least)
			b.most = b.most || n.most < math.MaxInt64
			if f.parent[p] < 0 {
				break
			}
			entry := f.at[p]
			wasNew := isNew
			if b, isNew = at(f.parent[p]); wasNew {
				b.entries = append(b.entries, entry)
			}
		}
	}
	return a
}

// asks reports whether something is asked of a part.
func (a *asking) asks(p part) bool {
	b := a.below[p.place]
	return b != nil && (b.itself || slices.ContainsFunc(b.entries, func(i int) bool { return i < p.entries }))
}

// run returns what is asked of the trees of some entries of a place together; ok is false if some must not have more
// than so many tokens.
func (a *asking) run(f *Forest, place, from, to int) (least int64, ok bool) {
	b := a.below[place]
	if b == nil {
		return 0, true
	}
	for _, i := range b.entries {
		if from <= i && i < to {
			c := a.below[f.entries[place][i].place]
			if least = saturated(least, c.least); c.most {
				return 0, false
			}
		}
	}
	return least, true
}

// all returns the part that is the whole tree of a place.
func (f *Forest) all(place int) part { return part{place, len(f.entries[place])} }

// ways returns the ways of a part for up to most tokens. Once the forest has an error they mean nothing.
func (f *Forest) ways(p part, a *asking, most int64) ways {
	if a.asks(p) {
		return f.compute(p, a, most)
	}
	w, ok := f.free[p]
	if !ok || w.list != nil && int64(len(w.list)) <= most {
		w = f.compute(p, nothing, most)
		f.free[p] = w
	}
	return w
}

// compute returns the ways of a part by recursion on its last entry: it combines the ways of the part without that
// entry with those of the tree that the entry leads to, as the equation of the entry says. Consecutive entries of fused
// places about which nothing is asked are combined at once.
func (f *Forest) compute(p part, a *asking, most int64) ways {
	if f.stop(0) {
		return ways{n: 1}
	}
	if p.entries == 0 {
		return f.single(p.place, a, most)
	}
	e := &f.entries[p.place][p.entries-1]
	before := part{p.place, p.entries - 1}
	switch e.kind {
	case reduce.Fuse:
		runs := f.runs[p.place]
		from := runs[p.entries].from
		if least, ok := a.run(f, p.place, from, p.entries); ok && from < p.entries {
			x := f.ways(part{p.place, from}, a, most)
			return f.fuse(&x, &ways{n: runs[p.entries].places - runs[from].places, least: least}, most)
		}
		x, y := f.ways(before, a, most), f.ways(f.all(e.place), a, most)
		return f.fuse(&x, &y, most)
	case reduce.Scale:
		x := f.ways(before, a, e.last(most))
		if x.free() {
			return x
		}
		return f.table(most, func(v int64) *big.Int {
			if v, ok := e.apply(v); ok && x.reaches(v) {
				return x.at(v)
			}
			return zero
		})
	}
	x := f.ways(before, a, most)
	if rest := f.all(e.place); rest.entries > 0 || a.asks(part{e.place, 1}) {
		y := f.ways(rest, a, e.last(most))
		if y.free() {
			return x
		}
		return f.table(most, func(v int64) *big.Int {
			w := x.at(v)
			if v, ok := e.apply(v); ok && y.reaches(v) {
				return new(big.Int).Mul(w, y.at(v))
			}
			return zero
		})
	}
	return x
}

// single returns the ways of a place alone.
func (f *Forest) single(place int, a *asking, most int64) ways {
	s, ok := a.needs[place]
	switch {
	case !ok:
		return ways{n: 1}
	case s.most == math.MaxInt64:
		return ways{n: 1, least: s.least}
	}
	return f.table(most, func(v int64) *big.Int {
		if s.least <= v && v <= s.most {
			return one
		}
		return zero
	})
}

// reaches reports whether v is within what was asked for.
func (w *ways) reaches(v int64) bool { return w.list == nil || v < int64(len(w.list)) }

// table makes a list of what fn returns for up to most tokens.
func (f *Forest) table(most int64, fn func(v int64) *big.Int) ways {
	if most == math.MaxInt64 || f.stop(most+1) {
		f.stop(math.MaxInt64)
		return ways{n: 1}
	}
	list := make([]*big.Int, most+1)
	for v := range list {
		list[v] = fn(int64(v))
	}
	return ways{list: list}
}

// keyOf names needs.
func keyOf(root int, needs []need) string {
	slices.SortFunc(needs, func(a, b need) int { return a.place - b.place })
	var b strings.Builder
	fmt.Fprint(&b, root)
	for _, n := range needs {
		fmt.Fprint(&b, " ", n.place, " ", n.least, " ", n.most)
	}
	return b.String()
}
