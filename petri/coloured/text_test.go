package coloured_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/petri/coloured"
	"brim/petri/coloured/notation"
)

// strange are names that have to survive being written and read.
var strange = []string{"a", "1", "01", "-1", "a b", "a,b", "(x)", "x)", `"q"`, `\`, " ", " lead", "\n", "é", "•",
	"true", "EX", "U", "a-b", "_", "9x", "'", "x'", ".y", "\xff"}

// names is a net with constants, variables and places of such names; identifiers and names may meet.
func names(t *testing.T, rnd *rand.Rand) *coloured.Net {
	b := coloured.NewBuilder("names")
	taken := map[string]bool{}
	constants := func(n int) (list []coloured.Constant) {
		for range n {
			id := strange[rnd.IntN(len(strange))]
			for taken[id] {
				id += string(rune('a' + rnd.IntN(26)))
			}
			taken[id] = true
			list = append(list, coloured.Constant{ID: id,
				Name: []string{"", strange[rnd.IntN(len(strange))], id}[rnd.IntN(3)]})
		}
		return list
	}
	sorts := []int{b.Dot("", ""), b.Finite("F", "", constants(5)), b.Cyclic("C", "", constants(7)),
		b.Range("", "", -2, 12), b.Range("", "", 1<<61, 1<<61+2)}
	for range 4 {
		sorts = append(sorts, b.Product("", "", sorts[rnd.IntN(len(sorts))], sorts[rnd.IntN(len(sorts))]))
	}
	blocks := constants(2)
	blocks[0].Members, blocks[1].Members = []int64{0, 4}, []int64{3, 2, 1}
	b.Partition("B", "", 1, blocks)
	tr := b.Transition("t")
	b.AliasTransition(tr, strange[rnd.IntN(len(strange))])
	for i, s := range sorts {
		p := b.Place(strange[i]+"!", s)
		b.AliasPlace(p, strange[rnd.IntN(len(strange))])
		b.Input(p, tr, &coloured.Term{Op: coloured.Bound,
			Value: int64(b.Variable(strange[i]+"?", strange[rnd.IntN(len(strange))], s))})
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func TestColourTexts(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(seed, 1))
		net := names(t, rnd)
		for sort := range net.Sorts {
			size := net.Sorts[sort].Size
			texts := map[string]int64{}
			for range 100 {
				c := rnd.Int64N(size)
				text := net.ColourText(sort, c)
				if old, twice := texts[text]; twice && old != c {
					t.Fatalf("seed %d: %s is colour %d and %d", seed, text, old, c)
				}
				texts[text] = c
				back, err := notation.ParseColour(net, sort, text)
				if err != nil || back != c {
					t.Fatalf("seed %d: colour %d of %s is %s, which is read as %d, %v", seed, c, net.SortText(sort),
						text, back, err)
				}
				if net.Sorts[sort].Kind == coloured.Product {
					if back, err = notation.ParseColour(net, sort, text[1:len(text)-1]); err != nil || back != c {
						t.Fatalf("seed %d: without brackets %s is read as %d, %v, want %d", seed, text, back, err, c)
					}
				}
			}
			for c, constant := range net.Sorts[sort].Constants {
				if back, err := notation.ParseColour(net, sort, syntax.NameText(constant.ID)); err != nil ||
					back != int64(c) {
					t.Fatalf("seed %d: the identifier %q is read as %d, %v, want %d", seed, constant.ID, back, err, c)
				}
			}
		}
		seen := map[string]bool{}
		for v := range net.Variables {
			text := net.VariableText(v)
			if seen[text] {
				t.Fatalf("seed %d: two variables are %s", seed, text)
			}
			seen[text] = true
		}
		for p := range net.Places {
			if q, ok := net.PlaceIndex(net.PlaceAlias(p)); !ok || q != p {
				t.Fatalf("seed %d: place %d is called %q, which is %d", seed, p, net.PlaceAlias(p), q)
			}
		}
	}
}

func TestTexts(t *testing.T) {
	b := coloured.NewBuilder("n")
	dot := b.Dot("dot", "Dot")
	people := b.Finite("People", "", []coloured.Constant{{ID: "p0", Name: "alice"}, {ID: "p1", Name: "bob"},
		{ID: "p2", Name: "bob"}, {ID: "p3", Name: "p1"}, {ID: "p4", Name: "x, y"}})
	three := b.Range("", "", 1, 3)
	pair := b.Product("", "", three, people)
	deep := b.Product("Deep", "deep pair", pair, three)
	lock, at, pos, in := b.Place("lock", dot), b.Place("at", people), b.Place("p 1", pair), b.Place("in", deep)
	tr, bare := b.Transition("t"), b.Transition("T-2")
	b.AliasTransition(tr, "move")
	for _, v := range []struct {
		name        string
		sort, place int
	}{{"n", three, -1}, {"who", people, at}, {"pp", pair, pos}} {
		i := b.Variable("var"+v.name, v.name, v.sort)
		if v.place >= 0 {
			b.Output(tr, v.place, &coloured.Term{Op: coloured.Bound, Value: int64(i)})
		}
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ got, want string }{
		{net.ColourText(dot, 0), "dot"},
		{net.ColourText(people, 0), "alice"},
		{net.ColourText(people, 1), "p1"},
		{net.ColourText(people, 3), "p3"},
		{net.ColourText(people, 4), `"x, y"`},
		{net.ColourText(deep, 5*3-1), `((1,"x, y"),3)`},
		{net.PlaceText(lock, 0), "lock"},
		{net.PlaceText(at, 0), "at(alice)"},
		{net.PlaceText(pos, 5), `"p 1"(2,alice)`},
		{net.PlaceText(in, 0), "in((1,alice),1)"},
		{net.BindingText(tr, []int64{0, 14}), `move(who=alice, pp=(3,"x, y"))`},
		{net.BindingText(bare, nil), `"T-2"`},
		{net.SortText(dot), "Dot"}, {net.SortText(people), "People"}, {net.SortText(three), "1..3"},
		{net.SortText(pair), "(1..3,People)"}, {net.SortText(deep), `"deep pair"`},
	} {
		if c.got != c.want {
			t.Errorf("got %s, want %s", c.got, c.want)
		}
	}
	for _, c := range []struct {
		sort int
		text string
		want int64
	}{
		{dot, " dot ", 0}, {people, ` "x, y" `, 4}, {people, "p1", 1}, {three, " 3", 2}, {pair, " ( 2 , alice ) ", 5},
		{pair, "2, p0", 5},
		{deep, "((1,alice),2)", 1}, {deep, "(1,alice),2", 1},
	} {
		if got, err := notation.ParseColour(net, c.sort, c.text); err != nil || got != c.want {
			t.Errorf("%q is %d, %v; want %d", c.text, got, err, c.want)
		}
	}
	for _, c := range []struct {
		sort       int
		text, want string
	}{
		{dot, "3", `found "3"; expected dot`},
		{dot, "dot dot", `found "dot dot"; expected dot`},
		{people, "alica", `People has no colour "alica"; did you mean alice?`},
		{people, "", `found no colour; expected one of People`},
		{people, "bob", `"bob" is the name of several constants of People; expected an identifier of one`},
		{people, `"bob`, `found "\"bob"; expected a name with \" for a quote and \\ for a backslash in it`},
		{people, "alice,bob", `found ",bob" behind a colour of People; expected its end`},
		{three, "4", `found "4"; expected an integer from 1 to 3`},
		{three, `"1"`, `found "1"; expected an integer from 1 to 3`},
		{pair, "1", `found ")"; expected a comma in a tuple of 2 components of (1..3,People)`},
		{pair, "(1,alice", `found the end; expected a closing bracket in a tuple of 2 components of (1..3,People)`},
		{pair, "(1,alice,2)", `found ",2)"; expected a closing bracket in a tuple of 2 components of (1..3,People)`},
		{pair, "(1,alice))", `found ")" behind a colour of (1..3,People); expected its end`},
		{deep, "1,2", `found "1,2)"; expected an opening bracket in a tuple of 2 components of (1..3,People)`},
	} {
		if got, err := notation.ParseColour(net, c.sort, c.text); err == nil || err.Error() != c.want {
			t.Errorf("%q is %d, %v\nwant %s", c.text, got, err, c.want)
		}
	}
}

// Names are quoted as formulas have them.
func TestQuotes(t *testing.T) {
	reserved := []string{"false", "deadlock", "enabled", "and", "or", "not", "EF", "EG", "AX", "AF", "AG", "E", "A",
		"X", "F", "True", "Not"}
	for _, name := range slices.Concat(strange, reserved) {
		b := coloured.NewBuilder("n")
		p := b.Place("p"+name, b.Dot("", ""))
		b.AliasPlace(p, name)
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := net.PlaceText(p, 0), syntax.NameText(net.PlaceAlias(p)); got != want {
			t.Errorf("%q: %s, formulas have %s", name, got, want)
		}
	}
}
