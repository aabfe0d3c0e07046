package net

import (
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// declared are declarations for tests: a cyclic sort C of a, b and c, a range R from 2 to 4, the product of
// them, and variables.
const declared = `<declaration><structure><declarations>
<namedsort id="C"><cyclicenumeration><feconstant id="c0" name="a"/><feconstant id="c1" name="b"/>
<feconstant id="c2" name="c d"/></cyclicenumeration></namedsort>
<namedsort id="R"><finiteintrange start="2" end="4"/></namedsort>
<namedsort id="P"><productsort><usersort declaration="C"/><usersort declaration="R"/></productsort></namedsort>
<variabledecl id="x"><usersort declaration="C"/></variabledecl>
<variabledecl id="y"><usersort declaration="R"/></variabledecl>
</declarations></structure></declaration>`

// label returns a label with a structure of terms, written as name(argument,argument) in angle brackets.
func label(name, structure string) string {
	return "<" + name + "><text>ignored</text><structure>" + structure + "</structure></" + name + ">"
}

const x, y = `<variable refvariable="x"/>`, `<variable refvariable="y"/>`

// apply returns an operator over subterms.
func apply(operator string, terms ...string) string {
	return "<" + operator + "><subterm>" + strings.Join(terms, "</subterm><subterm>") + "</subterm></" + operator + ">"
}

func place(id, sort, initial string) string {
	if initial != "" {
		initial = label("hlinitialMarking", initial)
	}
	return `<place id="` + id + `">` + label("type", `<usersort declaration="`+sort+`"/>`) + initial + `</place>`
}

func arc(from, to, term string) string {
	return `<arc id="a" source="` + from + `" target="` + to + `">` + label("hlinscription", term) + `</arc>`
}

func TestColoured(t *testing.T) {
	n, err := netOf(file("symmetricnet", place("p", "C", apply("add", `<useroperator declaration="c0"/>`,
		`<useroperator declaration="c2"/>`))+place("q", "P", "")+
		`<transition id="t">`+label("condition", apply("or", apply("equality",
		y, `<finiteintrangeconstant value="2"><usersort declaration="R"/>
			</finiteintrangeconstant>`), apply("greaterthan", y, apply("successor", y))))+`</transition>`+
		arc("p", "t", x)+arc("t", "q", apply("tuple", apply("successor", x), y))+
		arc("t", "q", apply("numberof", `<numberconstant value="2"/>`, apply("tuple", apply("add", x, x),
			y)))+declared))
	if err != nil {
		t.Fatal(err)
	}
	// y is 2, or 4, whose successor is 2
	if want := []string{"p/0", "p/2", "q/3", "q/0", "q/6", "q/5", "q/2", "q/8"}; !slices.Equal(n.Places, want) {
		t.Errorf("places %q; want %q", n.Places, want)
	}
	var names []string
	for _, t := range n.Transitions {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	if want := []string{"t/0,0", "t/0,2", "t/2,0", "t/2,2"}; !slices.Equal(names, want) {
		t.Errorf("transitions %q; want %q", names, want)
	}
	const most = math.MaxInt64
	first := n.Transitions[n.TransitionNamed["t/0,0"][0]]
	if want := (Transition{"t/0,0", []Arc{{0, 1, 0, most}, {2, 0, 1, most},
		{3, 0, 4, most}}}); !reflect.DeepEqual(first, want) {
		t.Errorf("%v; want %v", first, want)
	}
	if !slices.Equal(n.PlaceNames, []string{"p",
		"q"}) || len(n.PlaceNamed["q"]) != 6 || len(n.TransitionNamed["t"]) != 4 {
		t.Error(n.PlaceNames, n.PlaceNamed, n.TransitionNamed)
	}
	if states, firings, ok := size(n, 100); states != 9 || firings != 12 || !ok {
		t.Errorf("%d markings, %d firings", states, firings)
	}
}

func TestColouredRefused(t *testing.T) {
	nodes := place("p", "C", "") + place("q", "P", "") + `<transition id="t"/>`
	for _, parts := range []string{
		`<place id="p"/>`, place("p", "D", ""), place("p", "C", x), place("p", "P", `<useroperator declaration="c0"/>`),
		nodes + arc("p", "t", y), nodes + arc("p", "t", `<variable refvariable="z"/>`), nodes + arc("q", "t",
			apply("tuple", y, x)),
		nodes + arc("p", "t", "<unknown/>"),
		nodes + `<arc id="a" source="p" target="t"/>`,
		nodes + `<arc id="a" source="p" target="t"><inscription><text>1</text></inscription></arc>`,
		nodes + arc("p", "t", apply("numberof", `<numberconstant value="-1"/>`, x)),
		`<transition id="t">` + label("condition", apply("equality", x, y)) + `</transition>`,
		`<transition id="t">` + label("condition", apply("xor", apply("equality", x, x), apply("equality",
			y, y))) + `</transition>`,
		`<declaration><structure><declarations><namedsort id="C"><dot/></namedsort></declarations></structure>
			</declaration>`,
		`<declaration><structure><declarations><namedsort id="S"><usersort declaration="S"/></namedsort></declarations>
			</structure></declaration>`,
	} {
		if _, err := netOf(file("symmetricnet", parts+declared)); err == nil {
			t.Errorf("%s: %v", parts, err)
		}
	}
}

// TestMutated reads files with bytes changed or parts cut out or doubled: there may be an error, and no panic.
func TestMutated(t *testing.T) {
	data, err := os.ReadFile("../../../../petri/pnml/testdata/coloured.pnml")
	if err != nil {
		t.Fatal(err)
	}
	plain := file("ptnet", `<place id="p"><initialMarking><text>1</text></initialMarking></place><transition id="t"/>
		<arc id="a" source="p" target="t"><type value="inhibitor"/><inscription><text>2</text></inscription></arc>`)
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 7))
		text := slices.Clone([][]byte{data, plain}[seed%2])
		for range 1 + r.IntN(3) {
			i := r.IntN(len(text))
			j := min(len(text), i+1+r.IntN(60))
			switch r.IntN(3) {
			case 0:
				text[i] = "<>/\"19-azC&"[r.IntN(11)]
			case 1:
				text = slices.Delete(text, i, j)
			default:
				text = slices.Insert(text, j, text[i:j]...)
			}
		}
		_, _ = netOf(text)
	}
}
