package pnml

import (
	"reflect"
	"strings"
	"testing"

	"brim/petri"
	"brim/petri/extended"
)

// Notations that editors and miners write beside the standard: each text is the same net, in which t takes a token of p
// and gives one to q.
func TestEditors(t *testing.T) {
	const nodes = `<place id="p"><initialMarking><text>1</text></initialMarking></place><place id="q"/>
		<transition id="t"/>`
	const arcs = `<arc id="a" source="p" target="t"/><arc id="b" source="t" target="q"/>`
	b := petri.NewBuilder("n")
	p, q, fire := b.Place("p", 1), b.Place("q", 0), b.Transition("t")
	b.In(fire, p, 1)
	b.Out(fire, q, 1)
	want := mustBuild(t, b)
	for name, text := range map[string]string{
		"no type": `<net id="n">` + nodes + arcs + `</net>`,
		"Oryx":    `<net id="n" type="Petri net">` + nodes + arcs + `</net>`,
		"values": `<net id="n" type="ptnet">` + nodes + `<arc id="b" source="t" target="q"/>
			<arc id="a" source="p" target="t"><inscription><value>1</value><text>1</text></inscription></arc></net>`,
		"Signavio":     `<net id="n" type="Petrinet">` + nodes + arcs + `</net>`,
		"no namespace": `<net id="n" type="ptnet" xmlns="">` + nodes + arcs + `</net>`,
		"a module":     `<module><ports/><net id="n" type="PTNet">` + nodes + arcs + `</net></module>`,
		"empty weights": `<net id="n" type="ptnet">` + nodes + strings.ReplaceAll(arcs, `/>`,
			`><inscription/></arc>`) + `</net>`,
		"games": `<net id="n" type="ptnet">` + strings.Replace(nodes, `id="t"/>`,
			`id="t"><player><value>1</value></player></transition>`, 1) + arcs + `</net>`,
		"Yasper": `<net id="n" type="http://www.yasper.org/specs/epnml-1.1"><toolspecific tool="Yasper" 
			version="2.0.5.0"><roles xmlns="http://www.yasper.org/specs/epnml-1.1/toolspec"/></toolspecific>` +
			nodes + arcs + `</net>`,
		"verifypn": `<net id="n" type="P/T net"><place id="p" initialMarking="1"/><place id="q" initialMarking="0"/>
			<transition player="1" id="t" name="t" urgent="false"/>
			<inputArc source="p" target="t"><inscription><value>1</value></inscription></inputArc>
			<outputArc source="t" target="q"><inscription><value>1</value></inscription></outputArc></net>`,
	} {
		net, err := Read(strings.NewReader(`<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">`+text+
			`</pnml>`),
			"x.pnml")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		t.Log(name)
		same(t, net, want)
	}
}

// Yasper and old versions of ProM draw arcs that reset or inhibit from the transition to the place; SEPIA writes
// capacities without <text>, and open nets have their final markings behind the net.
func TestEditorsBeyond(t *testing.T) {
	read := func(text string) *extended.Net {
		d, err := ReadExtended(strings.NewReader("<pnml>"+text+"</pnml>"), "x.pnml")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		return d.Net()
	}
	for word, kind := range map[string]extended.Kind{"reset": extended.Reset, "inhibitor": extended.Inhibitor} {
		net := read(`<net id="n" type="http://www.yasper.org/specs/epnml-1.1"><place id="p"/><transition id="t"/>
			<arc id="a" source="t" target="p"><type><text>` + word + `</text></type></arc></net>`)
		if len(net.Arcs) != 1 || net.Arcs[0].Kind != kind || net.Arcs[0].Weight != 1 {
			t.Errorf("%s: %+v", word, net.Arcs)
		}
	}
	net := read(`<module><net id="n" type="ptnet"><place id="p"><capacity>4</capacity></place></net>
		<finalmarkings><marking><place idref="p"><text>3</text></place></marking></finalmarkings></module>`)
	if net.Places[0].Capacity != 4 || len(net.Finals) != 1 || net.Finals[0][0] != 3 {
		t.Errorf("%+v", net)
	}
}

// TAPAAL gives coloured nets the type of those without colours, calls the colour of the sort dot like the sort, and
// tells how likely transitions are to fire. Of two numbers the net takes one, and gives a token without a colour.
func TestEditorsColoured(t *testing.T) {
	const text = `<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet"><declaration><structure><declarations>
<namedsort id="dot" name="dot"><dot/></namedsort>
<namedsort id="two" name="two"><finiteintrange start="1" end="2"/></namedsort>
<variabledecl id="x" name="x"><usersort declaration="two"/></variabledecl>
</declarations></structure></declaration><page id="g">
<place id="p"><type><structure><usersort declaration="two"/></structure></type><hlinitialMarking><structure>
<add><subterm><all><usersort declaration="two"/></all></subterm></add></structure></hlinitialMarking></place>
<place id="q"><type><structure><usersort declaration="dot"/></structure></type></place>
<transition id="t" distribution="constant" value="1.0"/>
<arc id="a" source="p" target="t"><hlinscription><structure><variable refvariable="x"/></structure></hlinscription>
</arc><arc id="b" source="t" target="q"><hlinscription><structure><useroperator declaration="dot"/></structure>
</hlinscription></arc></page></net></pnml>`
	plain, coloured, err := ReadAny(strings.NewReader(text), "x.pnml")
	if err != nil || plain != nil {
		t.Fatal(plain, err)
	}
	again := strings.NewReplacer(`grammar/ptnet`, `grammar/symmetricnet`, `<useroperator declaration="dot"/>`,
		`<dotconstant/>`,
		` distribution="constant" value="1.0"`, ``).Replace(text)
	_, want, err := ReadAny(strings.NewReader(again), "x.pnml")
	if err != nil || !reflect.DeepEqual(coloured, want) || len(want.Places) != 2 {
		t.Errorf("%v\n%v\n%v", err, coloured, want)
	}
	if _, err := Read(strings.NewReader(text), "x.pnml"); err == nil ||
		err.Error() != "x.pnml:2: coloured nets are not supported; expected no <declaration> in the net" {
		t.Error(err)
	}
	_, _, err = ReadAny(strings.NewReader(strings.Replace(text, `<place id="p">`, `<place id="p" name="p">`, 1)), "x.pnml")
	if err == nil || !strings.HasPrefix(err.Error(), "x.pnml:7: coloured nets in TAPAAL's own notation are not supported") {
		t.Error(err)
	}
	_, _, err = ReadAny(strings.NewReader(strings.Replace(text, "<declaration>", "<place id='r'/><declaration>", 1)),
		"x.pnml")
	if err == nil || !strings.HasPrefix(err.Error(), "x.pnml:2: <declaration> in the net is of coloured nets") {
		t.Error(err)
	}
}

// What none of these notations means is refused with its line.
func TestEditorsErrors(t *testing.T) {
	const yasper = "<net id='n' type='http://www.yasper.org/specs/epnml-1.1'>"
	for _, c := range []struct{ text, want string }{
		{"<module>\n<ports><port id='o'/></ports></module>",
			`2: open nets are not supported; expected no <port> in <ports>`},
		{"<net id='n' type='P/T net' active='yes'/>",
			`1: the attribute active of <net> is "yes"; expected true or false`},
		{"<feature isTimed='no'/>", `1: the attribute isTimed of <feature> is "no"; expected true or false`},
		{"<net id='n' type='P/T net'>\n<transition name='t' id='t' urgent='maybe'/></net>",
			`2: the attribute urgent of <transition> is "maybe"; expected true or false`},
		{"<net id='n' type='P/T net'><place id='p' name='p'/><transition id='t' name='t'/>\n<inputArc source='p' " +
			"target='t' weight='2'><inscription><value>1</value></inscription></inputArc></net>",
			`2: the weight of arc "" is given twice; expected it once`},
		{"<net type='ptnet' id='n'><arc id='a' source='p' target='t'><inscription><value>1</value>\n" +
			"<text>2</text></inscription></arc></net>",
			`2: the inscription of arc "a" is 1 and "2"; expected the same number`},
		{"<net id='n' type='ptnet'><declaration><structure><declarations/></structure></declaration>\n<place id='p' " +
			"name='p'/></net>", `1: coloured nets are not supported; expected no <declaration> in the net`},
		{"<net id='n'>\n<transition id='t'><timed><value>soon</value></timed></transition></net>",
			`2: transition "t" has <timed> with the text "soon"; expected true or false`},
		{yasper + "<transition id='t'><toolspecific tool='Yasper'>\n<logic xmlns='y'/></toolspecific></transition>" +
			"</net>",
			`2: <logic> of Yasper in transition "t" is not understood; expected a comment`},
		{"<net id='n' type='ptnet'><place id='p'/><transition id='t'/>\n" +
			"<arc id='a' source='t' target='p' type='reset'/></net>",
			`2: reset arc "a" goes from transition "t" to place "p"; expected the place as source`},
	} {
		check(t, "<pnml>"+c.text+"</pnml>", c.want)
	}
}
