package proof

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// A writer makes the section of sets and ranks, of lists of markings.
type writer struct {
	n     *net.Net
	nodes []string
	known map[string]int
}

// node returns the node of the markings, of which places from level on upwards are no matter. With costs it is one of
// ranks, and a cost to add.
func (w *writer) node(level int, ms []net.Marking, costs map[string]int) (int, int) {
	switch {
	case len(ms) == 0:
		return 0, 0
	case level == 0 && costs != nil:
		return 1, costs[fmt.Sprint(ms[0])]
	case level == 0:
		return 1, 0
	}
	var values []int64
	for _, m := range ms {
		values = append(values, m[level-1])
	}
	slices.Sort(values)
	values = slices.Compact(values)
	var children, list []int
	for _, value := range values {
		other := func(m net.Marking) bool { return m[level-1] != value }
		child, cost := w.node(level-1, slices.DeleteFunc(slices.Clone(ms), other), costs)
		if len(values) == 1 && value == 0 {
			return child, cost
		}
		children, list = append(children, child), append(list, cost)
	}
	text, least := fmt.Sprint(level), slices.Min(list)
	for i, value := range values {
		if text += fmt.Sprintf(" %d:%d", value, children[i]); list[i] > least {
			text += fmt.Sprintf("+%d", list[i]-least)
		}
	}
	if w.known[text] == 0 {
		w.nodes = append(w.nodes, fmt.Sprint(len(w.nodes)+2, " ", text))
		w.known[text] = len(w.nodes) + 1
	}
	return w.known[text], least
}

func (w *writer) set(ms []net.Marking) string {
	n, _ := w.node(len(w.n.Places), ms, nil)
	return fmt.Sprint(n)
}

func (w *writer) rank(ms []net.Marking, costs map[string]int) string {
	n, _ := w.node(len(w.n.Places), ms, costs)
	return fmt.Sprint(n)
}

// sections returns all nodes that were needed.
func (w *writer) sections() string {
	text := ".levels"
	for _, p := range w.n.Places {
		text += fmt.Sprintf(" %q", p)
	}
	return strings.Join(append([]string{text, ".sets"}, w.nodes...), "\n") + "\n"
}

// A claimant writes claims about a formula and its subformulas, with sets as large as can be. It changes them at
// random.
type claimant struct {
	*writer
	*space
	r      *rand.Rand
	wrong  int // one of so many sets is changed; 0 for none
	claims []string
}

func (c *claimant) changed() bool { return c.wrong > 0 && c.r.IntN(c.wrong) == 0 }

// list returns the markings in which values are true.
func (c *claimant) list(values []bool) (ms []net.Marking) {
	if c.changed() {
		values = slices.Clone(values)
		i := c.r.IntN(len(values))
		values[i] = !values[i]
	}
	for i, m := range c.markings {
		if values[i] {
			ms = append(ms, m)
		}
	}
	return ms
}

// distances returns in which round each marking comes into a least fixed point.
func (c *claimant) distances(f *formula.Formula) map[string]int {
	left, right := c.values(f.Args[0]), c.values(f.Args[1])
	in, d := make([]bool, len(right)), map[string]int{}
	for round := 0; round <= len(in); round++ {
		next := slices.Clone(in)
		for i := range in {
			inside := func(j int) bool { return in[j] }
			outside := func(j int) bool { return !in[j] }
			step := slices.ContainsFunc(c.steps[i], inside)
			if f.Op == formula.AU {
				step = !slices.ContainsFunc(c.steps[i], outside) && (len(c.steps[i]) > 0 || c.infinite)
			}
			if !in[i] && (right[i] || left[i] && step) {
				next[i], d[fmt.Sprint(c.markings[i])] = true, round
			}
		}
		in = next
	}
	for _, m := range c.markings {
		if k := fmt.Sprint(m); c.changed() {
			d[k] += c.r.IntN(3) - 1
			d[k] = max(d[k], 0)
		}
	}
	return d
}

// claim returns the number of the claim about f.
func (c *claimant) claim(f *formula.Formula) int {
	text := ""
	number := func(f *formula.Formula) string { return fmt.Sprint(c.claim(f)) }
	operand := func(f *formula.Formula) string {
		if f.Op == formula.True || f.Op == formula.False {
			return "-"
		}
		return number(f)
	}
	name := map[formula.Op]string{formula.And: "and", formula.Or: "or", formula.EX: "EX", formula.AX: "AX",
		formula.EU: "EU", formula.AU: "AU", formula.ER: "ER", formula.AR: "AR"}[f.Op]
	if c.changed() {
		name = []string{"and", "or", "EX", "AX", "EU", "AU", "ER", "AR"}[c.r.IntN(8)]
	}
	switch ms := c.list(c.values(f)); {
	case !f.Temporal():
		text = "state " + c.set(ms) + fmt.Sprintf(" %q", f.String(c.writer.n))
	case len(f.Args) == 1:
		text = name + " " + c.set(ms) + " " + number(f.Args[0])
	case f.Op == formula.EU || f.Op == formula.AU:
		text = operand(f.Args[0]) + " " + number(f.Args[1])
		text = name + " " + c.rank(ms, c.distances(f)) + " " + text
	case f.Op == formula.ER || f.Op == formula.AR:
		text = operand(f.Args[0]) + " " + number(f.Args[1])
		text = name + " " + c.set(ms) + " " + text
	default:
		text = name + " " + c.set(ms)
		for _, a := range f.Args {
			text += " " + number(a)
		}
	}
	c.claims = append(c.claims, fmt.Sprint(len(c.claims)+1, " ", text))
	return len(c.claims)
}

// read reads a certificate and returns what is known then, and the error.
func read(n *net.Net, q *formula.Question, certificate string) (v *verifier, err error) {
	model := Model{n, "00ff"}
	v = newVerifier(context.Background(), model, q, "c", strings.NewReader(certificate))
	defer net.Catch(&err)
	v.header()
	v.sections()
	v.conclude()
	return v, nil
}

// TestRandomClaims wants certificates by claims to be accepted, and after changes each claim that is accepted to hold
// in all markings of its set, also in those that are not reachable.
func TestRandomClaims(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	accepted, rejected := 0, 0
	for round := range rounds(3000) {
		n, infinite := randomNet(t, r), r.IntN(3) == 0
		question, paths := randomFormula(r, n, false, 3), map[bool]string{true: "/infinite"}[infinite]
		f := formula.Parse(question, n)
		if f.Op == formula.True || f.Op == formula.False {
			continue
		}
		from := []net.Marking{n.Initial}
		for range r.IntN(3) {
			from = append(from, net.Marking{r.Int64N(3), r.Int64N(3), r.Int64N(3)})
		}
		s := newSpace(n, infinite, from...)
		answer := "holds"
		if !s.values(f)[0] {
			f, answer = formula.Not(f), "fails"
		}
		c := &claimant{writer: &writer{n: n, known: map[string]int{}}, space: s, r: r}
		if round%2 == 1 {
			c.wrong = 1 + r.IntN(20)
		}
		c.claim(f)
		q := &formula.Question{Formula: f}
		if answer == "fails" {
			q.Formula = formula.Not(f)
		}
		text := header(answer+paths) + c.sections() + ".claims\n" + strings.Join(c.claims, "\n") + "\n.end\n"
		v, err := read(n, q, text)
		if c.wrong == 0 && err != nil {
			t.Fatalf("%v\n%s\n%s\n%v", n, question, text, err)
		}
		for i, known := range v.claims {
			values := s.values(known.formula)
			for k, m := range s.markings {
				if v.store.Has(known.set, m) && !values[k] {
					t.Fatalf("%v\n%s\nclaim %d, %s, does not hold in %v", n, text, i+1, known.formula.String(n), m)
				}
			}
		}
		if c.wrong > 0 && err == nil {
			accepted++
		} else if c.wrong > 0 {
			rejected++
		}
	}
	t.Logf("of changed certificates, %d are accepted, %d rejected", accepted, rejected)
	if accepted < 50 || rejected < 50 {
		t.Error("too few of one kind")
	}
}

// TestRandomProduct does the same with sections product, made from the components of the product of single markings.
func TestRandomProduct(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	accepted, rejected, wrong := 0, 0, 0
	for range rounds(3000) {
		n, infinite := randomNet(t, r), r.IntN(3) == 0
		question, paths := "A ((("+randomFormula(r, n, true, 3)+")))", map[bool]string{true: "/infinite"}[infinite]
		q := formula.ReadQuestion(question, n)
		if q.Formula.Op != formula.A {
			continue
		}
		v := newVerifier(context.Background(), Model{n, "00ff"}, nil, "c", strings.NewReader(""))
		v.infinite = infinite
		v.explore()
		opposite := formula.Not(q.Formula.Args[0])
		holds := v.noRun(opposite)
		mutate := 0
		if r.IntN(2) == 0 {
			mutate = 1 + r.IntN(30)
		}
		w := &writer{n: n, known: map[string]int{}}
		section := randomProduct(v, w, opposite, r, mutate)
		_, err := read(n, q, header("holds"+paths)+w.sections()+section+".end\n")
		switch {
		case err == nil && !holds:
			t.Fatalf("%v\n%s %s does not hold\n%s%s", n, question, paths, w.sections(), section)
		case err != nil && holds && mutate == 0:
			t.Fatalf("%v\n%s %s holds\n%s%s\n%v", n, question, paths, w.sections(), section, err)
		case err == nil && mutate > 0:
			accepted++
		case !holds:
			wrong++
		case mutate > 0:
			rejected++
		}
	}
	t.Logf("%d changed ones are accepted, %d rejected; of wrong answers, %d are rejected", accepted, rejected, wrong)
}

// randomProduct returns the section product for a formula that no run should satisfy. One of so many lines is changed.
func randomProduct(v *verifier, w *writer, f *formula.Formula, r *rand.Rand, wrong int) string {
	g := newGraph(v, f)
	component := g.components()
	changed := func() bool { return wrong > 0 && r.IntN(wrong) == 0 }
	stays, waits := map[int32]bool{}, map[int32]uint64{}
	for s := range g.states {
		for k := g.first[s]; k < g.first[s+1]; k++ {
			if c := component[s]; c == component[g.to[k]] {
				if !stays[c] {
					stays[c], waits[c] = true, ^uint64(0)
				}
				waits[c] &= g.waits[k]
			}
		}
	}
	name := map[int]string{} // of bits
	var collect func(f *formula.Formula)
	collect = func(f *formula.Formula) {
		if b, ok := g.bit[f.Key]; ok {
			name[b] = f.String(v.net)
		}
		for _, a := range f.Args {
			collect(a)
		}
	}
	collect(f)
	text := ".product\n"
	for i, set := range g.sets {
		text += "at"
		if set.Op != formula.True {
			text += fmt.Sprintf(" %q", set.String(v.net))
		}
		text += "\n"
		lines := map[int32][]net.Marking{}
		for s, st := range g.states {
			if c := component[s]; int(st.set) == i && !changed() {
				v.part.load(int(st.marking))
				lines[c] = append(lines[c], slices.Clone(v.part.m))
			}
		}
		for c := int32(0); int(c) <= len(g.states); c++ {
			if len(lines[c]) == 0 {
				continue
			}
			label := "-"
			for b, f := range name {
				if stays[c] && waits[c]>>b&1 == 1 || changed() {
					label = fmt.Sprintf("%q", f)
				}
			}
			class := c
			if changed() {
				class = max(0, c+r.Int32N(3)-1)
			}
			text += fmt.Sprintf("%d %s %s\n", class, w.set(lines[c]), label)
		}
	}
	return text
}
