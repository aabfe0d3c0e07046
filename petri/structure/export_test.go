package structure

import "brim/petri"

// Value returns Σ Weights[i]·m(Places[i]); a result beyond 64 bits wraps around.
func (f Semiflow) Value(m petri.Marking) int64 {
	var sum int64
	for i, p := range f.Places {
		sum += f.Weights[i] * m[p]
	}
	return sum
}
