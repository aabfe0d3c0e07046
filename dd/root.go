package dd

import (
	"runtime"
	"runtime/metrics"
	"sync"
	"time"
)

// A Root keeps a node, and what lies below it, from being collected, as long as somebody holds the Root.
//
// Go's collector finds out when nobody does. It knows nothing of the memory of the store and may
// be in no hurry, so a collection of the store that brings little calls it (see askGo).
type Root struct {
	node Node
	// A pointer: without one Go packs several small objects into one block, and the last of them
	// would decide about all.
	store   *Store
	cleanup runtime.Cleanup
}

// Node returns the handle that the root protects.
func (r *Root) Node() Node { return r.node }

// deadRoots gathers the nodes of roots that Go's collector has found unreachable, and the operations of Ops.
type deadRoots struct {
	sync.Mutex
	list []Node
	ops  []Op
}

// A lastWill says what happens when nobody holds a Root any more. It is all that the root leaves.
type lastWill struct {
	dead *deadRoots
	node Node
}

func (l lastWill) execute() {
	l.dead.Lock()
	l.dead.list = append(l.dead.list, l.node)
	l.dead.Unlock()
}

// Protect returns a root for n.
func (s *Store) Protect(n Node) *Root {
	r := &Root{node: n, store: s}
	if n < firstNode {
		return r
	}
	s.roots[n]++
	s.protected++
	r.cleanup = runtime.AddCleanup(r, lastWill.execute, lastWill{&s.dead, n})
	return r
}

// Release ends the protection at once, where its holder knows that nobody else holds r: when Go's collector would
// find out differs from run to run, and with it what a collection of the store keeps.
func (r *Root) Release() {
	if r.node < firstNode {
		return
	}
	r.cleanup.Stop()
	r.store.unprotect(r.node)
	r.node = Empty
}

// unprotect takes one root of n away.
func (s *Store) unprotect(n Node) {
	if s.roots[n]--; s.roots[n] == 0 {
		delete(s.roots, n)
	}
}

// dropDeadRoots forgets the roots that are known to be held by nobody.
func (s *Store) dropDeadRoots() {
	s.dead.Lock()
	defer s.dead.Unlock()
	for _, n := range s.dead.list {
		s.unprotect(n)
	}
	s.dead.list = s.dead.list[:0]
}

// patience is for how many pauses of a millisecond askGo waits for news. It counts pauses and no time: on a busy
// machine all stand still for a while.
const patience = 100

// askGo has Go's collector look for what nobody holds, and waits until the store is told.
func (s *Store) askGo() {
	s.protected = 0
	runtime.GC() // queues the cleanups of all that it finds
	state := []metrics.Sample{{Name: "/gc/cleanups/queued:cleanups"}, {Name: "/gc/cleanups/executed:cleanups"}}
	metrics.Read(state)
	queued, executed := state[0].Value.Uint64(), state[1].Value.Uint64()
	const short, long = 10 * time.Microsecond, time.Millisecond
	pause := short
	for left := patience; executed < queued && left > 0; metrics.Read(state) {
		if now := state[1].Value.Uint64(); now > executed {
			executed, pause, left = now, short, patience
			continue
		}
		time.Sleep(pause)
		if pause = min(2*pause, long); pause == long {
			left--
		}
	}
}
