package structure

// This file finds numbers of tokens that no reachable marking has together.

// A Level says that a place has at least so many tokens.
type Level struct {
	Place  int
	Tokens int64 // ≥ 1
}

// mostLevels is how many levels of a place the relation has, and mostLevelBits the size of the relation.
const (
	mostLevels    = 2
	mostLevelBits = 1 << 30
)

// A Concurrency is a relation between levels of places, one token or two: all that a reachable marking has together are
// concurrent. So levels that are not concurrent exclude each other, and a place whose second level is not concurrent
// with itself is safe.
//
// It is the least relation that holds in the initial marking and that firings keep. Two levels are concurrent if they
// are after a firing of t whose conditions are concurrent before it, in pairs: those of t, and for each of the two the
// level from which t makes it. Concurrency relations of places are due to [Kov92], and in planning levels are
// the facts of the heuristic h² [HG00]. Pairs are too weak where three places share tokens, so that small parts of the
// net are explored first: what they do not allow is not concurrent, and transitions that they never enable do not fire.
//
// Invariant: rows are symmetric; levels that are not reached have empty rows.
type Concurrency struct {
	first   []int32 // by place: the index of its first level; and at the end the number of levels
	level   []Level // by index
	words   int
	rows    []uint64 // row i has bit j if levels i and j are concurrent
	reached []uint64
	fires   []bool
	parts   []*Part
	dead    []*Part // by transition: a part that never enables it
}

// Together reports whether a reachable marking may have both levels. Cost: constant.
func (c *Concurrency) Together(a, b Level) bool {
	i, j := c.index(a), c.index(b)
	return i >= 0 && j >= 0 && has(c.row(i), j)
}

// Reached reports whether a reachable marking may have the level.
func (c *Concurrency) Reached(a Level) bool { return c.Together(a, a) }

// Fires reports whether t may fire: its conditions are concurrent.
func (c *Concurrency) Fires(t int) bool { return c.fires[t] }

// index returns the index of the largest level that a implies, −1 if the place never has so many tokens.
func (c *Concurrency) index(a Level) int {
	first, end := c.first[a.Place], c.first[a.Place+1]
	switch levels := int64(end - first); {
	case a.Tokens <= levels:
		return int(first) + int(a.Tokens) - 1
	case levels == mostLevels:
		return int(end) - 1
	}
	return -1
}

func (c *Concurrency) row(i int) []uint64 { return c.rows[i*c.words : (i+1)*c.words] }

func has(set []uint64, i int) bool { return set[i/64]>>(i%64)&1 != 0 }

func put(set []uint64, i int, in bool) {
	set[i/64] &^= 1 << (i % 64)
	if in {
		set[i/64] |= 1 << (i % 64)
	}
}
