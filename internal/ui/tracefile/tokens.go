package tracefile

import (
	"fmt"
	"slices"
	"strconv"

	"brim/internal/ui/trace"
	"brim/petri/timed"
)

// What a trace says of the tokens that a firing of a timed-arc net takes.

// A demand is what a trace says of the tokens of one firing.
type demand struct {
	from, to []int // of the transition's arcs, as timed.ArcNet.Taken has them
	list     []wish
}

// A wish is what it says of the tokens of one place or arc.
type wish struct {
	from, to int     // the places of the arc; to is -1 without one, and anywhere if the trace does not tell
	exact    []int64 // ages, ascending
	least    []int64 // ages of tokens that may be older, ascending
}

// anywhere is where a token goes of which a trace says only from where it is taken.
const anywhere = -2

// said returns what step i says of the tokens that transition t takes; nil if it says nothing.
func (r *replay) said(i, t int, f trace.Firing) (*demand, error) {
	net := r.model.TimedArcs
	tokens := i < len(r.trace.taken) && len(r.trace.taken[i]) > 0
	if net == nil || !tokens && f.Takes == nil {
		return nil, nil
	}
	d := &demand{}
	d.from, d.to = net.Taken(t)
	for _, x := range f.Takes {
		from, err := r.place(x.Place)
		if err != nil {
			return nil, err
		}
		to := -1
		if x.To != "" {
			if to, err = r.place(x.To); err != nil {
				return nil, err
			}
		}
		w := d.at(from, to)
		w.exact = append(w.exact, x.Ages...)
	}
	if tokens {
		for _, x := range r.trace.taken[i] {
			from, err := r.place(x.place)
			if err != nil {
				return nil, err
			}
			age, err := strconv.ParseInt(x.age, 10, 64)
			if err != nil {
				return nil, fmt.Errorf("a token on place %s has the age %.80q, expected a whole number", x.place, x.age)
			}
			if w := d.at(from, anywhere); x.atLeast {
				w.least = append(w.least, age)
			} else {
				w.exact = append(w.exact, age)
			}
		}
	}
	for i := range d.list {
		slices.Sort(d.list[i].exact)
		slices.Sort(d.list[i].least)
	}
	return d, nil
}

// place finds a place by its name.
func (r *replay) place(name string) (int, error) {
	p, ok := r.index.places[name]
	if !ok || p < 0 {
		return 0, fmt.Errorf("there is no place %q", name)
	}
	return p, nil
}

// at returns what is said of the tokens from a place to a place.
func (d *demand) at(from, to int) *wish {
	i := slices.IndexFunc(d.list, func(w wish) bool { return w.from == from && w.to == to })
	if i < 0 {
		i = len(d.list)
		d.list = append(d.list, wish{from: from, to: to})
	}
	return &d.list[i]
}

// fits reports whether a choice of tokens is one that the trace may mean. All tokens have to be told, if any are.
func (d *demand) fits(c timed.Choice) bool {
	if d == nil {
		return true
	}
	told := 0
	for _, w := range d.list {
		var ages []int64
		for i := range c {
			if d.from[i] == w.from && (w.to == anywhere || d.to[i] == w.to) {
				ages = append(ages, c[i]...)
			}
		}
		told += len(ages)
		slices.Sort(ages)
		if !w.fits(ages) {
			return false
		}
	}
	all := 0
	for i := range c {
		all += len(c[i])
	}
	return told == all
}

// fits reports whether the tokens have the exact ages, and the others at least those that they may exceed: the smallest
// of these is compared with the youngest token that is left, and so on.
func (w *wish) fits(ages []int64) bool {
	if len(ages) != len(w.exact)+len(w.least) {
		return false
	}
	for _, age := range w.exact {
		i, ok := slices.BinarySearch(ages, age)
		if !ok {
			return false
		}
		ages = slices.Delete(ages, i, i+1)
	}
	for i, age := range w.least {
		if ages[i] < age {
			return false
		}
	}
	return true
}
