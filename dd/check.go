package dd

import "fmt"

// Check returns the first broken invariant of I1 to I7 and R1 to R3 (see the package comment), or nil.
// Cost: O(arena + tables).
func (s *Store) Check() error {
	w := s.arena.words
	nodes, live := 0, 0
	n := uint32(firstNode)
	known := make(map[Node]bool)
	for n < s.top {
		size := s.recordSize(n)
		if w[n+wordLevel] != freeLevel {
			nodes++
			live += int(size)
			known[n] = true
		}
		if size < minBlock || size > s.top-n {
			return fmt.Errorf("dd: I5: record %d has %d words, %d are left", n, size, s.top-n)
		}
		n += size
	}
	if nodes != s.nodes || live != s.live {
		return fmt.Errorf("dd: I5: found %d nodes with %d words, counted %d with %d", nodes, live, s.nodes, s.live)
	}
	for n := range known {
		if err := s.checkNode(n, known); err != nil {
			return err
		}
	}
	inTable := 0
	for _, n := range s.buckets {
		for ; n != 0; n = w[n] {
			inTable++
			if !known[n] {
				return fmt.Errorf("dd: I4: the unique table holds %d, which is no live node", n)
			}
		}
	}
	if inTable != nodes {
		return fmt.Errorf("dd: I4: %d entries in the unique table for %d nodes", inTable, nodes)
	}
	if err := s.roots.check(known); err != nil {
		return err
	}
	return s.checkCache(known)
}

// checkNode returns a broken invariant of I1 to I4 and I7 that concerns n.
func (s *Store) checkNode(n Node, known map[Node]bool) error {
	level, first, arcs, values := s.Level(n), s.arena.words[n+wordFirst], s.Arcs(n), s.listed(n)
	if err := s.checkForm(n); err != nil {
		return err
	}
	if arcs[0] == Empty || arcs[len(arcs)-s.stride] == Empty {
		return fmt.Errorf("dd: I1: node %d has an empty arc at an end: %v", n, arcs)
	}
	for i := 0; i < len(arcs); i += s.stride {
		c := arcs[i]
		if c > Unit && !known[c] {
			return fmt.Errorf("dd: I2: child %d of node %d is no live node", c, n)
		}
		if s.Level(c) > level || s.Level(c) == level && !s.lists {
			return fmt.Errorf("dd: I2: node %d of level %d has the child %d of level %d", n, level, c, s.Level(c))
		}
	}
	h := hashNode(uint32(level), first, arcs, values)
	if got := s.find(h, uint32(level), first, arcs, values); got != n {
		return fmt.Errorf("dd: I3, I4: looking up node %d finds %d", n, got)
	}
	return nil
}

// checkForm returns an error unless the record of n is dense or sparse as I7 says.
func (s *Store) checkForm(n Node) error {
	values, count := s.Values(n), 0
	for i := range s.Len(n) {
		if s.Arcs(n)[i*s.stride] != Empty {
			count++
		}
		if i > 0 && values.At(i) <= values.At(i-1) {
			return fmt.Errorf("dd: I7: node %d has value %d after %d", n, values.At(i), values.At(i-1))
		}
	}
	span := values.At(s.Len(n)-1) - values.At(0) + 1
	_, dense := values.Dense()
	if dense == Sparse(count, span) || !dense && count < s.Len(n) || !dense &&
		values.At(0) != int(s.arena.words[n+wordFirst]&^sparseBit) {
		return fmt.Errorf("dd: I7: node %d has %d arcs of %d on %d values; dense is %v", n, count, s.Len(n), span,
			dense)
	}
	return nil
}

// checkCache returns an error for an entry of the computed table that breaks I6.
func (s *Store) checkCache(known map[Node]bool) error {
	bad := Node(0)
	live := func(n Node) bool {
		if n < firstNode || known[n] {
			return true
		}
		bad = n
		return false
	}
	for i := 0; i < len(s.cache); i += entryWords {
		c := s.cache[i : i+entryWords]
		if c[2] == 0 {
			continue
		}
		info := s.info(c[2])
		if info.ended {
			return fmt.Errorf("dd: I6: an entry of operation %d, which has ended", c[2]&maxOps)
		}
		h := info.handles
		if h&NodeA != 0 && !live(c[0]) || h&NodeB != 0 && !live(c[1]) || h&NodeResult != 0 && !live(c[3]) {
			return fmt.Errorf("dd: I6: an entry of operation %d names %d, which is no live node", c[2]&maxOps, bad)
		}
	}
	return nil
}
