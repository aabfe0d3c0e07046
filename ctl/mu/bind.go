package mu

import (
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"brim/ctl/syntax"
	"brim/internal/nearest"
)

// Binding: a formula is written out for the labels of a graph, with quantifiers as disjunctions and regular expressions
// as fixed points.

// These bound how many copies of their operands quantifiers may make, and how many nodes all copies may have.
const (
	maxCopies = 100_000
	maxNodes  = 1_000_000
)

// A Bound is a formula for graphs with certain labels: quantifiers are written out and regular expressions are fixed
// points. It is immutable and may be used by several goroutines.
type Bound struct {
	formula *Formula
	labels  int
	sets    [][]bool          // sets of labels, by number
	atoms   []*syntax.Formula // by number
	nodes   []node            // operands before what uses them, but for variables
	roots   []int32           // the formula is their disjunction
}

// A node is a formula of the plain calculus.
type node struct {
	op   Op      // not Exists; Var has no node of its own: it is the node of its fixed point
	kids []int32 // nodes
	atom int32   // of State
	set  int32   // of Diamond: the labels, or −1 for all
}

// Atoms lists the state formulas. The list must not be changed.
func (b *Bound) Atoms() []*syntax.Formula { return b.atoms }

// Formula returns the formula that was bound.
func (b *Bound) Formula() *Formula { return b.formula }

// Bind resolves the labels of f for graphs whose labels have these names. It is an error, with its position in the
// text, if a label or a domain matches none of them for any values, or if quantifiers have too many values.
func (f *Formula) Bind(labels []string) (*Bound, error) {
	b := &binder{
		Bound:   Bound{formula: f, labels: len(labels)},
		plain:   map[string][]int{},
		setIDs:  map[string]int32{},
		atomIDs: map[*syntax.Formula]int32{},
		done:    map[*Formula]int32{},
		matched: map[*Regular]bool{},
		values:  map[string]string{},
		sets:    map[string][]int32{},
	}
	for i, l := range labels {
		b.names = append(b.names, noBlanks(l))
		b.plain[b.names[i]] = append(b.plain[b.names[i]], i)
	}
	if f.source != nil {
		b.source = f.source
	} else {
		b.source = &source{text: f.String()}
	}
	if err := b.disjuncts(f); err != nil {
		return nil, err
	}
	for _, r := range b.order {
		if !b.matched[r] {
			return nil, b.unknown(r.Label)
		}
	}
	return &b.Bound, nil
}

type binder struct {
	Bound
	source  *source
	names   []string // of the labels, without blanks
	plain   map[string][]int
	setIDs  map[string]int32
	atomIDs map[*syntax.Formula]int32
	done    map[*Formula]int32
	matched map[*Regular]bool // labels that matched something
	order   []*Regular        // labels, each once, in the order in which they were met
	copies  int

	values map[string]string  // of names bound by quantifiers
	sets   map[string][]int32 // nodes of names bound by fixed points, the innermost last
}

// disjuncts writes f as a disjunction of roots, so that each can be evaluated alone.
func (b *binder) disjuncts(f *Formula) error {
	switch f.Op {
	case Or:
		for _, a := range f.Args {
			if err := b.disjuncts(a); err != nil {
				return err
			}
		}
		return nil
	case Exists:
		return b.each(f, func() error { return b.disjuncts(f.Args[0]) })
	}
	n, err := b.node(f)
	b.roots = append(b.roots, n)
	return err
}

// each calls visit once for each way to give the names of the quantifier f different values of its domain, with the
// values in b.values. It ends with the first error.
func (b *binder) each(f *Formula, visit func() error) error {
	domain, err := b.domain(&f.Domain)
	if err != nil {
		return err
	}
	if len(domain) < len(f.Names) {
		return b.source.errorf(f.Domain.Label.at,
			"%d values for %d names; expected as many, since names have different values", len(domain), len(f.Names))
	}
	used := map[string]bool{}
	var choose func(names []string) error
	choose = func(names []string) error {
		if len(names) == 0 {
			if b.copies++; b.copies > maxCopies || len(b.nodes) > maxNodes {
				return errors.New("the formula is too large with a copy for each value of its quantifiers; expected " +
					"fewer values")
			}
			return visit()
		}
		outer, bound := b.values[names[0]]
		for _, v := range domain {
			if used[v] {
				continue
			}
			b.values[names[0]], used[v] = v, true
			err := choose(names[1:])
			used[v] = false
			if err != nil {
				return err
			}
		}
		if bound {
			b.values[names[0]] = outer
		} else {
			delete(b.values, names[0])
		}
		return nil
	}
	return choose(f.Names)
}

// domain returns the values of a domain, those of a label in the order of the labels that match.
func (b *binder) domain(d *Domain) ([]string, error) {
	if d.Values != nil {
		return d.Values, nil
	}
	var list []string
	before, after, _ := strings.Cut(d.Label.Text, "*")
	rest := strings.Split("*"+after, "*")[1:] // the texts behind the first star
	for _, l := range b.names {
		if l, ok := strings.CutPrefix(l, before); ok {
			if v, ok := shortest(l, rest); ok && !slices.Contains(list, v) {
				list = append(list, v)
			}
		}
	}
	if list == nil {
		return nil, b.unknown(d.Label)
	}
	return list, nil
}

// shortest returns the shortest beginning of s behind which the parts follow, the first one at once, the others with
// any texts between them, up to the end.
func shortest(s string, parts []string) (string, bool) {
	for n := range len(s) + 1 {
		rest, ok := strings.CutPrefix(s[n:], parts[0])
		if ok && (len(parts) == 1 && rest == "" || len(parts) > 1 && matches(append([]string{""}, parts[1:]...),
			rest)) {
			return s[:n], true
		}
	}
	return "", false
}

// unknown is the error for a label that matches nothing.
func (b *binder) unknown(l Label) error {
	hint := ""
	if best, ok := nearest.Of(l.Text, slices.Values(b.names)); ok {
		hint = "; did you mean " + Label{Text: best}.String() + "?"
	}
	return b.source.errorf(l.at, "no label is %s%s", l, hint)
}

func (b *binder) add(n node) int32 {
	b.nodes = append(b.nodes, n)
	return int32(len(b.nodes) - 1)
}

// node returns the node of f.
func (b *binder) node(f *Formula) (int32, error) {
	if n, ok := b.done[f]; ok {
		return n, nil
	}
	n, err := b.translate(f)
	if err == nil && f.closed {
		b.done[f] = n
	}
	return n, err
}

// translate makes the node of f from those of its operands.
func (b *binder) translate(f *Formula) (int32, error) {
	switch f.Op {
	case Var:
		s := b.sets[f.Name]
		return s[len(s)-1], nil
	case State:
		id, ok := b.atomIDs[f.Atom]
		if !ok {
			id = int32(len(b.atoms))
			b.atoms, b.atomIDs[f.Atom] = append(b.atoms, f.Atom), id
		}
		return b.add(node{op: State, atom: id}), nil
	case Mu, Nu:
		n := b.add(node{op: f.Op})
		b.sets[f.Name] = append(b.sets[f.Name], n)
		body, err := b.node(f.Args[0])
		b.sets[f.Name] = b.sets[f.Name][:len(b.sets[f.Name])-1]
		b.nodes[n].kids = []int32{body}
		return n, err
	case Diamond:
		body, err := b.node(f.Args[0])
		if err != nil {
			return 0, err
		}
		return b.path(f.Regular, body), nil
	case Exists:
		var kids []int32
		err := b.each(f, func() error {
			n, err := b.node(f.Args[0])
			kids = append(kids, n)
			return err
		})
		return b.add(node{op: Or, kids: kids}), err
	}
	var kids []int32
	for _, a := range f.Args {
		n, err := b.node(a)
		if err != nil {
			return 0, err
		}
		kids = append(kids, n)
	}
	return b.add(node{op: f.Op, kids: kids}), nil
}

// path returns the node of <r>f for that of f:
//
//	<r . s>f = <r><s>f        <r | s>f = <r>f | <s>f        <r*>f = mu X. f | <r>X
func (b *binder) path(r *Regular, f int32) int32 {
	switch {
	case r.isSet():
		return b.add(node{op: Diamond, kids: []int32{f}, set: b.set(r)})
	case r.Op == Concat:
		for _, a := range slices.Backward(r.Args) {
			f = b.path(a, f)
		}
		return f
	case r.Op == Choice:
		var kids []int32
		for _, a := range r.Args {
			kids = append(kids, b.path(a, f))
		}
		return b.add(node{op: Or, kids: kids})
	}
	x := b.add(node{op: Mu})
	or := b.add(node{op: Or, kids: []int32{f, b.path(r.Args[0], x)}})
	b.nodes[x].kids = []int32{or}
	return x
}

// set returns the number of a set of labels, −1 for all.
func (b *binder) set(r *Regular) int32 {
	if r.Op == All {
		return -1
	}
	in := b.members(r)
	key := make([]byte, len(in))
	for i, x := range in {
		if x {
			key[i] = 1
		}
	}
	id, ok := b.setIDs[string(key)]
	if !ok {
		id = int32(len(b.Bound.sets))
		b.Bound.sets, b.setIDs[string(key)] = append(b.Bound.sets, in), id
	}
	return id
}

// members marks the labels of a set.
func (b *binder) members(r *Regular) []bool {
	in := make([]bool, b.labels)
	switch r.Op {
	case All:
		for i := range in {
			in[i] = true
		}
	case Not:
		for i, x := range b.members(r.Args[0]) {
			in[i] = !x
		}
	case Choice:
		for _, a := range r.Args {
			for i, x := range b.members(a) {
				in[i] = in[i] || x
			}
		}
	default:
		b.one(r, in)
	}
	return in
}

// one puts the labels that match a label with the values at hand into a set.
func (b *binder) one(r *Regular, in []bool) {
	if _, met := b.matched[r]; !met {
		b.order = append(b.order, r)
		b.matched[r] = false
	}
	parts := b.parts(r.Label.Text)
	if len(parts) == 1 {
		for _, i := range b.plain[parts[0]] {
			in[i], b.matched[r] = true, true
		}
		return
	}
	for i, name := range b.names {
		if matches(parts, name) {
			in[i], b.matched[r] = true, true
		}
	}
}

// parts returns the texts between the stars of a label, with values in place of the words that stand for them. A _ ends
// a word here.
func (b *binder) parts(text string) (parts []string) {
	for part := range strings.SplitSeq(text, "*") {
		var s strings.Builder
		for part != "" {
			n := strings.IndexFunc(part, func(c rune) bool { return c == '_' || !inWord(c) })
			if n < 0 {
				n = len(part)
			}
			if v, ok := b.values[part[:n]]; ok {
				s.WriteString(v)
			} else {
				s.WriteString(part[:n])
			}
			if part = part[n:]; part != "" {
				_, size := utf8.DecodeRuneInString(part)
				s.WriteString(part[:size])
				part = part[size:]
			}
		}
		parts = append(parts, s.String())
	}
	return parts
}

// matches reports whether s is made of the parts, two at least, with any texts between them. Each part is looked for as
// early as possible.
func matches(parts []string, s string) bool {
	first, last := parts[0], parts[len(parts)-1]
	if len(s) < len(first)+len(last) || !strings.HasPrefix(s, first) || !strings.HasSuffix(s, last) {
		return false
	}
	s = s[len(first) : len(s)-len(last)]
	for _, p := range parts[1 : len(parts)-1] {
		i := strings.Index(s, p)
		if i < 0 {
			return false
		}
		s = s[i+len(p):]
	}
	return true
}
