package order

import (
	"fmt"
	"slices"
	"strings"

	"brim/petri"
)

// A Decomposition puts every place of a net, or every vertex of a Hypergraph, on exactly one level.
type Decomposition struct {
	// Levels[0] is level 1, the lowest; each lists the places of its component,
	// at least one, as indices, or its vertices.
	Levels [][]int
	// Method says in a few words where the decomposition comes from, for
	// example "force reversed" or "tuned from force+groups".
	Method string
}

// Check returns nil if each place of the net is on exactly one level and no
// level is empty, or an error that names the first place or level at fault.
func (d Decomposition) Check(net *petri.Net) error {
	on := make([]int, len(net.Places)) // level of each place, 0 while unseen
	for i, level := range d.Levels {
		if len(level) == 0 {
			return fmt.Errorf("order of net %s: level %d has no places", net.Name, i+1)
		}
		for _, p := range level {
			if p < 0 || p >= len(on) {
				return fmt.Errorf("order of net %s: level %d: no place %d", net.Name, i+1, p)
			}
			if on[p] != 0 {
				return fmt.Errorf("order of net %s: place %q is on level %d and again on level %d",
					net.Name, net.Places[p].Name, on[p], i+1)
			}
			on[p] = i + 1
		}
	}
	if p := slices.Index(on, 0); p >= 0 {
		return fmt.Errorf("order of net %s: place %q is on no level", net.Name, net.Places[p].Name)
	}
	return nil
}

// Reversed returns the same components in the opposite order.
func (d Decomposition) Reversed() Decomposition {
	r := d.Clone()
	slices.Reverse(r.Levels)
	const reversed = " reversed"
	method, twice := strings.CutSuffix(r.Method, reversed)
	if r.Method = method; !twice {
		r.Method += reversed
	}
	return r
}

// Clone returns a copy that shares nothing with d.
func (d Decomposition) Clone() Decomposition {
	places := 0
	for _, level := range d.Levels {
		places += len(level)
	}
	all := make([]int, 0, places)
	levels := make([][]int, len(d.Levels))
	for i, level := range d.Levels {
		from := len(all)
		all = append(all, level...)
		levels[i] = all[from:len(all):len(all)]
	}
	return Decomposition{Levels: levels, Method: d.Method}
}

// Equal reports whether d and e put the same components, place by place in the
// same sequence, on the same levels. Method does not count.
func (d Decomposition) Equal(e Decomposition) bool {
	return slices.EqualFunc(d.Levels, e.Levels, slices.Equal)
}

// LevelOf returns the level of each of so many places or vertices, by index; 0 for one without a level.
func (d Decomposition) LevelOf(places int) []int {
	on := make([]int, places)
	for i, level := range d.Levels {
		for _, p := range level {
			on[p] = i + 1
		}
	}
	return on
}

// Grouped reports whether some level holds more than one place.
func (d Decomposition) Grouped() bool {
	return slices.ContainsFunc(d.Levels, func(level []int) bool { return len(level) > 1 })
}

// fingerprint identifies the decomposition up to the chance of a 64-bit
// collision.
func (d Decomposition) fingerprint() uint64 {
	h := uint64(len(d.Levels))
	for _, level := range d.Levels {
		for _, p := range level {
			h = mix(h ^ uint64(p+1))
		}
		h = mix(h ^ 1<<63)
	}
	return h
}

// mix scrambles 64 bits (the finisher of SplitMix64).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
