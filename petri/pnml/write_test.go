package pnml

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"brim/petri"

	"pgregory.net/rapid"
)

// drawNet makes a net that PNML can express: unusual names, all kinds of arcs,
// huge numbers and maybe units.
func drawNet(t *rapid.T) *petri.Net {
	name := rapid.StringOfN(rapid.SampledFrom([]rune("ab0.-_&<>\"' \t\n\ré€😀")), 0, 4, -1)
	b := petri.NewBuilder(name.Draw(t, "net"))
	withUnits := rapid.Bool().Draw(t, "units")
	fresh := func(kind string, i int) string {
		n := name.Draw(t, kind)
		if withUnits {
			n = strings.Join(strings.Fields(n), "")
		}
		return fmt.Sprint(kind, i, n, "'")
	}
	tokens := rapid.OneOf(rapid.Int64Range(0, 3), rapid.Int64Range(0, math.MaxInt64))
	places := rapid.IntRange(0, 5).Draw(t, "places")
	for i := range places {
		b.AliasPlace(b.Place(fresh("a", i), tokens.Draw(t, "tokens")), name.Draw(t, "alias"))
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "transitions") {
		tr := b.Transition(fresh("t", i))
		b.AliasTransition(tr, name.Draw(t, "alias"))
		kinds := []func(t, p int, w int64){b.In, b.Out, b.Read, b.Inhibit}
		for p := range places {
			kind := rapid.IntRange(0, 2*len(kinds)).Draw(t, "kind")
			if kind < len(kinds) {
				kinds[kind](tr, p, 1+tokens.Draw(t, "weight")%math.MaxInt64)
			}
			if rapid.Bool().Draw(t, "inhibit") {
				b.Inhibit(tr, p, rapid.Int64Range(1, 3).Draw(t, "weight"))
			}
		}
	}
	if withUnits {
		u := drawUnits(t, places)
		b.Units(u)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	if net.Units != nil {
		net.Units.Safe = rapid.Bool().Draw(t, "safe") && net.Units.UnitSafe(net.Initial())
	}
	return net
}

// drawUnits puts some of the places into a random tree.
func drawUnits(t *rapid.T, places int) *petri.Units {
	n := rapid.IntRange(1, 4).Draw(t, "units")
	order := rapid.Permutation([]int{0, 1, 2, 3}[:n]).Draw(t, "order")
	u := &petri.Units{Root: order[0], List: make([]petri.Unit, n)}
	for i := range u.List {
		u.List[i].Name = fmt.Sprintf("u%d<é", i)
	}
	for i, unit := range order[1:] {
		parent := &u.List[order[rapid.IntRange(0, i).Draw(t, "parent")]]
		parent.Sub = append(parent.Sub, unit)
	}
	for p := range places {
		if i := rapid.IntRange(0, n).Draw(t, "unit"); i < n {
			u.List[i].Places = append(u.List[i].Places, p)
		}
	}
	return u
}

func TestWriteThenRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := drawNet(t)
		var buf bytes.Buffer
		if err := Write(&buf, net); err != nil {
			t.Fatal(err)
		}
		text := buf.String()
		back, err := Read(&buf, "x.pnml")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !back.Equal(net) {
			t.Fatalf("another net came back: %+v %+v\nwant %+v %+v\n%s", back, back.Units, net, net.Units, text)
		}
	})
}

// The ids that Write makes up must not meet those of the net.
func TestWriteAvoidsIDs(t *testing.T) {
	b := petri.NewBuilder("a1")
	for _, name := range []string{"page0", "page1", "a2", "a3", "a4"} {
		b.Place(name, 0)
	}
	tr := b.Transition("a5")
	b.In(tr, 0, 1)
	b.Out(tr, 1, 1)
	var buf bytes.Buffer
	if err := Write(&buf, mustBuild(t, b)); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"page0", "page1", "page2", "a1", "a2", "a3", "a4", "a5", "a6", "a7"} {
		if n := strings.Count(buf.String(), ` id="`+id+`"`); n != 1 {
			t.Errorf("id %s: %d times, want once\n%s", id, n, buf.String())
		}
	}
}

func TestWriteErrors(t *testing.T) {
	for want, build := range map[string]func(b *petri.Builder){
		`a place has no name`: func(b *petri.Builder) {
			b.Place("",
				0)
		},
		`a transition has no name`: func(b *petri.Builder) { b.Transition("") },
		`place "\x00" has characters that XML does not allow`: func(b *petri.Builder) {
			b.Place("\x00",
				0)
		},
		`transition "\xff" has characters that XML does not allow`:             func(b *petri.Builder) { b.Transition("\xff") },
		`place "\ufffe" has characters that XML does not allow`:                func(b *petri.Builder) { b.Place("\ufffe", 0) },
		`the alias "\x01" of place "p" has characters that XML does not allow`: func(b *petri.Builder) { b.AliasPlace(b.Place("p", 0), "\x01") },
		`a place and a transition are called "x"`: func(b *petri.Builder) {
			b.Place("x",
				0)
			b.Transition("x")
		},
		`unit name "u v" is not a word`: func(b *petri.Builder) { b.Units(&petri.Units{List: []petri.Unit{{Name: "u v"}}}) },
		`two units are called "u"`: func(b *petri.Builder) {
			b.Units(&petri.Units{List: []petri.Unit{{Name: "u", Sub: []int{1}}, {Name: "u"}}})
		},
		`place "p q" of unit u is not one word`: func(b *petri.Builder) {
			b.Place("p q", 0)
			b.Units(&petri.Units{List: []petri.Unit{{Name: "u", Places: []int{0}}}})
		},
	} {
		b := petri.NewBuilder("n")
		build(b)
		var buf bytes.Buffer
		if err := Write(&buf, mustBuild(t, b)); err == nil || err.Error() != "pnml: Write: net n: "+want ||
			buf.Len() > 0 {
			t.Errorf("got  %v after %d bytes\nwant pnml: Write: net n: %s", err, buf.Len(), want)
		}
	}
	if err := Write(&bytes.Buffer{}, mustBuild(t, petri.NewBuilder("\x01"))); err == nil {
		t.Error("a net with an impossible name was written")
	}
}

type fullDisk struct{ err error }

func (w fullDisk) Write([]byte) (int, error) { return 0, w.err }

func TestWriteToFullDisk(t *testing.T) {
	full := errors.New("disk full")
	if err := Write(fullDisk{full}, mustBuild(t, petri.NewBuilder("n"))); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}
