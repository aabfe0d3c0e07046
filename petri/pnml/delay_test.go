package pnml

import (
	"bytes"
	"reflect"
	"slices"
	"strings"
	"testing"

	"brim/petri/extended"
	"brim/petri/timed"

	"pgregory.net/rapid"
)

// interval returns an interval of MathML with that closure and those ends.
func interval(closure, ends string) string {
	return `<interval xmlns="http://www.w3.org/1998/Math/MathML" closure="` + closure + `">` + ends + "</interval>"
}

// The three delays that the description of Tina's PNML has, and others: without a closure, with numbers such as
// 4.0, which some programs write, and one that says nothing. Nodes have labels beside their names, as nd writes them.
var delayed = `<?xml version="1.0"?>
<pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml"><net id="n" type="http://www.laas.fr/tina/tpn"><page id="g">
<place id="p"><name><text>P</text></name><label><text>a place</text><graphics/></label>
 <initialMarking><text>2</text></initialMarking></place>
<transition id="one"><delay>` + interval("closed", "<cn>4</cn>\n <cn>9</cn>") +
	`<graphics><offset x="-10" y="0"/></graphics></delay></transition>
<transition id="two"><delay>` + interval("closed-open", "<cn>4</cn><ci>infty</ci>") + `</delay></transition>
<transition id="three"><delay>` + interval("open", "<cn>3</cn><cn>5</cn>") + `</delay></transition>
<transition id="four"><label><text>a</text></label><delay><interval><cn>4.0</cn><cn type="integer"> 4 </cn></interval>
 </delay></transition>
<transition id="five"><delay>` + interval("closed-open", "<cn>0</cn><ci>infty</ci>") + `</delay></transition>
<transition id="six"><delay>` + interval("open-closed", "<cn>0</cn><cn>1</cn>") + `</delay></transition>
<transition id="seven"/>
<arc id="a" source="p" target="one"><type value="test"/><inscription><text>2</text></inscription></arc>
<arc id="b" source="p" target="two"/>
</page></net></pnml>`

func TestDelays(t *testing.T) {
	var transitions []extended.Transition
	for _, id := range []string{"one", "two", "three", "four", "five", "six", "seven"} {
		transitions = append(transitions, extended.Transition{ID: id})
	}
	want := &timed.Document{Timed: &timed.Net{
		Net: &extended.Net{
			Name:        "n",
			Places:      []extended.Place{{ID: "p", Label: "P", Initial: 2, Capacity: extended.Unlimited}},
			Transitions: transitions,
			Arcs: []extended.Arc{
				{Place: 0, Transition: 0, Kind: extended.Read, Weight: 2},
				{Place: 0, Transition: 1, Kind: extended.Input, Weight: 1},
			},
		},
		Intervals: []timed.Interval{
			{Low: 4, High: 9}, {Low: 4, High: timed.Infinite}, {Low: 3, High: 5, LowOpen: true, HighOpen: true},
			{Low: 4, High: 4}, timed.Always(), {High: 1, LowOpen: true}, timed.Always(),
		},
	}}
	got, err := ReadExtended(strings.NewReader(delayed), "x.pnml")
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Fatalf("got  %+v, %v\nwant %+v", got, err, want.Timed)
	}
	d, err := ReadDocument(strings.NewReader(delayed), "x.pnml")
	if err != nil || !reflect.DeepEqual(d.Extended, want) {
		t.Errorf("got  %+v, %v\nwant %+v", d, err, want.Timed)
	}
	const refusal = `x.pnml:5: transition "one" has the time interval [4,9]; only nets without time are read, expected none`
	if _, err := Read(strings.NewReader(delayed), "x.pnml"); err == nil || err.Error() != refusal {
		t.Errorf("read as a net without time: %v, want %s", err, refusal)
	}
	var b bytes.Buffer
	if err := WriteExtended(&b, want); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		` type="http://www.laas.fr/tina/tpn">`, "<delay>" + interval("closed", "<cn>4</cn><cn>9</cn>") + "</delay>",
		interval("closed-open", "<cn>4</cn><ci>infty</ci>"), interval("open", "<cn>3</cn><cn>5</cn>"),
		interval("open-closed", "<cn>0</cn><cn>1</cn>"),
	} {
		if !strings.Contains(b.String(), part) {
			t.Errorf("no %s in\n%s", part, b.String())
		}
	}
}

// Delays that say nothing are no time.
func TestDelaysWithoutTime(t *testing.T) {
	text := doc("<place id='p'/><transition id='t'><delay>" + interval("closed", "<cn>0</cn><ci>infty</ci>") +
		"</delay></transition><arc source='p' target='t'/>")
	net, err := Read(strings.NewReader(text), "x")
	if err != nil || len(net.Transitions) != 1 || len(net.Transitions[0].Pre) != 1 {
		t.Errorf("got %+v, %v", net, err)
	}
	if d, err := ReadExtended(strings.NewReader(text), "x"); err != nil || d.Untimed == nil {
		t.Errorf("got %+v, %v", d, err)
	}
}

func TestDelayErrors(t *testing.T) {
	in := func(delay string) string { return "<delay>" + delay + "</delay>" }
	const end = `4: an end of the interval of transition "t" is `
	for _, c := range []struct{ text, want string }{
		{"<delay/>", `4: the delay of transition "t" has no interval; expected one`},
		{in("<text>4</text>"), `4: <text> in transition "t" is not understood; expected an interval`},
		{in("<x:interval xmlns:x='u'/>"), `4: <interval> is of the namespace "u"; ` +
			`expected "http://www.pnml.org/version-2009/grammar/pnml"`},
		{in(interval("closed", "<cn>1</cn><cn>2</cn>") + "\n" + interval("closed", "<cn>1</cn><cn>2</cn>")),
			`5: the delay of transition "t" has a second interval; expected one`},
		{in(interval("closed", "<cn>1</cn><cn>2</cn>")) + "\n<delay/>",
			`5: transition "t" has a second delay; expected one`},
		{in(interval("half", "<cn>1</cn><cn>2</cn>")), `4: the interval of transition "t" has the closure "half"; ` +
			`expected closed, open, closed-open or open-closed`},
		{in("<interval low='1'/>"), `4: the attribute low of <interval> is not understood; expected closure`},
		{in(interval("closed", "<cn>1</cn>")),
			`4: the interval of transition "t" has fewer than two ends; expected such as <cn>4</cn><cn>9</cn>`},
		{in(interval("closed", "<cn>1</cn><cn>2</cn>\n<cn>3</cn>")),
			`5: the interval of transition "t" has a third end; expected two`},
		{in(interval("closed", "<cn>1</cn>\n<apply/>")), `5: <apply> in the interval of transition "t" is not ` +
			`understood; expected <cn> with an integer from 0 to 2^63−1, or <ci>infty</ci>`},
		{in(interval("closed", "<cn base='2'>1</cn><cn>2</cn>")),
			`4: the attribute base of <cn> is not understood; expected type`},
		{in(interval("closed", "<ci>infty</ci><cn>2</cn>")),
			end + `"infty"; expected <cn> with an integer from 0 to 2^63−1`},
		{in(interval("closed", "<cn>-1</cn><cn>2</cn>")), end + `"-1"; expected <cn> with an integer from 0 to 2^63−1`},
		{in(interval("closed", "<cn>1</cn>\n<cn>2.5</cn>")), strings.Replace(end, "4", "5", 1) +
			`"2.5"; expected <cn> with an integer from 0 to 2^63−1, or <ci>infty</ci>`},
		{in(interval("closed", "<cn>3</cn><cn>2</cn>")),
			`4: the interval of transition "t" is empty; expected an end that is not before the beginning`},
		{in(interval("open-closed", "<cn>2</cn><cn>2</cn>")),
			`4: the interval of transition "t" is empty; expected an end that is not before the beginning`},
	} {
		_, err := ReadExtended(strings.NewReader(doc("<transition id='t'>"+c.text+"</transition>")), "x")
		if err == nil || strings.TrimPrefix(err.Error(), "x:") != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// drawInterval makes an interval that is not empty.
func drawInterval(t *rapid.T) timed.Interval {
	i := timed.Interval{Low: rapid.Int64Range(0, 4).Draw(t, "low"), LowOpen: rapid.Bool().Draw(t, "open")}
	if rapid.IntRange(0, 2).Draw(t, "endless") == 0 {
		i.High = timed.Infinite
		return i
	}
	i.High, i.HighOpen = i.Low+rapid.Int64Range(0, 3).Draw(t, "length"), rapid.Bool().Draw(t, "open")
	if i.Check() != nil {
		i.High++
	}
	return i
}

// What is written of a time Petri net comes back, also where transitions with delays stand behind the arcs of others,
// which are those of a place/transition net until then: read arcs, above all, stay read arcs.
func TestDelayRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := drawExtended(t)
		if len(net.Transitions) == 0 {
			net.Transitions = []extended.Transition{{ID: "alone"}}
		}
		if rapid.Bool().Draw(t, "little beside time") {
			for i := range net.Places {
				net.Places[i].Capacity = extended.Unlimited
			}
		}
		n := &timed.Net{Net: net}
		for range net.Transitions {
			n.Intervals = append(n.Intervals, timed.Always())
		}
		for i := rapid.IntRange(0, len(net.Transitions)-1).Draw(t, "first"); i < len(net.Transitions); i++ {
			n.Intervals[i] = drawInterval(t)
		}
		want := (&timed.Document{Timed: n}).Simple()
		var b bytes.Buffer
		if err := WriteExtended(&b, want); err != nil {
			t.Fatal(err)
		}
		text := b.String()
		back, err := ReadExtended(strings.NewReader(text), "x.pnml")
		if err != nil || !reflect.DeepEqual(back, want) {
			t.Fatalf("got  %+v, %v\nwant %+v\n%s", back, err, want, text)
		}
		if want.Timed == nil {
			return
		}
		for _, text := range []string{text, arcsFirst(text)} {
			d, err := ReadDocument(strings.NewReader(text), "x.pnml")
			if err != nil || d.Extended == nil || d.Extended.Timed == nil {
				t.Fatalf("got %+v, %v\n%s", d, err, text)
			}
			got := d.Extended.Timed
			if !reflect.DeepEqual(got.Intervals, n.Intervals) || !reflect.DeepEqual(bare(got.Net, false),
				bare(net, false)) {
				t.Fatalf("got  %+v\nwant %+v\n%s", got, n, text)
			}
		}
	})
}

// arcsFirst returns a document that was written with its arcs before the transitions from the first with a delay on.
func arcsFirst(text string) string {
	lines := strings.SplitAfter(text, "\n")
	is := func(part string) func(string) bool {
		return func(line string) bool { return strings.Contains(line, part) }
	}
	from, arcs := slices.IndexFunc(lines, is("<delay>")), slices.IndexFunc(lines, is("<arc "))
	if arcs < 0 {
		return text
	}
	end := slices.IndexFunc(lines, is("</page>"))
	return strings.Join(slices.Concat(lines[:from], lines[arcs:end], lines[from:arcs], lines[end:]), "")
}

// A subprocess may stand for the only transition with a delay.
func TestDelayOfSubprocess(t *testing.T) {
	sub := func(delay string) string {
		return doc("<place id='p'/><transition id='s'><delay>" + interval("closed", "<cn>1</cn><cn>2</cn>") +
			"</delay></transition><transition id='t'/><page id='s'><net><transition id='u'>" + delay +
			"</transition></net></page>")
	}
	d, err := ReadExtended(strings.NewReader(sub("")), "x")
	if err != nil || d.Untimed == nil || len(d.Untimed.Transitions) != 2 {
		t.Errorf("got %+v, %v", d, err)
	}
	d, err = ReadExtended(strings.NewReader(sub("<delay>"+interval("closed", "<cn>3</cn><cn>3</cn>")+"</delay>")), "x")
	want := []timed.Interval{timed.Always(), {Low: 3, High: 3}}
	if err != nil || d.Timed == nil || !reflect.DeepEqual(d.Timed.Intervals, want) {
		t.Errorf("got %+v, %v, want %v", d, err, want)
	}
}
