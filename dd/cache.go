package dd

// The computed table remembers results of operations: (op, x, a, b) → result.
//
// It has sets of two entries, which share a cache line. A result takes the first one; what was there goes to the second
// one, and what was in that is lost, which costs time and never correctness. The table doubles, up to its bound, when
// it has lost half as many results as it has entries. Once it has amplyCached entries for each node that a collection
// keeps, losses of before the collection do not count any more: results that a program loses now and then should not
// make it grow to its bound in the end. Collections that a limit forces come too often for that.

// amplyCached is some hundred bytes: a table that stops at 4 entries a node costs FMS-500 a tenth more lookups.
const amplyCached = 16

const (
	entryWords = 4 // a, b, op, result; op is 0 in a free entry
	setWords   = 2 * entryWords
)

// Lookup returns the remembered result of op on a and b.
func (s *Store) Lookup(op Op, a, b uint32) (uint32, bool) {
	c := s.set(op, a, b)
	n := &s.asked[op&maxOps]
	if c[0] == a && c[1] == b && c[2] == uint32(op) {
		n.answered++
		s.work += hitWork
		return c[3], true
	}
	if c[4] == a && c[5] == b && c[6] == uint32(op) {
		n.answered++
		s.work += hitWork
		return c[7], true
	}
	n.not++
	s.work += missWork
	return 0, false
}

// Remember stores a result for Lookup. Limits can end an operation here, too: not every result needs a new node.
func (s *Store) Remember(op Op, a, b, result uint32) {
	if s.untilPoll--; s.untilPoll <= 0 {
		s.poll()
	}
	c := s.set(op, a, b)
	if c[2] != 0 && (c[0] != a || c[1] != b || c[2] != uint32(op)) {
		if c[6] != 0 && (c[4] != a || c[5] != b || c[6] != uint32(op)) {
			s.evicted++
			if s.evicted > len(s.cache)/(2*entryWords) {
				s.growCache()
				c = s.set(op, a, b)
			}
		}
		c[4], c[5], c[6], c[7] = c[0], c[1], c[2], c[3]
	}
	c[0], c[1], c[2], c[3] = a, b, uint32(op), result
}

// set returns the two entries of the computed table where the result of op on a and b may lie.
func (s *Store) set(op Op, a, b uint32) *[setWords]uint32 {
	at := int(hashEntry(uint32(op), a, b)) & (len(s.cache) - 1) &^ (setWords - 1)
	return (*[setWords]uint32)(s.cache[at : at+setWords])
}

func hashEntry(op, a, b uint32) uint64 {
	return fold((uint64(a)<<32|uint64(b))^hashB, uint64(op)*2+hashA)
}

// growCache doubles the computed table unless it is at its bound.
func (s *Store) growCache() {
	s.stats.Evictions += int64(s.evicted)
	s.evicted = 0
	size := 2 * len(s.cache)
	if size > s.maxEnts*entryWords || s.guard.Memory > 0 && s.bytes()+4*int64(size) > s.guard.Memory/2 {
		return
	}
	bigger := s.owned.table(size)
	if bigger == nil {
		s.maxEnts = len(s.cache) / entryWords
		return
	}
	old := s.cache
	s.cache = bigger
	for i := len(old) - entryWords; i >= 0; i -= entryWords { // of a set the second entry first
		if c := old[i : i+entryWords : i+entryWords]; c[2] != 0 {
			to := s.set(Op(c[2]), c[0], c[1])
			copy(to[entryWords:], to[:entryWords])
			copy(to[:], c)
		}
	}
	s.owned.drop(old)
	s.notePeak()
}

// filterCache drops the entries that name a node without a mark.
func (s *Store) filterCache(m marks) {
	for i := 0; i < len(s.cache); i += entryWords {
		c := s.cache[i : i+entryWords : i+entryWords]
		if c[2] == 0 {
			continue
		}
		h := s.ops[c[2]&maxOps].handles
		if h&NodeA != 0 && m.lacks(c[0]) || h&NodeB != 0 && m.lacks(c[1]) || h&NodeResult != 0 && m.lacks(c[3]) {
			clear(c)
		}
	}
}
