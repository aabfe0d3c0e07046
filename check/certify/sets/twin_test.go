package sets_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/check/certify/sets"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// The slow twin: a checker of the sections that evidence writes, by the words of docs/certificates.md, marking by
// marking.

// A certificate is what the text says, over the markings of a space. Every marking in a set has to be one of them.
type certificate struct {
	space  *oracle.Space
	pool   *syntax.Pool
	paths  syntax.Paths
	places []int // by level−1
	nodes  map[int]node
	claims []statement
	ranged map[string][]int // by the text of a set or rank: of each marking the rank, −1 outside
}

type node struct {
	level int
	arcs  []arrow
}

type arrow struct {
	value, cost int64
	child       int
}

// A statement is a claim that was checked.
type statement struct {
	ranks   []int // which do not matter in sets
	formula *syntax.Formula
}

// words splits a line at blanks outside of quotes.
func words(line string) (list []string) {
	for line != "" {
		if line[0] == '"' {
			q, err := strconv.QuotedPrefix(line)
			if err != nil {
				panic(err)
			}
			list, line = append(list, q), strings.TrimPrefix(line[len(q):], " ")
			continue
		}
		word, rest, _ := strings.Cut(line, " ")
		list, line = append(list, word), rest
	}
	return list
}

func number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		panic(err)
	}
	return n
}

// read checks the text and returns what it says. It panics if there is a fault.
func (c *certificate) read(text string) {
	section := ""
	for line := range strings.Lines(text) {
		w := words(strings.TrimSuffix(line, "\n"))
		if w[0][0] == '.' {
			switch section = w[0]; section {
			case ".levels":
				for _, q := range w[1:] {
					name, _ := strconv.Unquote(q)
					p, ok := c.space.Net.PlaceIndex(name)
					if !ok || slices.Contains(c.places, p) {
						panic("level " + q)
					}
					c.places = append(c.places, p)
				}
				if len(c.places) != len(c.space.Net.Places) {
					panic("missing places")
				}
			case ".sets", ".claims":
			case ".space":
				c.number(w[1])
			default:
				panic(line)
			}
			continue
		}
		if section == ".claims" {
			c.claim(w)
			continue
		}
		c.node(w)
	}
}

// node reads a node.
func (c *certificate) node(w []string) {
	known := c.nodes
	n := node{level: number(w[1])}
	if number(w[0]) != len(known)+2 || n.level < 1 || n.level > len(c.places) {
		panic(fmt.Sprint("node ", w))
	}
	last := int64(-1)
	for _, x := range w[2:] {
		value, child, _ := strings.Cut(x, ":")
		child, cost, costs := strings.Cut(child, "+")
		a := arrow{value: int64(number(value)), child: number(child)}
		if costs {
			a.cost = int64(number(cost))
		}
		if below, ok := known[a.child]; a.value <= last || a.child != 1 && (!ok || below.level >= n.level) ||
			a.cost < 0 {
			panic("arc " + x)
		}
		last = a.value
		n.arcs = append(n.arcs, a)
	}
	if len(n.arcs) == 0 {
		panic("no arc")
	}
	known[len(known)+2] = n
}

// of returns the ranks of the markings of a set or of a rank.
func (c *certificate) of(text string) []int {
	if r, ok := c.ranged[text]; ok {
		return r
	}
	list := make([]int, len(c.space.States))
	for i := range list {
		list[i] = -1
	}
	m := make(petri.Marking, len(c.places))
	var walk func(n, level int, rank int64)
	walk = func(n, level int, rank int64) {
		if n == 1 {
			i, ok := c.space.Number(m)
			if !ok {
				panic(fmt.Sprint("not reachable: ", m))
			}
			list[i] = int(rank)
			return
		}
		for _, a := range c.nodes[n].arcs {
			p := c.places[c.nodes[n].level-1]
			m[p] = a.value
			walk(a.child, level, rank+a.cost)
			m[p] = 0
		}
	}
	if n := number(text); n != 0 {
		if _, ok := c.nodes[n]; !ok && n != 1 {
			panic("no node " + text)
		}
		walk(n, len(c.places), 0)
	}
	c.ranged[text] = list
	return list
}

// all reports whether every successor of marking i satisfies is.
func (c *certificate) all(i int, is func(int) bool) bool {
	for _, e := range c.space.Succ[i] {
		if !is(e.To) {
			return false
		}
	}
	return true
}

// claim checks a claim.
func (c *certificate) claim(w []string) {
	if number(w[0]) != len(c.claims)+1 {
		panic("number of the claim")
	}
	kind, p := w[1], c.pool
	s := statement{ranks: c.of(w[2])}
	if kind == "state" {
		text, err := strconv.Unquote(w[3])
		if err != nil {
			panic(err)
		}
		if s.formula, err = p.Parse(text, "claim", names(c.space.Net)); err != nil {
			panic(err)
		}
		sat := c.space.Sat(s.formula, c.paths)
		c.check(w, s, func(i int) bool { return sat[i] && !s.formula.Temporal() })
		return
	}
	fixed := statement{formula: p.Bool(strings.HasSuffix(kind, "U"))} // what - stands for
	var args []statement
	for _, x := range w[3:] {
		if x == "-" {
			args = append(args, fixed)
		} else {
			args = append(args, c.claims[number(x)-1])
		}
	}
	in := func(s statement, i int) bool {
		if s.ranks == nil {
			return s.formula.Op == syntax.True
		}
		return s.ranks[i] >= 0
	}
	var formulas []*syntax.Formula
	for _, a := range args {
		formulas = append(formulas, a.formula)
	}
	dead := func(i int) bool { return len(c.space.Succ[i]) == 0 }
	not := func(is func(int) bool) func(int) bool { return func(i int) bool { return !is(i) } }
	maximal := c.paths == syntax.Maximal
	var holds func(i int) bool
	switch kind {
	case "and":
		s.formula = p.And(formulas...)
		holds = func(i int) bool { return !slices.ContainsFunc(args, func(a statement) bool { return !in(a, i) }) }
	case "or":
		s.formula = p.Or(formulas...)
		holds = func(i int) bool { return slices.ContainsFunc(args, func(a statement) bool { return in(a, i) }) }
	case "EX":
		s.formula = p.Make(syntax.EX, formulas...)
		holds = func(i int) bool { return !c.all(i, not(func(j int) bool { return in(args[0], j) })) }
	case "AX":
		s.formula = p.Make(syntax.AX, formulas...)
		holds = func(i int) bool { return c.all(i, func(j int) bool { return in(args[0], j) }) }
	case "EU", "AU":
		smaller := func(i int) func(int) bool {
			return func(j int) bool { return s.ranks[j] >= 0 && s.ranks[j] < s.ranks[i] }
		}
		s.formula = p.Make(syntax.EU, formulas...)
		holds = func(i int) bool { return in(args[1], i) || in(args[0], i) && !c.all(i, not(smaller(i))) }
		if kind == "AU" {
			s.formula = p.Make(syntax.AU, formulas...)
			holds = func(i int) bool {
				return in(args[1], i) || in(args[0], i) && !(dead(i) && maximal) && c.all(i, smaller(i))
			}
		}
	case "ER", "AR":
		inside := func(j int) bool { return in(s, j) }
		f, g := formulas[0], formulas[1]
		s.formula = p.Or(p.Make(syntax.EU, g, p.And(f, g)), p.Make(syntax.EG, g))
		holds = func(i int) bool {
			return in(args[1], i) && (in(args[0], i) || !c.all(i, not(inside)) || dead(i) && maximal)
		}
		if kind == "AR" {
			s.formula = p.Not(p.Make(syntax.EU, p.Not(f), p.Not(g)))
			holds = func(i int) bool { return in(args[1], i) && (in(args[0], i) || c.all(i, inside)) }
		}
	default:
		panic("kind " + kind)
	}
	c.check(w, s, holds)
}

// check checks an obligation for all markings of a claim, and keeps the claim.
func (c *certificate) check(w []string, s statement, holds func(i int) bool) {
	sat := c.space.Sat(s.formula, c.paths)
	for i, r := range s.ranks {
		if r >= 0 && !holds(i) {
			panic(fmt.Sprintf("claim %v: does not hold in %v", w, c.space.States[i]))
		}
		if r >= 0 && !sat[i] {
			panic(fmt.Sprintf("claim %v: %v does not hold in %v", w, s.formula, c.space.States[i]))
		}
	}
	c.claims = append(c.claims, s)
}

// number checks the section space.
func (c *certificate) number(rank string) {
	r := c.of(rank)
	for i := range r {
		if r[i] < 0 {
			panic("a marking is missing")
		}
		before := i == 0
		for j := range r {
			for _, e := range c.space.Succ[j] {
				before = before || e.To == i && r[j] < r[i]
			}
		}
		if !before {
			panic("no predecessor of a smaller rank")
		}
	}
}

// shows reports whether the claims show that f holds in the initial marking or, if yes is false, that it fails there.
func (c *certificate) shows(f *syntax.Formula, yes bool) bool {
	sat := c.space.Sat(f, c.paths)
	if sat[0] != yes {
		return false
	}
	if !yes {
		for i := range sat {
			sat[i] = !sat[i]
		}
	}
	if !f.Temporal() || slices.ContainsFunc(c.claims, func(s statement) bool {
		return s.ranks[0] >= 0 && slices.Equal(c.space.Sat(s.formula, c.paths), sat)
	}) {
		return true
	}
	p := c.pool
	every := func(fs ...*syntax.Formula) bool {
		return !slices.ContainsFunc(fs, func(g *syntax.Formula) bool { return !c.shows(g, yes) })
	}
	switch f.Op {
	case syntax.Not:
		return c.shows(f.Args[0], !yes)
	case syntax.And, syntax.Or:
		if (f.Op == syntax.And) == yes {
			return every(f.Args...)
		}
		return slices.ContainsFunc(f.Args, func(g *syntax.Formula) bool { return c.shows(g, yes) })
	case syntax.Implies:
		return c.shows(p.Or(p.Not(f.Args[0]), f.Args[1]), yes)
	case syntax.Iff:
		return c.shows(p.Or(p.And(f.Args...), p.Not(p.Or(f.Args...))), yes)
	}
	return false
}

// names returns the names of a net for formulas.
func names(net *petri.Net) syntax.Names {
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, t := range net.Transitions {
		transitions = append(transitions, t.Name)
	}
	return syntax.NewLists(places, transitions, nil)
}

// The evidence of random formulas on random nets has all that the page asks for, and is there exactly if the formula
// holds.
func TestEvidence(t *testing.T) {
	ctx := context.Background()
	proven := 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 1))
		net := randnet.Generate(rng, randnet.Config{States: 300, Safe: seed%3 == 0})
		space, err := oracle.Explore(net, 1000)
		if err != nil {
			t.Fatal(err)
		}
		x, err := sets.Explore(ctx, net, sets.Options{})
		if err != nil {
			t.Fatal(err)
		}
		for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
			e := x.Evidence(paths)
			pool := syntax.NewPool()
			var formulas []*syntax.Formula
			for range 4 {
				f := randformula.Generate(rng, net, 1+rng.IntN(4), pool)
				if rng.IntN(2) == 0 {
					f = pool.Not(f)
				}
				want := space.Sat(f, paths)[0]
				got, err := e.Prove(ctx, f)
				if err != nil && strings.Contains(err.Error(), "can pass 64 bits") {
					continue
				}
				if err != nil || got != want {
					t.Fatalf("seed %d: %v: got %v, %v, want %v", seed, f, got, err, want)
				}
				if got {
					formulas = append(formulas, f)
					proven++
				}
			}
			if rng.IntN(2) == 0 {
				if err := e.Count(ctx); err != nil {
					t.Fatal(err)
				}
				if e.Markings.Int64() != int64(len(space.States)) || e.Firings.Int64() != int64(space.Firings) {
					t.Errorf("seed %d: %v markings, %v firings", seed, e.Markings, e.Firings)
				}
			}
			var text bytes.Buffer
			if n, err := e.WriteTo(&text); err != nil || n != int64(text.Len()) {
				t.Fatal(n, err)
			}
			func() {
				defer func() {
					if r := recover(); r != nil {
						t.Fatalf("seed %d: %v: %v\n%s\n%s", seed, formulas, r, randnet.Text(net), text.String())
					}
				}()
				c := &certificate{
					space: space, pool: pool, paths: paths, nodes: map[int]node{}, ranged: map[string][]int{},
				}
				c.read(text.String())
				for _, f := range formulas {
					if !c.shows(f, true) {
						panic(fmt.Sprintf("no claim about %v", f))
					}
				}
			}()
		}
		x.Close()
	}
	t.Logf("%d formulas were proven", proven)
}
