package pnml

import (
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/iotest"

	"brim/malformed"
	"brim/petri"
)

// doc wraps the content of a page.
func doc(page string) string {
	return `<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">
` + page + `
</page></net></pnml>`
}

func mustRead(t *testing.T, text string) *petri.Net {
	t.Helper()
	net, err := Read(strings.NewReader(text), "x.pnml")
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func mustBuild(t *testing.T, b *petri.Builder) *petri.Net {
	t.Helper()
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func same(t *testing.T, got, want *petri.Net) {
	t.Helper()
	if got.Equal(want) {
		return
	}
	t.Errorf("got  %+v %+v\nwant %+v %+v", got, got.Units, want, want.Units)
}

func TestProducerConsumer(t *testing.T) {
	got, err := ReadFile(t.Context(), "testdata/prodcons.pnml")
	if err != nil {
		t.Fatal(err)
	}
	b := petri.NewBuilder("prodcons")
	ready, made := b.Place("ready", 1), b.Place("made", 0)
	b.AliasPlace(ready, "ready to produce")
	free, full := b.Place("free", 3), b.Place("full", 0)
	hungry, eating := b.Place("hungry", 2), b.Place("eating", 0)
	produce, put, get, eat := b.Transition("produce"), b.Transition("put"), b.Transition("get"), b.Transition("eat")
	b.In(produce, ready, 1)
	b.Out(produce, made, 1)
	b.In(put, made, 1)
	b.In(put, free, 1)
	b.Out(put, ready, 1)
	b.Out(put, full, 1)
	b.In(get, full, 1)
	b.In(get, hungry, 2) // two arcs, one through a reference transition
	b.Out(get, free, 1)
	b.Out(get, eating, 2)
	b.In(eat, eating, 2)
	b.Out(eat, hungry, 2)
	same(t, got, mustBuild(t, b))
}

func TestLift(t *testing.T) {
	got, err := ReadFile(t.Context(), "testdata/lift.pnml")
	if err != nil {
		t.Fatal(err)
	}
	b := petri.NewBuilder("lift")
	open, shut, still, moving := b.Place("open", 1), b.Place("shut", 0), b.Place("still", 1), b.Place("moving", 0)
	people := b.Place("people", 0)
	enter, shutDoor, openDoor := b.Transition("enter"), b.Transition("shutDoor"), b.Transition("openDoor")
	start, stop := b.Transition("start"), b.Transition("stop")
	b.In(shutDoor, open, 1)
	b.Out(shutDoor, shut, 1)
	b.In(openDoor, shut, 1)
	b.Out(openDoor, open, 1)
	b.Inhibit(openDoor, moving, 1)
	b.In(start, still, 1)
	b.Out(start, moving, 1)
	b.Inhibit(start, open, 1)
	b.Read(start, people, 1)
	b.In(stop, moving, 1)
	b.Out(stop, still, 1)
	b.Out(enter, people, 1)
	b.Read(enter, open, 1)
	b.Inhibit(enter, people, 8)
	b.Units(&petri.Units{Root: 1, Safe: true, List: []petri.Unit{
		{Name: "door", Places: []int{open, shut}},
		{Name: "all", Sub: []int{0, 2}},
		{Name: "cabin", Places: []int{still, moving}},
	}})
	same(t, got, mustBuild(t, b))
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0,
		"<initialMarking><text>7</text></initialMarking>":                                    7,
		"<initialMarking><text>\n 007\t</text></initialMarking>":                             7,
		"<initialMarking><text>+7</text></initialMarking>":                                   7,
		"<initialMarking><text>9223372036854775807</text></initialMarking>":                  1<<63 - 1,
		"<initialMarking><text>1<!-- . -->2</text></initialMarking>":                         12,
		"<initialMarking><text><![CDATA[4]]>&#50;</text></initialMarking>":                   42,
		"<name><text>9</text></name><graphics><text>8</text></graphics>":                     0,
		"<initialMarking><graphics><text>8</text></graphics><text>3</text></initialMarking>": 3,
	} {
		net := mustRead(t, doc(`<place id="p">`+text+`</place>`))
		if got := net.Places[0].Initial; got != want {
			t.Errorf("%s: %d, want %d", text, got, want)
		}
	}
}

// Names are read as aliases, whatever else stands around them.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"":                               "",
		"<name><text>idle</text></name>": "idle",
		"<name><text> p\n</text></name>": "",
		"<name><text/></name><name><text>second</text></name>":                                  "second",
		"<name><text>first</text><text>second</text></name><name><text>x</text></name>":         "first",
		"<name>loose<graphics><text>g</text></graphics><text>a<b>c</b>&#13;&gt;d</text></name>": "a\r>d",
		"<name><x:text xmlns:x='http://x'>of x</x:text></name>":                                 "of x",
		"<name/>": "",
	} {
		net := mustRead(t, doc("<place id='p'>"+text+"</place><transition id='t'>"+
			strings.ReplaceAll(text, " p\n", "t")+"</transition>"))
		if p, tr := net.Places[0].Alias, net.Transitions[0].Alias; p != want || tr != want {
			t.Errorf("%s: place %q, transition %q, want %q", text, p, tr, want)
		}
	}
}

func TestDuplicateArcsAdd(t *testing.T) {
	net := mustRead(t, doc(`<place id="p"/><transition id="t"/>
<arc id="a" source="p" target="t"/><arc id="b" source="p" target="t"><inscription><text>65535</text></inscription></arc>`))
	if w := net.Transitions[0].Pre[0].Weight; w != 65536 {
		t.Errorf("weight %d, want 65536", w)
	}
}

// Arcs of all kinds between one place and one transition mean what each of them says: the twin looks at them one by
// one.
func TestArcsTogether(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 12))
	for range 2000 {
		var arcs strings.Builder
		var take, give, need int64
		most := int64(math.MaxInt64)
		for range rng.IntN(6) {
			w, kind, ends := 1+rng.Int64N(5), "normal", `source="p" target="t"`
			switch rng.IntN(5) {
			case 0:
				take += w
			case 1:
				give, ends = give+w, `source="t" target="p"`
			case 2:
				most, kind = min(most, w-1), "inhibitor"
			default:
				need, kind = max(need, w), []string{"test", "read"}[rng.IntN(2)]
			}
			fmt.Fprintf(&arcs, "<arc %s type='%s'><inscription><text>%d</text></inscription></arc>\n", ends, kind, w)
		}
		net := mustRead(t, doc(`<place id="p"/><transition id="t"/>`+arcs.String()))
		for m := range int64(15) {
			marking := petri.Marking{m}
			enabled := m >= take && m >= need && m <= most
			if net.Enabled(marking, 0) != enabled {
				t.Fatalf("with %d tokens enabled is %v, want %v\n%s", m, !enabled, enabled, arcs.String())
			}
			if err := net.Fire(marking, 0); (err == nil) != enabled || enabled && marking[0] != m-take+give {
				t.Fatalf("%d tokens become %d, want %d\n%s", m, marking[0], m-take+give, arcs.String())
			}
		}
	}
}

// Files that differ in what does not matter give the same net.
func TestDialects(t *testing.T) {
	b := petri.NewBuilder("n")
	b.Place("é", 1)
	want := mustBuild(t, b)
	const place = `<place id="é"><initialMarking><text>1</text></initialMarking></place>`
	prefixed := strings.NewReplacer("</", "</x:", "<", "<x:").Replace(place)
	for name, text := range map[string]string{
		"no declaration": `<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="g">` +
			place + `</page></net></pnml>`,
		"no page": `<pnml><net id="n" type="ptnet">` + place + `</net></pnml>`,
		"no type": `<pnml><net id="n">` + place + `</net></pnml>`,
		"basic PNML": `<pnml><net id="n" type="http://www.informatik.hu-berlin.de/top/pnml/basicPNML.rng">` +
			place + `</net></pnml>`,
		"core model": `<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/pnmlcoremodel">` + place +
			`</net></pnml>`,
		"byte order mark": "\xef\xbb\xbf" + doc(place),
		"declared UTF-8": `<?xml version='1.0' encoding='utf-8' standalone="yes"?>` +
			"\r\n<pnml>\r\n<net id=\"n\">\r\n" + place + "</net></pnml>\n\n",
		"latin 1": `<?xml version="1.0" encoding="ISO-8859-1"?><pnml><net id="n"><!-- ` + "\xff" + ` -->` +
			strings.ReplaceAll(place, "é", "\xe9") + `</net></pnml>`,
		"prefix": `<x:pnml xmlns:x="http://www.pnml.org/version-2009/grammar/pnml"><x:net id="n">` +
			prefixed + `</x:net></x:pnml>`,
		"character":     `<pnml><net id="n">` + strings.ReplaceAll(place, "é", "&#xe9;") + `</net></pnml>`,
		"document type": `<!DOCTYPE pnml><pnml><net id="n">` + place + `</net></pnml><!-- end -->`,
		"foreign": `<pnml><net id="n"><toolspecific tool="x"><net><place id="é"/>text</net></toolspecific>` +
			place + `</net></pnml>`,
		"foreign attribut": `<pnml xmlns:e="http://e"><net id="n">` + strings.Replace(place, "<place",
			`<place e:id="q" xmlns:f="http://f"`, 1) + `</net></pnml>`,
	} {
		t.Run(name, func(t *testing.T) { same(t, mustRead(t, text), want) })
	}
}

// Units whose promises do not fit are there, but not taken as safe.
func TestDoubtfulUnits(t *testing.T) {
	for _, c := range []struct{ size, units, marking, want string }{
		{"", `units="1" safe="true"`, "0", ""},
		{"", `safe="true"`, "0", ""},
		{`places="2" transitions="1" arcs="1"`, `units=" 1 " safe="true"`, "0", ""},
		{"", `units="1" safe="true"`, "1", `5: the units are said to be safe, which the initial marking is not`},
		{"", `units="7" safe="true"`, "1", `5: the units speak of units="7", the file has 1`},
		{"", `units="many" safe="false"`, "1", `5: the units speak of units="many", the file has 1`},
		{`places="99"`, `safe="true"`, "0", `4: the units speak of places="99", the file has 2`},
		{`places="2" transitions="0"`, `safe="true"`, "0", `4: the units speak of transitions="0", the file has 1`},
		{`arcs="2" places="2"`, `safe="true"`, "0", `4: the units speak of arcs="2", the file has 1`},
	} {
		net := mustRead(t, doc(`<toolspecific tool="nupn" version="1.1"><size `+c.size+`/>
<structure root="u" `+c.units+`><unit id="u"><places>p q</places><subunits/></unit></structure></toolspecific>
<place id="p"><initialMarking><text>1</text></initialMarking></place><transition id="t"/><arc source="p" target="t"/>
<place id="q"><initialMarking><text>`+c.marking+`</text></initialMarking></place>`))
		if c.want != "" {
			c.want = "x.pnml:" + c.want
		}
		if net.Units.Safe != (c.want == "") || net.Units.Doubt != c.want {
			t.Errorf("%+v: Safe %v, Doubt %q", c, net.Units.Safe, net.Units.Doubt)
		}
	}
}

// Process mining writes final markings; ids of arcs mean nothing.
func TestFinalMarkings(t *testing.T) {
	net := mustRead(t, doc(`<place id="p"/><transition id="t"/><arc id="a" source="p" target="t"/><arc id="a" source="t" target="p"/></page>
<finalmarkings><marking><place idref="p"><text>1</text></place></marking></finalmarkings><page id="h">`))
	if len(net.Places) != 1 || net.ArcCount() != 2 {
		t.Errorf("%+v", net)
	}
	check(t, doc("<place id='p'><finalmarkings/></place>"),
		`4: <finalmarkings> in place "p" is not understood; expected an initialMarking`)
}

// Long chains of reference nodes must not cost quadratic time or deep recursion.
func TestReferenceChain(t *testing.T) {
	var b strings.Builder
	const n = 20000
	for i := range n {
		fmt.Fprintf(&b, `<referencePlace id="r%d" ref="r%d"/>`, i, i+1)
	}
	fmt.Fprintf(&b, `<place id="r%d"/><transition id="t"/><arc source="r0" target="t"/>`, n)
	if net := mustRead(t, doc(b.String())); len(net.Transitions[0].Pre) != 1 {
		t.Error("the arc is lost")
	}
}

func TestBrokenReader(t *testing.T) {
	broken := errors.New("disk on fire")
	_, err := Read(io.MultiReader(strings.NewReader("<pnml>\n<net"), iotest.ErrReader(broken)), "x.pnml")
	if !errors.Is(err, broken) || err.Error() != "x.pnml:2: disk on fire" {
		t.Errorf("error %v", err)
	}
	var se *malformed.Error
	if errors.As(err, &se) {
		t.Error("a failing reader is reported as a syntax error")
	}
	if _, err := ReadFile(t.Context(), "testdata/nosuch.pnml"); err == nil {
		t.Error("a file that does not exist was read")
	}
}

// A reader may give one byte at a time, at any encoding.
func TestSlowReader(t *testing.T) {
	text := `<?xml version="1.0" encoding="latin1"?><pnml><net id="` + "\xe9\xfe" + `"></net></pnml>`
	net, err := Read(iotest.OneByteReader(strings.NewReader(text)), "x.pnml")
	if err != nil || net.Name != "éþ" {
		t.Errorf("%v, %v", net, err)
	}
}
