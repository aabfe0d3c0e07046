package dd

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// A store against its slow twin, which names each content of a node once, in a Go map, and knows which nodes are held.
// A node's name is its meaning: equal names, equal handles. After each collection and at the end Store.Check tests I1
// to I7 and R1 to R3.
type twin struct {
	s      *Store
	names  map[string]int // by content
	roots  []held         // kept by a root
	stack  []held         // on the work stack
	levels int
}

type held struct {
	node Node
	name int
	root *Root // if it is among those kept by one
}

var strides = []int{1, 2}

func newTwin(o Options) *twin {
	return &twin{s: New(o), names: map[string]int{}, levels: 5}
}

func (w *twin) name(content string) int {
	id, ok := w.names[content]
	if !ok {
		id = len(w.names) + 2
		w.names[content] = id
	}
	return id
}

// candidates are the terminals and the nodes that are held and lie below the level.
func (w *twin) candidates(level int) []held {
	list := []held{{node: Empty, name: int(Empty)}, {node: Unit, name: int(Unit)}}
	for _, h := range slices.Concat(w.roots, w.stack) {
		if w.s.Level(h.node) < level {
			list = append(list, h)
		}
	}
	return list
}

// make makes a node of the given level from what choose picks and leaves it on the work stack. It returns an error
// if the handle is not the one of that content. Local values are by the given step apart, or further: either they are
// listed, or every one between has an arc.
func (w *twin) make(level, first, count, step int, listed bool, choose func(n int) int) error {
	from := w.candidates(level)
	p := w.s.sp
	var locals []uint32
	var arcs []any // the content
	local := first
	push := func(c held) {
		value := 0
		if w.s.stride == 2 && c.node != Empty {
			value = choose(1 << 16) // looks like a handle at times
		}
		w.s.Push(c.node)
		if w.s.stride == 2 {
			w.s.Push(Node(value))
		}
		if c.node != Empty {
			arcs = append(arcs, local, c.name, value)
		}
		locals = append(locals, uint32(local))
		local++
	}
	for range count {
		push(from[choose(len(from))])
		for range step - 1 {
			if listed {
				local++
			} else {
				push(from[0])
			}
		}
	}
	var n Node
	if listed {
		n = w.s.MakeAt(level, Listed(locals), p)
	} else {
		n = w.s.Make(level, first, p)
	}
	if w.s.sp != p {
		return fmt.Errorf("Make leaves the work stack at %d, expected %d", w.s.sp, p)
	}
	if len(arcs) == 0 {
		if n != Empty {
			return fmt.Errorf("a node without children is %d", n)
		}
		return nil
	}
	name := w.name(fmt.Sprint(level, arcs))
	for _, h := range slices.Concat(w.roots, w.stack) {
		if (h.name == name) != (h.node == n) {
			return fmt.Errorf("content %d has the handle %d, content %d the handle %d", h.name, h.node, name, n)
		}
	}
	w.s.Push(n)
	w.stack = append(w.stack, held{node: n, name: name})
	return nil
}

// protect holds the last node of the work stack by a root, too. It does without Go's collector: the test decides
// when a root dies.
func (w *twin) protect() {
	if len(w.stack) > 0 {
		h := w.stack[len(w.stack)-1]
		h.root = w.s.Protect(h.node)
		w.roots = append(w.roots, h)
	}
}

func (w *twin) drop(i int) {
	if len(w.roots) > 0 {
		i %= len(w.roots)
		w.s.Unprotect(w.roots[i].root)
		w.roots = slices.Delete(w.roots, i, i+1)
	}
}

func (w *twin) release(n int) {
	n = min(n, len(w.stack))
	w.stack = w.stack[:len(w.stack)-n]
	w.s.Release(w.s.sp - n)
}

// check compares all nodes that are held with their names.
func (w *twin) check() error {
	if err := w.s.Check(); err != nil {
		return err
	}
	memo := map[Node]int{Empty: int(Empty), Unit: int(Unit)}
	for _, h := range slices.Concat(w.roots, w.stack) {
		if got := w.nameOf(h.node, memo); got != h.name {
			return fmt.Errorf("node %d has the content %d, expected %d", h.node, got, h.name)
		}
	}
	return nil
}

func (w *twin) nameOf(n Node, memo map[Node]int) int {
	if name, ok := memo[n]; ok {
		return name
	}
	var content []any
	arcs, locals := w.s.Arcs(n), w.s.Values(n)
	for i := 0; i < len(arcs); i += w.s.stride {
		value := 0
		if w.s.stride == 2 {
			value = int(arcs[i+1])
		}
		if arcs[i] != Empty {
			content = append(content, locals.At(i/w.s.stride), w.nameOf(arcs[i], memo), value)
		}
	}
	memo[n] = w.name(fmt.Sprint(w.s.Level(n), content))
	return memo[n]
}

// live counts the nodes that are reachable from what is held.
func (w *twin) live() int {
	memo := map[Node]int{}
	for _, h := range slices.Concat(w.roots, w.stack) {
		w.nameOf(h.node, memo)
	}
	delete(memo, Empty)
	delete(memo, Unit)
	return len(memo)
}

// play runs the commands that the bytes stand for, and checks everything at the end and after each collection.
func play(o Options, commands []byte) error {
	w := newTwin(o)
	defer w.s.Close()
	next := func() int {
		if len(commands) == 0 {
			return 0
		}
		c := commands[0]
		commands = commands[1:]
		return int(c)
	}
	for len(commands) > 0 {
		switch c := next(); c % 8 {
		case 0, 1, 2, 3:
			choose := func(n int) int { return (next()*251 + 7*c) % n }
			step := []int{1, 1, 1, 2, 9, 30, 90}[next()%7]
			if err := w.make(1+c/8%w.levels, next()%4, next()%7, step, c%4 == 3, choose); err != nil {
				return err
			}
		case 4:
			w.protect()
		case 5:
			w.drop(next())
		case 6:
			w.release(next() % 8)
		case 7:
			w.s.collect()
			if w.s.sp != len(w.stack) {
				return fmt.Errorf("the work stack has %d words, expected %d", w.s.sp, len(w.stack))
			}
			// With two words an arc a value may keep a node without references.
			if live := w.live(); w.s.nodes != live && w.s.stride == 1 {
				return fmt.Errorf("%d nodes after a collection, expected %d", w.s.nodes, live)
			}
			if err := w.check(); err != nil {
				return err
			}
		}
	}
	return w.check()
}

// eachOption calls test for every kind of store.
func eachOption(test func(o Options) error) error {
	for _, stride := range strides {
		for _, every := range []int{0, 1, 3} {
			for _, copying := range []bool{false, true} {
				o := Options{ArcWords: stride, CollectEvery: every, MaxCache: 1 << 10, copying: copying}
				if err := test(o); err != nil {
					return fmt.Errorf("%+v: %w", o, err)
				}
			}
		}
	}
	return nil
}

func FuzzStore(f *testing.F) {
	f.Add([]byte{0, 0, 1, 1, 4, 8, 0, 2, 2, 3, 7, 6, 1, 7})
	f.Fuzz(func(t *testing.T, commands []byte) {
		if err := eachOption(func(o Options) error { return play(o, commands) }); err != nil {
			t.Error(err)
		}
	})
}

// Random commands leave the store and its twin with the same nodes.
func TestStoreAgainstTwin(t *testing.T) {
	for seed := range uint64(30) {
		rng := rand.New(rand.NewPCG(seed, 0))
		commands := make([]byte, 600)
		for i := range commands {
			commands[i] = byte(rng.Uint32())
		}
		if err := eachOption(func(o Options) error { return play(o, commands) }); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// All nodes with up to 3 arcs over two levels: equal content, equal handle, whatever empty arcs stand around it.
func TestMakeTrims(t *testing.T) {
	s := New(Options{CollectEvery: 1})
	defer s.Close()
	low := s.Make(1, 0, s.Push(Unit))
	s.Push(low)
	content := map[string]Node{}
	kids := []Node{Empty, Unit, low}
	for code := range 3 * 3 * 3 * 3 {
		arcs := []Node{kids[code%3], kids[code/3%3], kids[code/9%3]}
		first := code / 27
		p := s.Mark()
		for _, c := range arcs {
			s.Push(c)
		}
		n := s.Make(2, first, p)
		key := ""
		for i, c := range arcs {
			if c != Empty {
				key += fmt.Sprint(first+i, ":", c, " ")
			}
		}
		if key == "" {
			if n != Empty {
				t.Errorf("Make of %v: got %d, want Empty", arcs, n)
			}
			continue
		}
		if old, ok := content[key]; ok && old != n {
			t.Errorf("%s has the handles %d and %d", key, old, n)
		}
		content[key] = n
		s.Push(n) // keep all of them
		for v := range 8 {
			want := Empty
			if v >= first && v < first+3 {
				want = arcs[v-first]
			}
			if got := s.Child(n, v); got != want {
				t.Errorf("child %d of %s: got %d, want %d", v, key, got, want)
			}
		}
	}
	distinct := map[Node]bool{}
	for _, n := range content {
		distinct[n] = true
	}
	if len(distinct) != len(content) {
		t.Errorf("%d handles for %d contents", len(distinct), len(content))
	}
}

// Freed records are used again before the arena grows.
func TestFreeBlocksAreReused(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	fill := func(seed uint64) {
		rng := rand.New(rand.NewPCG(seed, 0))
		for range 3000 {
			p := s.Mark()
			for range 1 + rng.IntN(600) {
				s.Push(Node(rng.IntN(2)))
			}
			s.Push(Unit)
			s.Make(1, rng.IntN(5), p)
		}
	}
	fill(0)
	keep := s.Make(1, 77, s.Push(Unit)) // above what is freed next
	s.Push(keep)
	top := s.top
	for seed := range uint64(5) {
		s.Collect()
		if s.nodes != 1 {
			t.Fatalf("%d nodes left, expected 1", s.nodes)
		}
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		fill(seed + 1)
	}
	if s.top > top+top/50 {
		t.Errorf("the arena grew from %d to %d words for as many nodes", top, s.top)
	}
	s.Release(0)
	s.Collect()
	if s.top != firstNode {
		t.Errorf("the empty arena ends at %d", s.top)
	}
}

// A free block is taken only where it fits exactly or leaves a block.
func TestFreeBlockSizes(t *testing.T) {
	for size := uint32(minBlock); size < 5000; size++ {
		if a, b := binOf(size), binOf(size+1); a > b {
			t.Fatalf("bin %d of size %d lies above bin %d of size %d", a, size, b, size+1)
		}
	}
	var f freeBlocks
	if b := binOf(1<<32 - 1); b >= len(f.heads) {
		t.Errorf("bin %d of %d", b, len(f.heads))
	}
	w := make([]uint32, 2000)
	for _, have := range []uint32{5, 9, 10, 255, 256, 700} {
		for want := uint32(minBlock); want <= have+1; want++ {
			f.reset()
			f.add(w, 100, have)
			got := f.take(w, want)
			if fits := want == have || want+minBlock <= have; fits != (got == 100) {
				t.Errorf("taking %d words from a block of %d: got %d", want, have, got)
			}
			if rest := have - want; got == 100 && rest > 0 && f.take(w, rest) != 100+want {
				t.Errorf("taking %d words from a block of %d loses the rest", want, have)
			}
		}
	}
}

// A node that is collected and made again counts twice as created.
func TestCreated(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	for range 2 {
		for first := range 2 {
			s.Make(1, first, s.Push(Unit))
			s.Make(1, first, s.Push(Unit))
		}
		s.Collect()
	}
	if st := s.Stats(); st.Created != 4 || st.Makes != 8 || st.Nodes != 0 {
		t.Errorf("%d calls created %d nodes, %d are left; want 8, 4 and 0", st.Makes, st.Created, st.Nodes)
	}
}
