package pnml

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"brim/petri/extended"
	"brim/petri/timed"
)

// A model of TAPAAL with time: two components that share a place and a transition, constants in intervals, weights and
// invariants, transport arcs in both forms, an urgent transition.
const agedModel = `<pnml>
<shared-place name="S" initialMarking="2" invariant="&lt;= limit"/>
<shared-transition name="Go" urgent="true"/>
<constant name="limit" value="7"/><constant name="two" value="2"/>
<net active="true" id="A" type="P/T net">
 <place id="P0" name="S" initialMarking="0" invariant="&lt; inf"/>
 <place id="P1" name="x" initialMarking="1" invariant="&lt; 9"><initialMarkingAge><token age="0.0"/></initialMarkingAge></place>
 <transition id="T0" name="Move" urgent="false"/><transition id="T1" name="Go"/>
 <arc id="a" source="P0" target="T0" type="transport" inscription="[1,limit]:1" weight="two" transportID="1"/>
 <arc id="b" source="T0" target="P1" type="transport" inscription="[1,limit]:1" weight="two" transportID="1">
  <arcpath id="0" xCoord="0" yCoord="0"/><arcpath id="1" xCoord="3" yCoord="4"/><arcpath id="2" xCoord="9" yCoord="9"/></arc>
 <arc id="c" source="P1" target="T1" type="timed" inscription="[0,inf)" weight="1"/>
</net>
<net active="true" id="B" type="P/T net">
 <place id="P0" name="S"/><place id="P1" name="y" initialMarking="0" invariant="&lt; inf"/>
 <transition id="T0" name="Go" urgent="false"/><transition id="T1" name="Take"/>
 <inputArc source="P1" target="T1" inscription="(two, 4)"/><outputArc source="T0" target="P1" inscription="1"/>
 <inhibitorArc source="P0" target="T1" inscription="[0,inf)" weight="3"/>
 <transportArc source="P1" transition="T1" target="P0" inscription="[3,inf)"/>
</net>
<feature isTimed="true"/></pnml>`

func TestAges(t *testing.T) {
	place := func(id, label string, initial int64) extended.Place {
		return extended.Place{ID: id, Label: label, Initial: initial, Capacity: extended.Unlimited}
	}
	any, none := timed.Always(), timed.Bound{Most: timed.Infinite}
	want := &timed.Document{Arcs: &timed.ArcNet{
		Net: &extended.Net{
			Name:   "A+B",
			Places: []extended.Place{place("S", "", 2), place("A.P1", "A.x", 1), place("B.P1", "B.y", 0)},
			Transitions: []extended.Transition{{ID: "A.T0", Label: "A.Move"}, {ID: "Go"}, {ID: "B.T1",
				Label: "B.Take"}},
			Arcs: []extended.Arc{
				{Place: 1, Transition: 1, Kind: extended.Input, Weight: 1}, {Place: 2, Transition: 2,
					Kind: extended.Input, Weight: 1},
				{Place: 2, Transition: 1, Kind: extended.Output, Weight: 1}, {Place: 0, Transition: 2,
					Kind: extended.Inhibitor, Weight: 3},
			},
		},
		Ages: []timed.Interval{any, {Low: 2, High: 4, LowOpen: true, HighOpen: true}, any, any},
		Transports: []timed.Transport{
			{From: 0, Transition: 0, To: 1, Weight: 2, Ages: timed.Interval{Low: 1, High: 7},
				After: []extended.Point{{X: 3, Y: 4}}},
			{From: 2, Transition: 2, To: 0, Weight: 1, Ages: timed.Interval{Low: 3, High: timed.Infinite}},
		},
		Invariants: []timed.Bound{{Most: 7}, {Most: 9, Open: true}, none},
		Urgent:     []bool{false, true, false},
	}}
	got, err := ReadExtended(strings.NewReader(agedModel), "x.tapn")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got  %+v, %v\nwant %+v", got.Arcs, err, want.Arcs)
	}
	d, err := ReadDocument(strings.NewReader(agedModel), "x.tapn")
	want.Arcs.Transports[0].After = nil // documents have no drawing
	if err != nil || !reflect.DeepEqual(d.Extended, want) {
		t.Errorf("got  %+v, %v\nwant %+v", d, err, want.Arcs)
	}
	if net, err := Read(strings.NewReader(agedModel), "x.tapn"); err == nil {
		t.Errorf("read as a net without time: %v", net)
	}
	// without the names that components have, both writers write what comes back
	for i, name := range []string{"S", "x", "y"} {
		want.Arcs.Places[i].ID, want.Arcs.Places[i].Label = name, ""
	}
	for i, name := range []string{"Move", "Go", "Take"} {
		want.Arcs.Transitions[i].ID, want.Arcs.Transitions[i].Label = name, ""
	}
	want.Arcs.Name = "AB"
	var b bytes.Buffer
	if err := WriteTAPAALEngine(&b, want); err != nil {
		t.Fatal(err)
	}
	if got, err = ReadExtended(&b, "x.xml"); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("another net came back: %+v, %v\nwant %+v", got, err, want.Arcs)
	}
}

func TestAgesErrors(t *testing.T) {
	const urgent = "<transition id='T2' name='T2' urgent='true'/>\n"
	for _, c := range []struct{ text, want string }{
		{"<place id='p' name='p' invariant='&lt;=x'/>",
			`2: place "p" has the invariant "<=x"; expected one such as <= 5, < 5 or < inf, with a number or a constant`},
		{"<place id='p' name='p' invariant='&lt; 0'/>",
			`2: place "p" has the invariant "< 0"; expected one such as <= 5, < 5 or < inf, with a number or a constant`},
		{"<place id='p' name='p' invariant='5'/>",
			`2: place "p" has the invariant "5"; expected one such as <= 5, < 5 or < inf, with a number or a constant`},
		{urgent + "<place id='p' name='p'>\n<initialMarkingAge><token age='2'/></initialMarkingAge></place>",
			`4: a token on place "p" is not new; expected that all tokens have the age 0`},
		{flatNodes + "<arc id='a' source='P0' target='T1' type='timed' inscription='[3,2]'/>",
			`3: the arc from "P0" to "T1" has the interval "[3,2]"; expected one such as [1,4), (0,3] or [2,inf), with numbers or constants`},
		{flatNodes + "<arc id='a' source='P0' target='T1' type='timed' inscription='[3'/>",
			`3: the arc from "P0" to "T1" has the interval "[3"; expected one such as [1,4), (0,3] or [2,inf), with numbers or constants`},
		{flatNodes + "<arc id='a' source='P0' target='T1' type='timed' inscription='[-1,k)'/>",
			`3: the arc from "P0" to "T1" has the interval "[-1,k)"; expected one such as [1,4), (0,3] or [2,inf), with numbers or constants`},
		{flatNodes + "<arc id='a' source='P0' target='T1' type='tapnInhibitor' inscription='[1,2]'/>",
			`3: the inhibitor arc from "P0" to "T1" has the interval "[1,2]"; expected [0,inf), as it counts tokens of all ages`},
		{flatNodes + "<arc id='a' source='P0' target='T1' type='transport' inscription='[1,2]:1'/>",
			`3: transport arc "a" has one end; expected an arc to the transition and one from it, of the same number`},
		{flatNodes + "<arc id='a' source='P0' target='T1' type='transport' inscription='[1,2]:1'/>\n<arc id='b' " +
			"source='T1' target='P0' type='transport' inscription='[1,3]:1'/>",
			`4: the ends of transport arc "b" have different intervals; expected the same`},
		{flatNodes + "<arc id='a' source='P0' target='T1' type='transport' inscription='[1,2]:1'/>\n<arc id='b' " +
			"source='T1' target='P0' type='transport' inscription='[1,2]:1' weight='2'/>",
			`4: transport arc "b" is no pair of arcs of one weight to and from a transition`},
		{flatNodes + "<transition id='T2' name='T2' urgent='true'/><arc source='P0' target='T2' inscription='[1,2]'/>",
			`1: arc between place P0 and transition T2: it has the interval [1,2], and the transition is urgent`},
	} {
		text := "<pnml>\n<net id='n' active='true'>" + c.text + "</net></pnml>"
		if strings.HasPrefix(c.text, flatNodes) || strings.HasPrefix(c.text, urgent) {
			text = "<pnml><net id='n' active='true'>\n" + c.text + "</net></pnml>"
		}
		_, err := ReadExtended(strings.NewReader(text), "x")
		if err == nil || strings.TrimPrefix(err.Error(), "x:") != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}
