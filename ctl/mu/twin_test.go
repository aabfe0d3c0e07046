package mu

import (
	"math/rand/v2"
	"slices"
	"strings"
)

// A twin evaluates formulas by their definitions: it is the slow judge of the two evaluations.
type twin struct {
	labels []string
	edges  []Edge
	states int
	atoms  func(text string, state int) bool
	sets   map[string][]bool
	values map[string]string
}

// sat returns the states in which f holds.
func (w *twin) sat(f *Formula) []bool {
	z := make([]bool, w.states)
	where := func(holds func(s int) bool) []bool {
		for s := range z {
			z[s] = holds(s)
		}
		return z
	}
	switch f.Op {
	case False:
		return z
	case True:
		return where(func(int) bool { return true })
	case State:
		return where(func(s int) bool { return w.atoms(f.Atom.String(), s) })
	case Var:
		return slices.Clone(w.sets[f.Name])
	case And, Or:
		for i, a := range f.Args {
			b := w.sat(a)
			for s := range z {
				switch {
				case i == 0:
					z[s] = b[s]
				case f.Op == And:
					z[s] = z[s] && b[s]
				default:
					z[s] = z[s] || b[s]
				}
			}
		}
		return z
	case Diamond:
		return w.path(f.Regular, w.sat(f.Args[0]))
	case Mu, Nu:
		for s := range z {
			z[s] = f.Op == Nu
		}
		outer, bound := w.sets[f.Name]
		for {
			w.sets[f.Name] = z
			next := w.sat(f.Args[0])
			if slices.Equal(next, z) {
				break
			}
			z = next
		}
		if bound {
			w.sets[f.Name] = outer
		}
		return z
	}
	for _, choice := range w.choices(f.Domain, len(f.Names)) {
		outer := map[string]string{}
		for i, n := range f.Names {
			if v, ok := w.values[n]; ok {
				outer[n] = v
			}
			w.values[n] = choice[i]
		}
		for s, x := range w.sat(f.Args[0]) {
			z[s] = z[s] || x
		}
		for _, n := range f.Names {
			delete(w.values, n)
		}
		for n, v := range outer {
			w.values[n] = v
		}
	}
	return z
}

// choices lists all lists of n different values.
func (w *twin) choices(d Domain, n int) [][]string {
	values := d.Values
	if values == nil {
		seen := map[string]bool{}
		before, after, _ := strings.Cut(d.Label.Text, "*")
		for _, l := range w.labels {
			rest, ok := strings.CutPrefix(noBlanks(l), before)
			v, ok2 := strings.CutSuffix(rest, after)
			if ok && ok2 && !seen[v] {
				seen[v] = true
				values = append(values, v)
			}
		}
	}
	list := [][]string{nil}
	for range n {
		var longer [][]string
		for _, c := range list {
			for _, v := range values {
				if !slices.Contains(c, v) {
					longer = append(longer, append(slices.Clone(c), v))
				}
			}
		}
		list = longer
	}
	return list
}

// path returns the states from which a path with labels of r leads to z.
func (w *twin) path(r *Regular, z []bool) []bool {
	switch r.Op {
	case Concat:
		for _, a := range slices.Backward(r.Args) {
			z = w.path(a, z)
		}
		return z
	case Star:
		for {
			next := slices.Clone(z)
			for s, x := range w.path(r.Args[0], z) {
				next[s] = next[s] || x
			}
			if slices.Equal(next, z) {
				return z
			}
			z = next
		}
	case Choice:
		next := make([]bool, len(z))
		for _, a := range r.Args {
			for s, x := range w.path(a, z) {
				next[s] = next[s] || x
			}
		}
		return next
	}
	next := make([]bool, len(z))
	for _, e := range w.edges {
		if z[e.To] && w.in(r, w.labels[e.Label]) {
			next[e.From] = true
		}
	}
	return next
}

// in reports whether a label is in a set.
func (w *twin) in(r *Regular, label string) bool {
	switch r.Op {
	case All:
		return true
	case Not:
		return !w.in(r.Args[0], label)
	case Choice:
		return slices.ContainsFunc(r.Args, func(a *Regular) bool { return w.in(a, label) })
	}
	text := r.Label.Text
	for name, v := range w.values { // the names of the tests are part of no other word
		text = strings.ReplaceAll(text, name, v)
	}
	return like(text, noBlanks(label))
}

// like reports whether s matches a pattern with stars.
func like(pattern, s string) bool {
	switch {
	case pattern == "":
		return s == ""
	case pattern[0] == '*':
		return like(pattern[1:], s) || s != "" && like(pattern, s[1:])
	}
	return s != "" && s[0] == pattern[0] && like(pattern[1:], s[1:])
}

// testLabels are those of random graphs.
var testLabels = []string{"a(1)", "a(2)", "b(1, 0)", "b(2, 0)", "tau", "odd label"}

// randomGraph draws a graph, in which states may have no edges.
func randomGraph(rng *rand.Rand, states int) []Edge {
	var edges []Edge
	for range rng.IntN(3 * states) {
		edges = append(edges, Edge{int32(rng.IntN(states)), int32(rng.IntN(len(testLabels))), int32(rng.IntN(states))})
	}
	return edges
}

// A drawing draws formulas.
type drawing struct {
	rng   *rand.Rand
	atoms []*Formula
	sets  []string
	names []string
}

// formula draws a formula, nested as deep as depth.
func (d *drawing) formula(depth int) *Formula {
	n := d.rng.IntN(12)
	if depth == 0 {
		n = 1 + d.rng.IntN(3)
	}
	switch n {
	case 0, 1:
		if d.rng.IntN(10) == 0 {
			return &Formula{Op: True}
		}
		return d.atoms[d.rng.IntN(len(d.atoms))]
	case 2, 3:
		if len(d.sets) == 0 {
			return &Formula{Op: False}
		}
		f := &Formula{Op: Var, Name: d.sets[d.rng.IntN(len(d.sets))]}
		if d.rng.IntN(4) > 0 {
			f = &Formula{Op: Diamond, Regular: d.regular(1), Args: []*Formula{f}}
		}
		return f
	case 4, 5:
		op := And
		if n == 5 {
			op = Or
		}
		args := []*Formula{d.formula(depth - 1), d.formula(depth - 1)}
		return &Formula{Op: op, Args: flat(op, args)}
	case 6, 7:
		return &Formula{Op: Diamond, Regular: d.regular(2), Args: []*Formula{d.formula(depth - 1)}}
	case 8, 9, 10:
		f := &Formula{Op: Mu, Name: []string{"X", "Y", "Z"}[d.rng.IntN(3)]}
		if d.rng.IntN(2) == 0 {
			f.Op = Nu
		}
		d.sets = append(d.sets, f.Name)
		f.Args = []*Formula{d.formula(depth - 1)}
		d.sets = d.sets[:len(d.sets)-1]
		return f
	}
	f := &Formula{Op: Exists, Names: []string{[]string{"p", "q"}[d.rng.IntN(2)]},
		Domain: Domain{Values: []string{"2", "1"}}}
	switch d.rng.IntN(3) {
	case 0:
		f.Domain = Domain{Label: Label{Text: "a(*)"}}
	case 1:
		f.Names = []string{"q", "p"}
	}
	outer := d.names
	d.names = append(slices.Clone(d.names), f.Names...)
	f.Args = []*Formula{d.formula(depth - 1)}
	d.names = outer
	return f
}

// regular draws a regular expression.
func (d *drawing) regular(depth int) *Regular {
	n := d.rng.IntN(7)
	if depth == 0 {
		n = d.rng.IntN(3)
	}
	switch n {
	case 0:
		return &Regular{Op: All}
	case 1, 2:
		texts := []string{"a(1)", "a(2)", "a(*)", "b(1,0)", "b(*,0)", "*", "tau", "oddlabel", "*l*", "*a*u*"}
		for _, n := range d.names {
			texts = append(texts, "a("+n+")", "b("+n+",*)")
		}
		return &Regular{Op: One, Label: Label{Text: texts[d.rng.IntN(len(texts))]}}
	case 3:
		r := d.regular(depth - 1)
		if !r.isSet() {
			return r
		}
		return &Regular{Op: Not, Args: []*Regular{r}}
	case 4:
		r := d.regular(depth - 1)
		if r.Op == Star {
			return r
		}
		return &Regular{Op: Star, Args: []*Regular{r}}
	}
	op := Choice
	if n == 6 {
		op = Concat
	}
	var args []*Regular
	for range 2 {
		if r := d.regular(depth - 1); r.Op == op {
			args = append(args, r.Args...)
		} else {
			args = append(args, r)
		}
	}
	return &Regular{Op: op, Args: args}
}
