package counting

import (
	"brim/petri"
	"brim/petri/reduce"
)

// Units returns the units of the smaller net: those of the original with the places that are left. One that stands for
// places of several units, or for other numbers of tokens than its own, is in none, so what is promised of the units of
// the original is true of these.
func (f *Forest) Units() *petri.Units {
	u := f.net.Units
	if u == nil {
		return nil
	}
	unitOf := make([]int, len(f.net.Places))
	for i := range u.List {
		for _, p := range u.List[i].Places {
			unitOf[p] = i + 1
		}
	}
	var within func(p, unit int) bool
	within = func(p, unit int) bool {
		if unitOf[p] != unit {
			return false
		}
		for i := range f.entries[p] {
			switch e := &f.entries[p][i]; {
			case e.kind == reduce.Scale, e.kind == reduce.Fuse && !within(e.place, unit):
				return false
			}
		}
		return true
	}
	c := &petri.Units{Root: u.Root, Safe: u.Safe, Doubt: u.Doubt, List: make([]petri.Unit, len(u.List))}
	for i := range u.List {
		c.List[i] = petri.Unit{Name: u.List[i].Name, Sub: u.List[i].Sub}
		for _, p := range u.List[i].Places {
			if f.number[p] >= 0 && within(p, i+1) {
				c.List[i].Places = append(c.List[i].Places, f.number[p])
			}
		}
	}
	return c
}
