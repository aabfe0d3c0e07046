package dd

// Lookups in the computed table for all arcs of a node at once. A read of memory that waits takes 15 times as long as
// one that overlaps with others, so a recursion over a wide node first looks up the results for all arcs in a tight
// loop, and recurs only for those that are missing. The recursion for one of these may find the result for the next, so
// each is looked up again; hits count as work here, misses where they are looked up again.

// LookupEach writes one of these next to each result.
const (
	NoResult  = 0 // the result is Empty
	Result    = 1
	NoAnswer  = 2 // the computed table does not know it
	pairWords = 2
)

// LookupEach looks up the results of op on each of the nodes and b, and reports whether one is missing. For each node
// it writes two words to the work stack, from position p on: the result, and NoResult, Result or NoAnswer. The
// operation's extra operand is the level of the node, or floor if that is higher. The result of Empty is Empty.
func (s *Store) LookupEach(op Op, floor int, nodes []Node, b uint32, p int) (missing bool) {
	w, cache := s.arena.words, s.cache
	out := s.stack.words[p : p+pairWords*len(nodes)]
	mask := uint(len(cache)-1) &^ (setWords - 1)
	hits := int64(0)
	last, result, is := Empty, Empty, uint32(NoResult) // runs of equal nodes are common
	for i, n := range nodes {
		if n != last {
			last, result, is = n, Empty, NoResult
			if n != Empty {
				o := uint32(op.With(max(int(w[n+wordLevel]), floor)))
				e := uint(hashEntry(o, n, b)) & mask
				c := (*[setWords]uint32)(cache[e : e+setWords])
				switch {
				case c[0] == n && c[1] == b && c[2] == o:
					hits++
					result, is = c[3], min(c[3], Result)
				case c[4] == n && c[5] == b && c[6] == o:
					hits++
					result, is = c[7], min(c[7], Result)
				default:
					missing, is = true, NoAnswer
				}
			}
		}
		out[pairWords*i], out[pairWords*i+1] = result, is
	}
	s.asked[op&maxOps].answered += hits
	s.work += hits * hitWork
	return missing
}

// Peek is Lookup for callers that do other work on a miss and look up again.
func (s *Store) Peek(op Op, a, b uint32) (uint32, bool) {
	c := s.set(op, a, b)
	var result uint32
	switch {
	case c[0] == a && c[1] == b && c[2] == uint32(op):
		result = c[3]
	case c[4] == a && c[5] == b && c[6] == uint32(op):
		result = c[7]
	default:
		return 0, false
	}
	s.asked[op&maxOps].answered++
	s.work += hitWork
	return result, true
}
