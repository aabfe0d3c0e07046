package pnml

import (
	"strings"
	"testing"

	"brim/petri"
)

func readTestdata(t *testing.T, name string) *petri.Net {
	t.Helper()
	net, err := ReadFile(t.Context(), "testdata/"+name)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func TestPIPE(t *testing.T) {
	b := petri.NewBuilder("Net-One")
	p0, p1 := b.Place("P0", 2), b.Place("P1", 0)
	t0, t1 := b.Transition("T0"), b.Transition("T1")
	b.AliasPlace(p0, "idle")
	b.AliasTransition(t0, "start")
	b.In(t0, p0, 1)
	b.Out(t0, p1, 2)
	b.Inhibit(t0, p1, 3)
	b.In(t1, p1, 1)
	same(t, readTestdata(t, "pipe4.pnml"), mustBuild(t, b))

	b = petri.NewBuilder("")
	p0, p1, t0 = b.Place("P0", 1), b.Place("P1", 0), b.Transition("T0")
	b.In(t0, p0, 1)
	b.Inhibit(t0, p1, 1)
	b.Out(t0, p1, 1)
	same(t, readTestdata(t, "pipe5.pnml"), mustBuild(t, b))
}

// pipeErrors lists what changes the markings that a net of PIPE reaches, and is refused.
var pipeErrors = []struct{ text, want string }{
	{"<place id='p'>\n<capacity><value>-5</value></capacity></place>",
		`3: the capacity of place "p" is "-5"; expected an integer from 1 to 2^63−1`},
	{"<place id='p'><initialMarking><value>A,1,\nB,2</value></initialMarking></place>",
		`2: coloured nets are not supported; the initialMarking of place "p" has tokens of the class "B", line 2 has some of the class "A"`},
	{"<place id='p'><initialMarking><value>A,1,B,0</value></initialMarking></place>\n<place " +
		"id='q'><initialMarking><value>B,1</value></initialMarking></place>",
		`3: coloured nets are not supported; the initialMarking of place "q" has tokens of the class "B", line 2 has some of the class "A"`},
	{"<place id='p'><initialMarking><value>A,1</value></initialMarking></place>\n<transition id='t'/><arc source='p' " +
		"target='t' id='a'><inscription><value>1</value></inscription></arc>",
		`3: coloured nets are not supported; the inscription of arc "a" has tokens of the class "Default", line 2 has some of the class "A"`},
	{"<place id='p'><initialMarking><value>A,1,A,1</value></initialMarking></place>",
		`2: the initialMarking of place "p" is "A,1,A,1"; expected a number, or CLASS,NUMBER for each class of tokens`},
	{"<place id='p'><initialMarking><value>A,1,B</value></initialMarking></place>",
		`2: the initialMarking of place "p" is "A,1,B"; expected a number, or CLASS,NUMBER for each class of tokens`},
	{"<place id='p'><initialMarking><value>1,000</value></initialMarking></place>",
		`2: the initialMarking of place "p" is "1,000"; expected a number, or CLASS,NUMBER for each class of tokens`},
	{"<place id='p'><initialMarking><value>,1</value></initialMarking></place>",
		`2: the initialMarking of place "p" is ",1"; expected a number, or CLASS,NUMBER for each class of tokens`},
	{"<place id='p'><initialMarking><value>A,-1</value></initialMarking></place>",
		`2: the initialMarking of place "p" is "A,-1"; expected a number, or CLASS,NUMBER for each class of tokens`},
	{"<place id='p'><initialMarking/></place>", `2: the initialMarking of place "p" has no <text>; expected a number`},
	{"<arc id='a' source='p' target='t'><inscription><value>A,0</value></inscription></arc>",
		`2: the inscription of arc "a" is "A,0"; expected a token at least`},
	{"<arc id='a' source='p' target='t'><inscription><value/></inscription></arc>",
		`2: the inscription of arc "a" is empty; expected a number`},
	{"<arc id='a' source='p' target='t'><inscription><value>#(P0)</value></inscription></arc>",
		`2: the inscription of arc "a" is "#(P0)"; expected an integer from 1 to 2^63−1`},
	{ofPIPE("t", "true", "1") + "\n<transition id='v'/>" + ofPIPE("u", "false", "1"),
		`1: some transitions are immediate, others do not say whether they are; expected <timed> in all`},
	{ofPIPE("t", "true", "high"), `2: the priority of transition "t" is "high"; expected an integer of 32 bits`},
	{"<place id='p'><rate><value>1</value></rate></place>",
		`2: <rate> in place "p" is not understood; expected an initialMarking`},
}

func TestPIPEErrors(t *testing.T) {
	for _, c := range pipeErrors {
		check(t, "<pnml><net id='n' type='P/T net'>\n"+c.text+"</net></pnml>", c.want)
	}
	check(t, doc("<transition id='t'><rate><value>1</value></rate></transition>"),
		`4: <rate> in transition "t" is not understood; expected a name`)
}

// ofPIPE returns a transition of PIPE.
func ofPIPE(id, value, priority string) string {
	return "<transition id='" + id + "'><timed><value>" + value + "</value></timed><priority><value>" + priority +
		"</value></priority></transition>"
}

func TestTAPAAL(t *testing.T) {
	b := petri.NewBuilder("Sender+Receiver")
	ready, medium := b.Place("Sender.P0", 3), b.Place("Medium", 2)
	send, reset := b.Transition("Sender.T0"), b.Transition("Reset")
	got, take := b.Place("Receiver.P0", 0), b.Transition("Receiver.T0")
	b.AliasPlace(ready, "Sender.Ready")
	b.AliasPlace(got, "Receiver.Got")
	b.AliasTransition(send, "Sender.Send")
	b.AliasTransition(take, "Receiver.Take")
	b.In(send, ready, 2)
	b.Out(send, medium, 1)
	b.In(reset, medium, 1)
	b.Out(reset, ready, 1)
	b.In(take, medium, 1)
	b.Out(take, got, 1)
	b.In(reset, got, 1)
	b.Inhibit(take, got, 4)
	same(t, readTestdata(t, "components.tapn"), mustBuild(t, b))

	b = petri.NewBuilder("ComposedModel")
	p0, p1, p2 := b.Place("P0", 1), b.Place("P1", 0), b.Place("P2", 0)
	t0, t1 := b.Transition("T0"), b.Transition("T1")
	b.AliasPlace(p1, "wait")
	b.In(t0, p0, 1)
	b.Out(t0, p1, 3)
	b.Out(t0, p2, 2)
	b.Inhibit(t1, p2, 2)
	b.In(t1, p1, 2)
	b.Out(t1, p0, 2)
	same(t, readTestdata(t, "engine.tapn"), mustBuild(t, b))
}

const flatNodes = "<place id='P0' name='P0' initialMarking='1'/><transition id='T1' name='T1'/>\n"

// tapaalErrors lists time, colours and what is not known, which are refused by name.
var tapaalErrors = []struct{ text, want string }{
	{flatNodes + "<arc id='a' source='P0' target='T1' type='timed' inscription='[2,5]'/>",
		`3: the arc from "P0" to "T1" has the interval "[2,5]"; only nets without time are read, expected [0,inf)`},
	{flatNodes + "<inputArc source='P0' target='T1' inscription='(0,inf)'/>",
		`3: the arc from "P0" to "T1" has the interval "(0,inf)"; only nets without time are read, expected [0,inf)`},
	{flatNodes + "<arc id='a' source='P0' target='T1' type='transport' inscription='[5,inf):1'/>",
		`3: the arc from "P0" to "T1" has the interval "[5,inf):1"; only nets without time are read, expected [0,inf)`},
	{flatNodes + "<arc id='a' source='P0' target='T1' type='tapnInhibitor' inscription='[0,1]'/>",
		`3: the arc from "P0" to "T1" has the interval "[0,1]"; only nets without time are read, expected [0,inf)`},
	{flatNodes + "<arc id='a' source='P0' target='T1' type='timed' " +
		"inscription='[0,inf)'>\n<colorinterval><inscription inscription='[1,2]'/></colorinterval></arc>",
		`4: the arc from "P0" to "T1" has the interval "[1,2]"; only nets without time are read, expected [0,inf)`},
	{"<place id='P2'\nname='P2' invariant='&lt;= 5'/>",
		`2: place "P2" has the invariant "<= 5"; only nets without time are read, expected < inf`},
	{"<place id='P2' name='P2'>\n<colorinvariant><inscription inscription='&lt; 3'/></colorinvariant></place>",
		`3: place "P2" has the invariant "< 3" for a colour; expected < inf, or that of the place`},
	{"<place id='P2' name='P2'>\n<type><text>Philo</text></type></place>",
		`3: coloured nets are not supported; place "P2" has the type "Philo", expected dot`},
	{"<place id='P2' name='P2'>\n<hlinitialMarking><text>1'Id1 + 1'Id2</text></hlinitialMarking></place>",
		`3: coloured nets are not supported; place "P2" has the expression "1'Id1 + 1'Id2", expected one as 1'dot`},
	{"<place id='P2' name='P2' initialMarking='1'>\n<hlinitialMarking><text>2'dot</text></hlinitialMarking></place>",
		`3: the hlinitialMarking of place "P2" has 2 tokens, its initialMarking is 1; expected the same number`},
	{"<transition id='t' name='t'>\n<condition/></transition>",
		`3: coloured nets are not supported; expected no <condition> in transition "t"`},
	{flatNodes + "<arc id='a' source='P0' target='T1' " +
		"type='timed'><hlinscription><text>3'dot</text></hlinscription></arc>",
		`3: arc "a" has 3 tokens in its expression and the weight 1; expected the same number`},
	{flatNodes + "<arc id='a' source='P0' target='T1' type='timed' weight='k'/>",
		`3: the weight of arc "a" is "k"; expected an integer from 1 to 2^63−1, or a constant`},
	{flatNodes + "<arc id='a' source='P0' target='T1' type='timed' weight='0'/>",
		`3: the weight of arc "a" is "0"; expected an integer from 1 to 2^63−1, or a constant`},
	{flatNodes + "<outputArc id='a' source='T1' target='P0' inscription='2' weight='3'/>",
		`3: arc "a" has the inscription "2" and the weight "3"; expected one of them`},
	{flatNodes + "<arc id='a' source='P0' target='T1' type='reset'/>",
		`3: arc "a" has the unknown type "reset"; expected normal, timed, transport or tapnInhibitor`},
	{flatNodes + "<arc id='a' source='P0' target='T1' age='3'/>",
		`3: the attribute age of <arc> is not understood; expected id, source, target, transition, type, inscription, weight`},
	{flatNodes + "<arc id='a' source='P0' target='T11'/>",
		`3: arc "a": no node has the id "T11"; expected a place or transition as target; did you mean "T1"?`},
	{flatNodes + "<arc id='a' source='T1' target='P0' type='inhibitor'/>",
		`3: inhibitor arc "a" goes from transition "T1" to place "P0"; expected the place as source`},
	{flatNodes + "<arc id='a' source='P0' target='P0'/>",
		`3: arc "a" goes from place "P0" to place "P0"; expected a place at one end and a transition at the other`},
	{flatNodes + "<place id='P0' name='x'/>", `3: the id "P0" is taken by the place in line 2; expected another id`},
	{flatNodes + "<place id='x' name='T1'/><transition name='y'/>", `3: <transition> has no id; expected one`},
	{"<place id='x' name='x' initialMarking='many'/>",
		`2: the initialMarking of place "x" is "many"; expected an integer from 0 to 2^63−1`},
	{"<place id='x' name='x' capacity='2'/>",
		`2: the attribute capacity of <place> is not understood; expected id, name, initialMarking, invariant, inscription`},
	{"<page/>", `2: <page> in the net is not understood; expected a place, transition or arc`},
	{"</net><shared-place/><net active='true'>", `2: <shared-place> has no name; expected one`},
	{"</net><shared-transition name='x'/>\n<shared-transition name='x'/><net>",
		`3: the shared transition "x" is in line 2 already; expected it once`},
	{"</net><net id='n' active='true'><place id='x' name='y'/></net>\n<net id='n' active='true'><place id='x' " +
		"name='y'/>", `3: the id "n.x" is taken by the place in line 2; expected another id`},
}

func TestTAPAALErrors(t *testing.T) {
	for _, c := range tapaalErrors {
		check(t, "<pnml><net id='n' active='true'>\n"+c.text+"</net></pnml>", c.want)
	}
	check(t, "<pnml><net active='false'/>\n</pnml>", `2: no net is active; expected one with active="true"`)
	check(t, "<pnml><query/>\n</pnml>", `2: found no net; expected <net> inside <pnml>`)
}

// A shared name may be an id elsewhere.
func TestTAPAALNames(t *testing.T) {
	text := "<pnml><shared-place name='S' initialMarking='1'/>\n<net active='true' id='n'><place id='P' " +
		"name='S'/><transition id='S' name='T'/></net></pnml>"
	check(t, text, `2: the id "S" is taken by the place in line 2; expected another id`)
	net := mustRead(t, strings.ReplaceAll(text, "<transition id='S'", "<transition id='Q'"))
	if net.Places[0].Name != "S" || net.Places[0].Initial != 1 || net.TransitionAlias(0) != "T" {
		t.Errorf("%+v", net)
	}
}
