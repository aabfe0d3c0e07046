package diagram

// This file has the tables in which recursions remember what they found.

// A Limit says what cannot be computed.
type Limit string

// A memo remembers results of a recursion. A key is a code for the function, two sets, of which the first is not empty,
// and a number. The zero value is an empty memo.
type memo struct {
	entries []entry // a hash table with open addressing, at most half full
	count   int
}

type entry struct {
	number int64
	code   int32
	a, b   Set // a is 0 in free entries
	result Set
}

func (m *memo) find(code int32, a, b Set, number int64) *entry {
	h := (uint64(uint32(a))<<32 | uint64(uint32(b))) * 0x9e3779b97f4a7c15
	h = (h ^ h>>32 ^ uint64(number)*0xd6e8feb86659fd93 ^ uint64(uint32(code))<<20) * 0xbf58476d1ce4e5b9
	for i := int(h>>32) & (len(m.entries) - 1); ; i = (i + 1) & (len(m.entries) - 1) {
		e := &m.entries[i]
		if e.a == 0 || e.a == a && e.b == b && e.code == code && e.number == number {
			return e
		}
	}
}

func (m *memo) get(code int32, a, b Set, number int64) (Set, bool) {
	if m.count == 0 {
		return 0, false
	}
	e := m.find(code, a, b, number)
	return e.result, e.a != 0
}

// put remembers a result in m.
func (s *Store) put(m *memo, code int32, a, b Set, number int64, result Set) {
	s.tick()
	if 2*m.count >= len(m.entries) {
		old := m.entries
		m.entries = make([]entry, max(1<<8, 2*len(old)))
		for i := range old {
			if e := &old[i]; e.a != 0 {
				*m.find(e.code, e.a, e.b, e.number) = *e
			}
		}
	}
	e := m.find(code, a, b, number)
	if e.a == 0 {
		m.count++
	}
	*e = entry{number, code, a, b, result}
}
