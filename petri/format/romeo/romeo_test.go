package romeo

import (
	"reflect"
	"strings"
	"testing"

	"brim/petri/extended"
	"brim/petri/timed"
)

// A net as the tool writes it: with ids that are numbers, labels, positions, colours and preferences.
const drawn = `<?xml version="1.0" encoding="UTF-8" ?>
<TPN name="/tmp/x.xml">
  <place id="1" label="free" initialMarking="2" eft="0" lft="inf">
    <graphics color="0"><position x="120" y="45.5"/><deltaLabel deltax="10" deltay="10"/></graphics>
    <scheduling gamma="0" omega="0"/>
  </place>
  <place id="2" label="busy" initialMarking="0"/>
  <transition id="1" label="take" eft="2" lft="5" obs="1"><graphics><position x="1" y="2"/></graphics></transition>
  <transition id="2" label="take" eft="3" lft="inf"><update><![CDATA[]]></update></transition>
  <arc place="1" transition="1" type="PlaceTransition" weight="1"><nail xnail="0" ynail="0"/><graphics color="0"></graphics></arc>
  <arc place="2" transition="1" type="TransitionPlace" weight="3"/>
  <arc place="1" transition="2" type="read" weight="2"/>
  <arc place="2" transition="2" type="logicalInhibitor" weight="4"/>
  <arc place="2" transition="2" type="flush" weight="7"/>
  <preferences><colorPlace c0="SkyBlue2"/></preferences>
</TPN>`

func TestRead(t *testing.T) {
	want := &timed.Document{Timed: &timed.Net{
		Net: &extended.Net{
			Name: "x",
			Places: []extended.Place{
				{ID: "free", Initial: 2, Capacity: extended.Unlimited, At: &extended.Point{X: 120, Y: 45.5}},
				{ID: "busy", Capacity: extended.Unlimited},
			},
			Transitions: []extended.Transition{{ID: "take", At: &extended.Point{X: 1, Y: 2}}, {ID: "take_2"}},
			Arcs: []extended.Arc{
				{Place: 0, Transition: 0, Kind: extended.Input, Weight: 1}, {Place: 1, Transition: 0,
					Kind: extended.Output, Weight: 3},
				{Place: 0, Transition: 1, Kind: extended.Read, Weight: 2}, {Place: 1, Transition: 1,
					Kind: extended.Inhibitor, Weight: 4},
				{Place: 1, Transition: 1, Kind: extended.Reset, Weight: 1},
			},
		},
		Intervals: []timed.Interval{{Low: 2, High: 5}, {Low: 3, High: timed.Infinite}},
	}}
	got, err := Read(strings.NewReader(drawn), "x.xml")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got  %+v, %v\nwant %+v", got, err, want)
	}
	var b strings.Builder
	if err := Write(&b, got); err != nil {
		t.Fatal(err)
	}
	if back, err := Read(strings.NewReader(b.String()), "x.xml"); err != nil || !reflect.DeepEqual(back, want) {
		t.Errorf("another net came back: %+v, %v\n%s", back, err, b.String())
	}
	for _, change := range []func(*timed.Net){
		func(n *timed.Net) { n.Weak = true },
		func(n *timed.Net) { n.Intervals[0].LowOpen = true },
		func(n *timed.Net) { n.Places[0].Capacity = 3 },
		func(n *timed.Net) { n.Transitions[0].Priority = 3 },
	} {
		d := want.Clone()
		change(d.Timed)
		if Write(&b, d) == nil {
			t.Errorf("written: %+v", d.Timed)
		}
	}
}

// Version 3 writes an element before the root, and attributes and parts that say nothing in nets like this one; version
// 2 writes infini.
func TestVersions(t *testing.T) {
	const three = `<?xml version="1.0" encoding="UTF-8" ?>
<romeo version="Romeo v3.6.0"> </romeo>
<TPN name="/tmp/x.xml">
 <place id="1" identifier="p" label="p" initialMarking="1" eft="0" lft="inf"> <scheduling gamma="0" omega="0"/> </place>
 <transition id="1" identifier="t" label="t"  eft="4" lft="inf" speed="1" cost="0" unctrl="0" obs="1"  guard="">
    <update><![CDATA[]]></update>
 </transition>
 <arc place="1" transition="1" type="PlaceTransition" weight="1" tokenColor="-1" inhibitingCondition ="">
    <nail xnail="0" ynail="0"/> <graphics color="0"> </graphics>
 </arc>
 <timedCost></timedCost>
 <declaration><![CDATA[// insert here your type definitions using C-like syntax]]></declaration>
 <initialization><![CDATA[// insert here the state variables declarations]]></initialization>
</TPN>`
	const two = `<TPN name="x"><place id="1" label="p" initialMarking="1"/><transition id="1" label="t" eft="4"
		lft="infini"/><arc place="1" transition="1" type="PlaceTransition" weight="1"></arc></TPN>`
	want := &timed.Document{Timed: &timed.Net{
		Net: &extended.Net{
			Name:        "x",
			Places:      []extended.Place{{ID: "p", Initial: 1, Capacity: extended.Unlimited}},
			Transitions: []extended.Transition{{ID: "t"}},
			Arcs:        []extended.Arc{{Kind: extended.Input, Weight: 1}},
		},
		Intervals: []timed.Interval{{Low: 4, High: timed.Infinite}},
	}}
	for _, text := range []string{two, three} {
		got, err := Read(strings.NewReader(text), "x.xml")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v, %v\nwant %+v\n%s", got, err, want, text)
		}
		if !Begins(text) {
			t.Errorf("not recognised: %s", text)
		}
	}
}

func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		``:                              `1: the document is empty; expected <TPN>`,
		`<pnml></pnml>`:                 `1: found <pnml>; expected <TPN>`,
		`<TPN><place label="p"/></TPN>`: `1: <place> has the id ""; expected one that no other has`,
		`<TPN><place id="1" initialMarking="x"/></TPN>`:                                    `1: <place> has the initialMarking "x"; expected a whole number from 0 to 2^63−1, as parameters are not supported`,
		`<TPN><place id="1" eft="2" lft="inf"/></TPN>`:                                     `1: eft="2" (intervals of places) is not supported; expected none`,
		`<TPN><place id="1"><scheduling gamma="2"/></place></TPN>`:                         `1: gamma="2" (scheduling of places) is not supported; expected none`,
		`<TPN><transition id="1" eft="a"/></TPN>`:                                          `1: <transition> has the eft "a"; expected a whole number from 0 to 2^63−1, as parameters are not supported`,
		`<TPN><transition id="1" eft_param="a"/></TPN>`:                                    `1: eft_param="a" (parameters) is not supported; expected none`,
		`<TPN><transition id="1" label="t" eft="3" lft="2"/></TPN>`:                        `1: transition "t" has the interval [3,2]; expected an end that is not before the beginning`,
		"<TPN><transition id=\"1\">\n<update>x = 1</update></transition></TPN>":            `2: <update> is not supported; expected that it is empty`,
		`<TPN><place id="1" tokens="2"/></TPN>`:                                            `1: the attribute tokens of <place> is not understood; expected id, identifier, label, initialMarking, eft, lft`,
		`<TPN><arc place="1" transition="1" type="read" tokenColor="2"/></TPN>`:            `1: tokenColor="2" (colours of tokens) is not supported; expected none`,
		"<romeo/>\n<romeo/><pnml/>":                                                        `2: found <pnml>; expected <TPN>`,
		`<TPN></TPN><romeo/>`:                                                              `1: found <romeo> after </TPN>; expected the end of the file`,
		`<TPN><arc place="1" transition="1" type="timedInhibitor"/></TPN>`:                 `1: stopwatch arcs (timedInhibitor) are not supported; expected logicalInhibitor`,
		`<TPN><arc place="1" transition="1" type="x"/></TPN>`:                              `1: an arc of the unknown type "x"; expected PlaceTransition, TransitionPlace, read, flush or logicalInhibitor`,
		`<TPN><arc place="1" transition="1" type="read"/></TPN>`:                           `1: no place has the id "1"`,
		`<TPN><place id="1"/><arc place="1" transition="1" type="read" weight="0"/></TPN>`: `1: <arc> has the weight "0"; expected a whole number from 1 to 2^63−1, as parameters are not supported`,
		`<TPN><place id="1"/><arc place="1" transition="1" type="read"/></TPN>`:            `1: no transition has the id "1"`,
	} {
		_, err := Read(strings.NewReader(text), "x")
		if err == nil {
			t.Errorf("%s: no error, want %s", text, want)
		} else if got := strings.TrimPrefix(err.Error(), "x:"); !strings.HasPrefix(got, want) {
			t.Errorf("%s: %s\nwant %s", text, got, want)
		}
	}
}
