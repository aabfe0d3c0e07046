package mdd

// byValue holds something for each local value, at first its zero value. Values below denseValues lie in a slice as
// long as the largest one asked for, others, which are few as a rule, in a map: one large value takes no more room
// than a small one.
type byValue[T any] struct {
	dense []T
	far   map[int]*T
}

// at returns what is held for v, to read or write until at is called again.
func (b *byValue[T]) at(v int) *T {
	if v < len(b.dense) {
		return &b.dense[v]
	}
	if v < denseValues {
		b.dense = append(b.dense, make([]T, v+1-len(b.dense))...)
		return &b.dense[v]
	}
	if b.far == nil {
		b.far = map[int]*T{}
	}
	x := b.far[v]
	if x == nil {
		x = new(T)
		b.far[v] = x
	}
	return x
}
