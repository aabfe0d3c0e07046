package gmc

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"

	"github.com/dalzilio/rudd"
)

// This file wraps the diagrams of package rudd: their lifetime, and their limits.

// Diagrams is the part of rudd that is used here.
//
// rudd counts the handles of a node up to 1023 and takes them back by finalisers. A handle beyond that number does not
// count, so the node could be freed while it is held. Therefore the first handle of each node is kept in held, and it
// is the only one that is given out; a node that has had nearly so many handles in all is never let go, since a new
// first handle might not count.
//
// rudd has no limits of its own that work, so the time and the size are looked at after each operation. After the end
// of either all operations return false at once, and stopped tells why; what was computed since begin must not be used
// then.
type diagrams struct {
	*rudd.BDD
	held    map[int]rudd.Node
	handles map[int]int       // that a node has had
	base    map[int]rudd.Node // what is kept for ever

	ctx     context.Context
	most    int // nodes, 0 is no limit
	stopped error
	made    int  // nodes, ever
	tidied  bool // Go's collector has run since the table was last nearly full
}

// A SizeError says that the decision diagrams have become too large.
type SizeError struct{ Nodes, Most int }

func (e *SizeError) Error() string {
	return fmt.Sprintf("decision diagrams need %d nodes; the limit is %d", e.Nodes, e.Most)
}

// manyHandles is less than what rudd counts.
const manyHandles = 1000

func newDiagrams(variables int) (*diagrams, error) {
	nodes := max(1<<12, min(1<<9*variables, 1<<18), 4*variables) // at first
	b, err := rudd.New(max(variables, 1), rudd.Nodesize(nodes), rudd.Cachesize(nodes/2), rudd.Cacheratio(50),
		rudd.Maxnodeincrease(1<<23))
	if err != nil {
		return nil, fmt.Errorf("decision diagrams of %d variables: %w", variables, err)
	}
	return &diagrams{BDD: b, held: map[int]rudd.Node{}, handles: map[int]int{}, ctx: context.Background()}, nil
}

// begin sets the limits of the operations that follow.
func (d *diagrams) begin(ctx context.Context, most int) {
	d.ctx, d.most, d.stopped = ctx, most, ctx.Err()
	d.size()
}

// end takes the limits back, lets go what has come since keep, and tells why the operations stopped.
func (d *diagrams) end() error {
	stopped := d.stopped
	d.begin(context.Background(), 0)
	d.forget()
	return stopped
}

// look looks at the limits. Go's collector is called where rudd's table is nearly full, since rudd frees nodes only
// after the finalisers of their handles have run.
func (d *diagrams) look() {
	if d.stopped = d.ctx.Err(); d.stopped != nil {
		return
	}
	allocated, used := d.size()
	if d.most > 0 && used > d.most {
		d.stopped = &SizeError{used, d.most}
		return
	}
	full := used > allocated/4*3
	if full && !d.tidied {
		runtime.GC()
	}
	d.tidied = full
}

// hold returns the first handle of the node of n.
func (d *diagrams) hold(n rudd.Node) rudd.Node {
	if n == nil { // an operation failed, and err tells why
		return d.False()
	}
	d.look()
	if d.stopped != nil {
		return d.False()
	}
	if *n < 2 {
		return n
	}
	d.handles[*n]++
	if first, ok := d.held[*n]; ok {
		return first
	}
	d.held[*n] = n
	return n
}

// keep makes all nodes that are held now stay for ever.
func (d *diagrams) keep() { d.base = d.held; d.forget() }

// forget lets all nodes go that have come since keep, but for those given.
func (d *diagrams) forget(but ...rudd.Node) {
	held := make(map[int]rudd.Node, len(d.base))
	for id, n := range d.base {
		held[id] = n
	}
	for id, n := range d.held {
		if d.handles[id] >= manyHandles {
			held[id] = n
		}
	}
	for _, n := range but {
		held[*n] = n
	}
	d.held = held
}

// size returns the number of nodes that rudd has room for and that of those in use, garbage included, and notes that of
// those ever made. Stats, a text, is the only way to them.
func (d *diagrams) size() (allocated, used int) {
	text := d.Stats()
	number := func(label string) (n int) {
		_, text, _ = strings.Cut(text, label)
		text = strings.TrimLeft(text, " ")
		for len(text) > 0 && '0' <= text[0] && text[0] <= '9' {
			n, text = 10*n+int(text[0]-'0'), text[1:]
		}
		return n
	}
	allocated = number("Allocated:")
	d.made = number("Produced:")
	return allocated, number("Used:")
}

// err returns the first error of an operation, after which no result is right.
func (d *diagrams) err() error {
	if d.Errored() {
		return fmt.Errorf("decision diagrams: %s", d.Error())
	}
	return nil
}

func (d *diagrams) and(a, b rudd.Node) rudd.Node { return d.apply(a, b, rudd.OPand) }
func (d *diagrams) or(a, b rudd.Node) rudd.Node  { return d.apply(a, b, rudd.OPor) }
func (d *diagrams) iff(a, b rudd.Node) rudd.Node { return d.apply(a, b, rudd.OPbiimp) }

func (d *diagrams) apply(a, b rudd.Node, op rudd.Operator) rudd.Node {
	if d.stopped != nil {
		return d.False()
	}
	return d.hold(d.Apply(a, b, op))
}

func (d *diagrams) not(a rudd.Node) rudd.Node {
	if d.stopped != nil {
		return d.False()
	}
	return d.hold(d.Not(a))
}

// ite returns the function that is a where c is true and b elsewhere.
func (d *diagrams) ite(c, a, b rudd.Node) rudd.Node {
	if d.stopped != nil {
		return d.False()
	}
	return d.hold(d.Ite(c, a, b))
}

// top returns the first variable that n looks at, one more than the last if there is none.
func (d *diagrams) top(n rudd.Node) int {
	if *n < 2 {
		return d.Varnum()
	}
	return d.Label(n)
}

// literal returns the function that is true where variable v has the value.
func (d *diagrams) literal(v int, value bool) rudd.Node {
	if value {
		return d.Ithvar(v)
	}
	return d.NIthvar(v)
}

// exists returns ∃ set: a ∧ b.
func (d *diagrams) exists(set, a, b rudd.Node) rudd.Node {
	if d.stopped != nil {
		return d.False()
	}
	return d.hold(d.AppEx(a, b, rudd.OPand, set))
}

// replace returns a with other variables.
func (d *diagrams) replace(a rudd.Node, r rudd.Replacer) rudd.Node {
	if d.stopped != nil {
		return d.False()
	}
	return d.hold(d.Replace(a, r))
}

// set returns a set of variables.
func (d *diagrams) set(variables []int) rudd.Node {
	n := d.True()
	for _, v := range slices.Backward(slices.Sorted(slices.Values(variables))) {
		n = d.and(d.Ithvar(v), n)
	}
	return n
}

// cube returns the function that is true where the variables have the values.
func (d *diagrams) cube(variables []int, values []uint8) rudd.Node {
	order := make([]int, len(variables))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return variables[b] - variables[a] })
	n := d.True()
	for _, i := range order {
		n = d.and(d.literal(variables[i], values[i] == 1), n)
	}
	return n
}

// isFalse reports whether n is false everywhere.
func (d *diagrams) isFalse(n rudd.Node) bool { return *n == 0 }

// pick puts values that make n true, which is not false everywhere, into values, by variable. Variables that n does not
// ask for stay as they are.
func (d *diagrams) pick(n rudd.Node, values []uint8) {
	for *n > 1 {
		v := d.Label(n)
		values[v] = 1
		next := d.High(n)
		if *next == 0 {
			values[v], next = 0, d.Low(n)
		}
		d.handles[*next]++
		n = next
	}
}

// join returns a ∧ b and a number that is no less than that of its nodes if that is at most most, where size is such a
// number for a and for b. What an operation made belongs to its result, and what it found there is in a or b for the
// most part, so nodes are counted only if these two are too many together.
func (d *diagrams) join(a, b rudd.Node, size, most int) (rudd.Node, int) {
	before := d.made
	n := d.and(a, b)
	made := d.made - before
	if size += made; size > most && made <= most {
		size = d.count(n)
	}
	return n, size
}

// count returns the number of inner nodes of n. Its time is that of a pass over all nodes there are.
func (d *diagrams) count(n rudd.Node) (nodes int) {
	_ = d.Allnodes(func(id, _, _, _ int) error {
		if id > 1 {
			nodes++
		}
		return nil
	}, n)
	return nodes
}
