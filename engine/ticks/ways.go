package ticks

import (
	"fmt"
	"maps"
	"slices"

	"brim/mdd"
)

// Firings of time Petri nets as ways: products of local effects.

// mostWays is how many ways a firing may have that is no sequence. Their number may grow exponentially with the number
// of clocks that depend on places that the firing changes.
const mostWays = 1 << 10

// errWays says that there are more ways than asked for.
var errWays = fmt.Errorf("it has too many cases of which transitions are enabled afterwards, and at a place that they "+
	"depend on %w", errUnbounded)

// A condition asks something of the tokens of a place when a firing is over, or in between, when it took tokens and has
// not given any.
type condition struct {
	place       int // or the variable, where that is another number
	between     bool
	least, most int64  // numbers of tokens, if codes is nil
	codes       []bool // by value of the variable of the place
}

// allows reports whether c holds with this value of the variable.
func (c condition) allows(value int) bool {
	if c.codes != nil {
		return c.codes[value]
	}
	return int64(value) >= c.least && int64(value) <= c.most
}

// fails returns conditions of which one holds if and only if c does not.
func (c condition) fails() (list []condition) {
	if c.codes != nil {
		c.codes = slices.Clone(c.codes)
		for v := range c.codes {
			c.codes[v] = !c.codes[v]
		}
		return []condition{c}
	}
	if c.least > 0 {
		below := c
		below.least, below.most = 0, c.least-1
		list = append(list, below)
	}
	if c.most < unlimited {
		above := c
		above.least, above.most = max(0, c.most+1), unlimited
		list = append(list, above)
	}
	return list
}

// A watcher is a transition whose variable depends on whether it is enabled: 0 if it is not.
type watcher struct {
	variable int
	top      int         // its largest value
	from     []int       // the values that it may have before the firing; of sequences the first stage asks that
	forgets  bool        // it is 1 if the transition is enabled afterwards; otherwise it is kept unless it was 0
	after    []condition // when it is enabled
	between  []condition // what lets it keep its value, besides
}

// A way is part of a firing.
type way struct {
	places map[int]*tokens
	others map[int]mdd.Effect // by variable
}

// steps returns what w does to the variables.
func (w way) steps() (list []mdd.Step, err error) {
	for _, p := range slices.Sorted(maps.Keys(w.places)) {
		e, err := w.places[p].effect()
		if err != nil {
			return nil, err
		}
		if e != nil {
			list = append(list, mdd.Step{Level: p + 1, Effect: e})
		}
	}
	for _, v := range slices.Sorted(maps.Keys(w.others)) {
		list = append(list, mdd.Step{Level: v + 1, Effect: w.others[v]})
	}
	return list, nil
}

// narrowed returns the part of w where c holds; ok is false if it is empty. same is the effect on a place that w
// leaves alone.
func (w way) narrowed(c condition, same func(place int) *tokens) (part way, ok bool) {
	l := w.places[c.place]
	if l == nil {
		l = same(c.place)
	}
	if l = l.narrowed(c); l == nil {
		return way{}, false
	}
	part = way{maps.Clone(w.places), w.others}
	part.places[c.place] = l
	return part, true
}

// told returns w with values of the watcher that change by the function.
func (w way) told(by watcher, to func(v int) int) way {
	var pairs [][2]int
	for _, v := range by.from {
		pairs = append(pairs, [2]int{v, to(v)})
	}
	w.others = maps.Clone(w.others)
	w.others[by.variable] = mdd.NewPairs(pairs...)
	return w
}

// A splitter makes the ways of a firing.
type splitter struct {
	same func(place int) *tokens
	most int // ways
	list []way
}

// split adds the ways in which w goes on where the watchers have to be told. They exclude each other. The error is
// errWays.
func (s *splitter) split(w way, watchers []watcher) error {
	if len(watchers) == 0 {
		if len(s.list) == s.most {
			return errWays
		}
		s.list = append(s.list, w)
		return nil
	}
	u := watchers[0]
	// go on where a condition fails, and return the part where it holds
	unless := func(w way, c condition, value int) (part way, ok bool, err error) {
		for _, f := range c.fails() {
			if part, ok := w.narrowed(f, s.same); ok {
				if err := s.split(part.told(u, func(int) int { return value }), watchers[1:]); err != nil {
					return way{}, false, err
				}
			}
		}
		part, ok = w.narrowed(c, s.same)
		return part, ok, nil
	}
	for _, c := range u.after {
		part, ok, err := unless(w, c, 0)
		if err != nil || !ok {
			return err
		}
		w = part
	}
	if u.forgets {
		return s.split(w.told(u, func(int) int { return 1 }), watchers[1:])
	}
	for _, c := range u.between {
		part, ok, err := unless(w, c, 1)
		if err != nil || !ok {
			return err
		}
		w = part
	}
	return s.split(w.told(u, func(v int) int { return max(v, 1) }), watchers[1:])
}
