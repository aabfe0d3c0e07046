// Package memo calls functions once for each argument, for recursions over formulas whose parts occur many times.
package memo

// A Table keeps results by their arguments. The zero Table is empty and ready for use.
type Table[K comparable, V any] struct{ done map[K]V }

// Of returns what compute returns for k. It calls compute only the first time; compute may call Of for other arguments.
func (t *Table[K, V]) Of(k K, compute func(K) V) V {
	v, ok := t.done[k]
	if !ok {
		v = compute(k)
		if t.done == nil {
			t.done = map[K]V{}
		}
		t.done[k] = v
	}
	return v
}

// Flagged is a Table for arguments with a flag, as whether a formula is negated.
type Flagged[K comparable, V any] struct{ off, on Table[K, V] }

// Of returns what compute returns for k and the flag; see Table.Of.
func (s *Flagged[K, V]) Of(k K, flag bool, compute func(k K, flag bool) V) V {
	t := &s.off
	if flag {
		t = &s.on
	}
	return t.Of(k, func(k K) V { return compute(k, flag) })
}
