package dfs

import (
	"math"
	"sync"

	"brim/engine/kripke"
)

// Values of states that were not expanded. All others are depths or thresholds, or colours of a nested search.
const (
	unexplored = math.MaxInt32     // never met
	waiting    = math.MaxInt32 - 1 // met at the bound of a round
)

// A handle names a state of a visited set.
type handle uint64

// A visited set gives each state a value that only falls. At first it is unexplored.
type visited interface {
	// claim lowers the value of s to v, unless it is lower, and returns the one before.
	claim(s kripke.State, v int32) (h handle, before int32)
	// lower lowers the value of h to v, unless it is lower.
	lower(h handle, v int32)
	value(h handle) int32
	// known reports whether s was claimed.
	known(s kripke.State) bool
	bytes() int64
	ahead() int64 // the most that bytes and what is copied take while the set grows a little
	// full reports whether there is little room left, whatever the memory.
	full() bool
}

// newVisited returns an empty set for states of the given number of words, for use by one goroutine.
func newVisited(o *Options, words int) visited {
	switch o.Visited {
	case Hash64:
		return &keyed{table: kripke.NewTable(1), key: make([]uint64, 1)}
	case Hash128:
		return &keyed{table: kripke.NewTable(2), key: make([]uint64, 2)}
	case Bits:
		return &cells{drops: make([]uint32, o.Cells)}
	}
	return &keyed{table: kripke.NewTable(words)}
}

// A keyed set has a value for each key, which is the state itself or its fingerprint.
type keyed struct {
	table  *kripke.Table
	key    []uint64 // scratch for fingerprints; nil if keys are states
	values []int32
}

// The functions that fingerprints and cells come from, all different from the table's own.
const fingerprintSeed = 0x5851f42d4c957f2d

func (k *keyed) keyOf(s kripke.State) []uint64 {
	if k.key == nil {
		return s
	}
	for i := range k.key {
		k.key[i] = kripke.Hash(s, fingerprintSeed*uint64(i+1))
	}
	return k.key
}

func (k *keyed) claim(s kripke.State, v int32) (handle, int32) {
	i, added := k.table.Add(k.keyOf(s))
	if added {
		k.values = append(k.values, v)
		return handle(i), unexplored
	}
	before := k.values[i]
	k.values[i] = min(before, v)
	return handle(i), before
}

func (k *keyed) lower(h handle, v int32) { k.values[h] = min(k.values[h], v) }
func (k *keyed) value(h handle) int32    { return k.values[h] }

func (k *keyed) known(s kripke.State) bool {
	_, ok := k.table.Find(k.keyOf(s))
	return ok
}

func (k *keyed) bytes() int64 { return k.table.Bytes() + int64(cap(k.values))*4 }

func (k *keyed) ahead() int64 {
	bytes := k.table.Ahead() + int64(cap(k.values))*4
	if n := len(k.values); n+n/16 >= cap(k.values) {
		bytes += int64(cap(k.values)) * 5
	}
	return bytes
}

func (k *keyed) full() bool { return k.table.Len() > mostStates }

// mostStates is well below what a table can number.
const mostStates = 1<<31 - 1<<24

// cellBits are enough for the number of a cell.
const cellBits = 28

// Cells are a visited set without keys: a state has two cells, the larger of which is its value. Cells only fall, so
// that is never more than the true value: a state can be lost, but none is expanded more often. In a cell is what the
// value is less than unexplored, so that a new table is zero.
type cells struct{ drops []uint32 }

func (c *cells) claim(s kripke.State, v int32) (handle, int32) {
	n := uint64(len(c.drops))
	h := handle(kripke.Hash(s, fingerprintSeed)%n<<cellBits | kripke.Hash(s, 2*uint64(fingerprintSeed))%n)
	before := c.value(h)
	c.lower(h, v)
	return h, before
}

func (c *cells) lower(h handle, v int32) {
	for _, i := range [...]uint64{uint64(h) >> cellBits, uint64(h) & (1<<cellBits - 1)} {
		c.drops[i] = max(c.drops[i], uint32(unexplored-v))
	}
}

func (c *cells) value(h handle) int32 {
	return unexplored - int32(min(c.drops[h>>cellBits], c.drops[h&(1<<cellBits-1)]))
}

func (c *cells) known(s kripke.State) bool {
	_, before := c.claim(s, unexplored)
	return before != unexplored
}

func (c *cells) bytes() int64 { return int64(len(c.drops)) * 4 }
func (c *cells) ahead() int64 { return c.bytes() }
func (c *cells) full() bool   { return false }

const shardBits = 6

// Shards are a visited set for several goroutines: parts, each with a lock.
type shards [1 << shardBits]struct {
	sync.Mutex
	part visited
}

func newShards(o *Options, words int) *shards {
	each := *o
	each.Cells = max(o.Cells>>shardBits, 2)
	var x shards
	for i := range x {
		x[i].part = newVisited(&each, words)
	}
	return &x
}

// A handle of shards has the number of the part in its upper bits.
const shardShift = 64 - shardBits

func (x *shards) claim(s kripke.State, v int32) (handle, int32) {
	i := kripke.Hash(s, ^uint64(fingerprintSeed)) >> shardShift
	part := &x[i]
	part.Lock()
	h, before := part.part.claim(s, v)
	part.Unlock()
	return handle(i)<<shardShift | h, before
}

func (x *shards) lower(h handle, v int32) {
	part := &x[h>>shardShift]
	part.Lock()
	part.part.lower(h&(1<<shardShift-1), v)
	part.Unlock()
}

func (x *shards) value(h handle) int32 {
	part := &x[h>>shardShift]
	part.Lock()
	defer part.Unlock()
	return part.part.value(h & (1<<shardShift - 1))
}

func (x *shards) known(s kripke.State) bool {
	part := &x[kripke.Hash(s, ^uint64(fingerprintSeed))>>shardShift]
	part.Lock()
	defer part.Unlock()
	return part.part.known(s)
}

func (x *shards) bytes() int64 { return x.sum(visited.bytes) }

// ahead counts the copies of all parts, though they grow one after the other.
func (x *shards) ahead() int64 { return x.sum(visited.ahead) }

func (x *shards) sum(bytes func(visited) int64) (sum int64) {
	for i := range x {
		x[i].Lock()
		sum += bytes(x[i].part)
		x[i].Unlock()
	}
	return sum
}

func (x *shards) full() bool {
	for i := range x {
		x[i].Lock()
		full := x[i].part.full()
		x[i].Unlock()
		if full {
			return true
		}
	}
	return false
}
