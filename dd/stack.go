package dd

// The work stack holds the operands and results of running recursions: handles, which a collection keeps alive, and
// flags. A flag is a number below 8, which no collection takes for a node. In a store with two words an arc any other
// number may lie there, too: a collection finds out which words are handles.

// Mark returns the height of the work stack, for Release.
func (s *Store) Mark() int { return s.sp }

// Release cuts the work stack back to the height that Mark returned. A recursion that a panic ends does not get there,
// so the outermost caller defers it.
func (s *Store) Release(mark int) { s.sp = mark }

// Push puts a handle on the work stack and returns its position.
func (s *Store) Push(n Node) int {
	p := s.sp
	if p >= s.stackCheck {
		s.watchStack(1)
	}
	s.stack.words[p] = n
	s.sp = p + 1
	return p
}

// Grow adds n zero words to the work stack and returns the position of the first.
func (s *Store) Grow(n int) int {
	s.work += int64(n) * wordWork
	p := s.sp
	if p+n > s.stackCheck {
		s.watchStack(n)
	}
	clear(s.stack.words[p : p+n])
	s.sp = p + n
	return p
}

// Widen makes room for local value v in a frame that reaches from position p to the end of the work stack: it has the
// given number of words for each of the n local values from lo on. It returns the new lo and n; new words are zero. A
// value above MaxValue ends the operation.
func (s *Store) Widen(p, words, lo, n, v int) (newLo, newN int) {
	if v > MaxValue {
		s.Exceed(&LimitError{Kind: "values", At: int64(v), Max: MaxValue})
	}
	if v >= lo+n {
		more := v + 1 - (lo + n)
		s.Grow(words * more)
		return lo, n + more
	}
	if v >= lo {
		return lo, n
	}
	more := min(max(lo-v, n/2), lo) // with slack, so that growing one by one stays linear
	s.Grow(words * more)
	w := s.Words(p, words*(n+more))
	copy(w[words*more:], w[:words*n])
	clear(w[:words*more])
	return lo - more, n + more
}

// At returns the word at position p of the work stack.
func (s *Store) At(p int) uint32 { return s.stack.words[p] }

// Put sets the word at position p of the work stack.
func (s *Store) Put(p int, v uint32) { s.stack.words[p] = v }

// Words returns the n words of the work stack from position p. The slice is valid until the stack grows.
func (s *Store) Words(p, n int) []uint32 { return s.stack.words[p : p+n : p+n] }

// stackStep is by how many words the work stack may grow unwatched.
const stackStep = 1 << 16

// watchStack makes room for n more words. A node under construction can grow without end and without a call
// of Make, for instance where a counter has no bound, so limits end an operation here, too.
func (s *Store) watchStack(n int) {
	need := s.sp + n
	if s.stack.max == 0 {
		panic("dd: Push, Grow: the store is closed")
	}
	if !s.stack.ensure(need) {
		s.Exceed(&LimitError{Kind: "memory", At: s.bytes(), Max: 4 * int64(s.stack.max)})
	}
	s.stackCheck = min(len(s.stack.words), need+stackStep)
	s.stackPeak = max(s.stackPeak, need)
	if g := &s.guard; g.Memory > 0 && s.bytes() > g.Memory {
		s.Exceed(&LimitError{Kind: "memory", At: s.bytes(), Max: g.Memory})
	}
	s.poll()
}
