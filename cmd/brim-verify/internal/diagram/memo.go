package diagram

import (
	"context"
	"fmt"
)

// This file has the tables in which recursions remember what they found, and the limits of work.

// Limits bound what the methods of a store may use. A value of 0 is no bound.
type Limits struct {
	Context context.Context // ends the work, if not nil
	Nodes   int             // in the store
	Memo    int             // results that a recursion remembers; if there are more, it forgets all and takes longer
}

// A LimitError says which limit ended the work.
type LimitError struct{ Limit string }

func (e *LimitError) Error() string { return "limit: " + e.Limit }

// Within calls f and returns its error, or a LimitError if a method that f calls exceeds a limit. Methods that are not
// called within Within have no limits but those of 64-bit numbers, at which they panic.
func (s *Store) Within(l Limits, f func() error) (err error) {
	s.limits = l
	defer func() {
		s.limits, s.scratch = Limits{}, nil
		if r := recover(); r != nil {
			e, ok := r.(*LimitError)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	return f()
}

// check counts a unit of work and looks, now and then, whether the time is over.
func (s *Store) check() {
	if s.ticks++; s.ticks%1024 == 0 && s.limits.Context != nil {
		if err := s.limits.Context.Err(); err != nil {
			panic(&LimitError{fmt.Sprint(err)})
		}
	}
}

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
	s.check()
	if s.limits.Memo > 0 && m.count >= s.limits.Memo {
		*m = memo{}
	}
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
