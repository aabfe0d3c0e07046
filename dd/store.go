package dd

import (
	"fmt"
	"math"
	"runtime"
)

// The store itself: its options, its state, and the functions that read a node.

// A Node is a handle of a node in a Store, or a terminal.
type Node = uint32

// The terminals.
const (
	Empty Node = 0 // no state
	Unit  Node = 1 // the state of no variables
)

const (
	headerWords = 4
	firstNode   = 8 // offset of the first record; smaller handles are terminals or flags
	wordLevel   = 1
	wordFirst   = 2
	wordCount   = 3
	sparseBit   = 1 << 31 // of the word of the first value: the values are listed behind the arcs
)

// Options of a new store. The zero value is right for most uses.
type Options struct {
	// ArcWords is 1 (arcs are children; the default) or 2 (arcs are pairs of child and value).
	ArcWords int
	// MaxCache bounds the entries of the computed table; 0 stands for 1<<24. An entry takes 16 bytes.
	MaxCache int
	// CollectEvery forces a collection at each nth new node; for tests.
	CollectEvery int

	// MaxArena bounds the bytes of the nodes; 0 stands for 16 GiB, the most that handles can name. A store takes
	// address space for so many once it has 16 MiB of nodes. A program with thousands of such stores sets it: a process
	// has some 128 TiB.
	MaxArena int64

	// Lists allows children of the node's own level, see package ldd. They are no arcs of other levels to Traverse.
	Lists bool

	// OnCollect, if not nil, is called when a collection begins and when it has ended. It may release roots, but must
	// not make nodes, collect or close the store.
	OnCollect func(Collection)

	copying bool // regions grow by copying even where address space can be reserved; for tests
}

// A Store holds the nodes of one kind of diagram. It is not safe for use by several goroutines.
type Store struct {
	arena   region
	top     uint32 // end of the used part of the arena
	touched uint32 // the highest top that there was
	stride  int    // words per arc
	lists   bool   // children may have the level of their node
	live    int    // words of records in use
	nodes   int
	free    freeBlocks

	buckets []uint32             // the unique table: heads of chains
	cache   []uint32             // the computed table
	ops     []opInfo             // by number
	asked   []questions          // by operation
	past    map[string]questions // by name, of operations that ended and whose number is another's now
	locals  []uint32             // the values of the sparse node that is being made
	spare   []*ValueList         // lists that are not in use
	freeOps []Op                 // ended ones that the computed table has no results of any more, the next one last
	maxEnts int
	evicted int // since the table last grew, or a collection that found it large enough

	stack      region // the work stack: handles and small flags
	sp         int
	stackPeak  int
	stackCheck int // height at which to look at the limits again, at most len(stack.words)

	collectAt    int // collect when live words pass this
	kept         int // live words after the last collection
	marked       int // nodes that the running collection, or the last one, has reached
	rooted       int // of these, nodes that roots alone hold
	collectEvery int
	sinceCollect int
	hurried      bool // a limit or a test forced the running collection; there are many of these in one operation
	pressed      int  // collections of the running Guard that only a limit made necessary

	roots  rootTable
	golang goCollector
	fresh  int // live words after the last collection that knew all unreferenced roots
	owners []owner

	onCollect func(Collection)
	telling   bool // onCollect is being called

	guard     guard
	untilPoll int
	work      int64 // done so far, see workUnit
	stopAt    int64 // work at which the running Guard ends
	stats     Stats
	owned     *mappings
}

const (
	startArena   = 1 << 9
	startStack   = 1 << 9
	startBuckets = 1 << 10
	startEntries = 1 << 10
	startCollect = 1 << 21 // words in use before the first collection
)

// inRange panics unless lo ≤ x ≤ hi; who names the operation, and what names x.
func inRange(who, what string, x, lo, hi int64) {
	if x < lo || x > hi {
		panic(fmt.Sprintf("dd: %s: %s %d, expected %d to %d", who, what, x, lo, hi))
	}
}

// New returns an empty store. It panics if an option is negative, or ArcWords is neither 1 nor 2.
func New(o Options) *Store {
	inRange("New", "ArcWords", int64(o.ArcWords), 0, 2)
	inRange("New", "MaxCache", int64(o.MaxCache), 0, math.MaxInt)
	inRange("New", "MaxArena", o.MaxArena, 0, math.MaxInt64)
	inRange("New", "CollectEvery", int64(o.CollectEvery), 0, math.MaxInt)
	if o.ArcWords == 0 {
		o.ArcWords = 1
	}
	if o.MaxCache == 0 {
		o.MaxCache = 1 << 24
	}
	arenaWords := maxArena
	if o.MaxArena > 0 {
		arenaWords = max(int(min(o.MaxArena/4, maxArena)), startArena)
	}
	own := &mappings{}
	from := own
	if !canReserve || o.copying {
		from = nil
	}
	s := &Store{
		arena: newRegion(startArena, arenaWords, from), top: firstNode, stride: o.ArcWords, lists: o.Lists,
		stack:   newRegion(startStack, maxStack, from),
		buckets: own.table(startBuckets), cache: own.table(startEntries * entryWords),
		ops: make([]opInfo, 1), asked: make([]questions, 1), maxEnts: o.MaxCache,
		collectAt: startCollect, collectEvery: o.CollectEvery, untilPoll: pollEvery, stopAt: math.MaxInt64,
		roots: newRootTable(), owned: own, onCollect: o.OnCollect,
	}
	if canReserve {
		runtime.AddCleanup(s, (*mappings).unmapAll, s.owned)
	}
	return s
}

// Close gives the memory back at once instead of when Go's collector finds the store unreachable. The store must not be
// used afterwards: Push and Grow panic with a message that says so; functions that read nodes or the computed table are
// called too often to check, and fail with an index out of range.
func (s *Store) Close() {
	s.owned.unmapAll()
	s.arena, s.stack, s.buckets, s.cache = region{}, region{}, nil, nil
	s.roots = newRootTable()
	s.stackCheck = 0
}

// Level returns the level of n; 0 for terminals.
func (s *Store) Level(n Node) int { return int(s.arena.words[n+wordLevel]) }

// Len returns the number of arcs of n, which must not be a terminal, those to Empty included.
func (s *Store) Len(n Node) int { return int(s.arena.words[n+wordCount]) }

// Arcs returns the arcs of n, which must not be a terminal: one or two words each, in the order of Values. Those of a
// dense node may lead to Empty. The slice must not be written, and is valid as long as n is.
func (s *Store) Arcs(n Node) []uint32 {
	w := s.arena.words
	end := n + headerWords + w[n+wordCount]*uint32(s.stride)
	return w[n+headerWords : end : end]
}

// Child returns the child of n at local value i; one word per arc.
func (s *Store) Child(n Node, i int) Node {
	w := s.arena.words
	d := uint32(i) - w[n+wordFirst]
	if d < w[n+wordCount] { // dense: of a sparse node d is far above its number of arcs
		return w[n+headerWords+d]
	}
	return s.farChild(n, i)
}

// farChild is Child for a value that lies outside of a dense record, or in a sparse one.
func (s *Store) farChild(n Node, i int) Node {
	if j := search(s.listed(n), i); j >= 0 {
		return s.arena.words[int(n)+headerWords+j]
	}
	return Empty
}
