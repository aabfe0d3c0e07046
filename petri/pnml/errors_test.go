package pnml

import (
	"errors"
	"strings"
	"testing"

	"brim/malformed"
)

const refusedTypes = "; expected normal, inhibitor, test, read or reset"

// Each document has one fault; the message must name its line (doc puts the
// content of the page from line 4 on) and what was expected.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// not a PNML document
		{"", `1: the document is empty; expected <pnml>`},
		{"\n<!-- nothing -->\n", `3: the document is empty; expected <pnml>`},
		{"\n\nhello\n", `3: found text "hello" outside of all elements; expected <pnml>`},
		{"<html><body/></html>", `1: found <html>; expected <pnml>; this looks like a web page`},
		{"\ufeff<?xml version='1.0'?><!-- <pnml> -->\n<p:property-set xmlns:p='x'/>",
			`2: found <property-set>; expected <pnml>; this looks like a file of formulas (see --properties)`},
		{"# a net\nnet abp\ntr t p -> q\n",
			`1: found text "# a net\nnet abp\ntr t p -> q" outside of all elements; expected <pnml>; this looks like a net of Tina, whose name should end in .net`},
		{"aag 1 1 0 1 0\n2\n2\n",
			`1: found text "aag 1 1 0 1 0\n2\n2" outside of all elements; expected <pnml>; this looks like a circuit in the AIGER format, whose name should end in .aag`},
		{"PK\x03\x04abc", `1: not well-formed XML: illegal character code U+0003; this looks like a zip archive`},
		{"<pnml></pnml>", `1: found no net; expected <net> inside <pnml>`},
		{"<pnml>\n</pnml>", `2: found no net; expected <net> inside <pnml>`},
		{"<pnml><net id='a'/>\n<net id='b'/></pnml>",
			`2: found a second net, the first is in line 1; expected one net`},
		{"<pnml><net/></pnml>\n<pnml/>", `2: found <pnml> after </pnml>; expected the end of the file`},
		{"<pnml><net/></pnml>\ntail", `2: found text "tail" outside of all elements; expected <pnml>`},
		{"<pnml>\n<nets/></pnml>", `2: <nets> in the net is not understood; expected a net`},
		{"<pnml><net>\n\n  text</net></pnml>", `3: found text "text" directly inside <net>; expected elements`},

		// not well formed, cut off, wrong encoding
		{"<pnml>\n<net>\n<page", `3: the file ends early: <net> of line 2 is open; expected </net>`},
		{"<pnml>\n<net>\n<page>", `3: the file ends early: <page> of line 3 is open; expected </page>`},
		{"<pnml>\n<net>\n<name><text>n\n", `4: the file ends early: <text> of line 3 is open; expected </text>`},
		{"<pn", `1: not well-formed XML: unexpected EOF`},
		{"<pnml>\n<net></pnml>", `2: not well-formed XML: element <net> closed by </pnml>`},
		{"<pnml><net>\n&nbsp;</net></pnml>", `2: not well-formed XML: invalid character entity &nbsp;`},
		{"<pnml>\xff</pnml>", `1: not well-formed XML: invalid UTF-8`},
		{"<?xml version='1.0' encoding='EBCDIC'?><pnml/>",
			`1: encoding "EBCDIC" is not supported; expected UTF-8 or ISO-8859-1`},
		{"\xfe\xff\x00<", `1: encoding UTF-16 is not supported; expected UTF-8 or ISO-8859-1`},
		{"<pnml><net>" + strings.Repeat("<page>\n", 100_000), `999: <page> is nested in 1000 elements; expected fewer`},
		{"<pnml><net>" + strings.Repeat("<page>\n", 2000), `999: <page> is nested in 1000 elements; expected fewer`},
		{"<pnml><net><name>" + strings.Repeat("<a>\n", 2000), `998: <a> is nested in 1000 elements; expected fewer`},

		// another kind of net
		{"<pnml>\n<net type='http://www.pnml.org/version-2009/grammar/symmetricnet'>",
			`2: coloured nets are not supported; expected a place/transition net (type …/ptnet), got type "http://www.pnml.org/version-2009/grammar/symmetricnet"`},
		{"<pnml><net type='http://www.pnml.org/version-2009/grammar/pt-hlpng'>",
			`1: coloured nets are not supported; expected a place/transition net (type …/ptnet), got type "http://www.pnml.org/version-2009/grammar/pt-hlpng"`},
		{"<pnml><net type='http://www.laas.fr/tina/tts'>",
			`1: net type "http://www.laas.fr/tina/tts" is not supported; expected a place/transition net (type …/ptnet)`},
		{doc("<place id='p'>\n<hlinitialMarking/></place>"),
			`5: coloured nets are not supported; expected no <hlinitialMarking> in place "p"`},
		{doc("<transition id='t'><condition/></transition>"),
			`4: coloured nets are not supported; expected no <condition> in transition "t"`},
		{doc("<declaration/>"), `4: coloured nets are not supported; expected no <declaration> in the net`},

		// places and transitions
		{doc("<place/>"), `4: <place> has no id; expected one`},
		{doc("<transition id=''/>"), `4: <transition> has no id; expected one`},
		{doc("<place id='x'/>\n<place id='x'/>"), `5: the id "x" is taken by the place in line 4; expected another id`},
		{doc("<place id='x'/>\n<transition id='x'/>"),
			`5: the id "x" is taken by the place in line 4; expected another id`},
		{doc("<place id='x' id='y'/>"), `4: the attribute id of <place> is given twice; expected it once`},
		{doc("<place id='x' initialMarking='1'/>"),
			`4: the attribute initialMarking of <place> is not understood; expected id`},
		{doc("<place id='p'>\n<capacity><text>0</text></capacity></place>"),
			`5: the capacity of place "p" is "0"; expected an integer from 1 to 2^63−1`},
		{doc("<place id='p'><capacity><text>many</text></capacity></place>"),
			`4: the capacity of place "p" is "many"; expected an integer from 1 to 2^63−1`},
		{doc("<place id='p'><capacity><text>2</text></capacity><capacity><text>2</text></capacity></place>"),
			`4: capacities are not supported; expected no <capacity> in place "p"`},
		{doc("<transition id='t'><capacity/></transition>"),
			`4: capacities are not supported; expected no <capacity> in transition "t"`},
		{doc("<transition id='t'><priority><text>high</text></priority></transition>"),
			`4: the priority of transition "t" is "high"; expected an integer of 64 bits`},
		{doc("<place id='p'><place id='q'/></place>"),
			`4: <place> in place "p" is not understood; expected an initialMarking`},
		{doc("<transition id='t'><speed/></transition>"),
			`4: <speed> in transition "t" is not understood; expected a name`},
		{doc("<x:place xmlns:x='http://x' id='p'/>"),
			`4: <place> is of the namespace "http://x"; expected "http://www.pnml.org/version-2009/grammar/pnml"`},

		// markings
		{marking("<text>-1</text>"),
			`4: the initialMarking of place "p" is "-1"; expected an integer from 0 to 2^63−1`},
		{marking("\n<text>9223372036854775808</text>"),
			`5: the initialMarking of place "p" is "9223372036854775808"; expected an integer from 0 to 2^63−1`},
		{marking("<text>two</text>"),
			`4: the initialMarking of place "p" is "two"; expected an integer from 0 to 2^63−1`},
		{marking("<text>1_0</text>"),
			`4: the initialMarking of place "p" is "1_0"; expected an integer from 0 to 2^63−1`},
		{marking("<text>1.0</text>"),
			`4: the initialMarking of place "p" is "1.0"; expected an integer from 0 to 2^63−1`},
		{marking("<text/>"), `4: the initialMarking of place "p" is ""; expected an integer from 0 to 2^63−1`},
		{marking("<text>" + strings.Repeat("9", 1000) + "</text>"), `4: the initialMarking of place "p" is "` +
			strings.Repeat("9", 60) + `"…; expected an integer from 0 to 2^63−1`},
		{marking(""), `4: the initialMarking of place "p" has no <text>; expected a number`},
		{marking("3"), `4: found text "3" directly inside <initialMarking>; expected elements`},
		{marking("<text>1</text><text>1</text>"),
			`4: the initialMarking of place "p" has a second <text>; expected one`},
		{marking("<number>1</number>"), `4: <number> in place "p" is not understood; expected a text`},
		{marking("<text><b>1</b></text>"), `4: found <b> inside <text>; expected text only`},
		{marking("<text>1</text></initialMarking>\n<initialMarking>"),
			`5: place "p" has a second initialMarking; expected one`},

		// arcs
		{arcDoc("<arc id='a'\nsource='p' target='nowhere'>\n</arc>"),
			`5: arc "a": no node has the id "nowhere"; expected a place or transition as target`},
		{arcDoc("<arc id='a' source='p1' target='t'/>"),
			`5: arc "a": no node has the id "p1"; expected a place or transition as source`},
		{doc("<place id='pout4'/><transition id='pout5'/>\n<arc id='a' source='pout' target='pout5'/>"),
			`5: arc "a": no node has the id "pout"; expected a place or transition as source; did you mean "pout4"?`},
		{doc("<place id='pout4'/><transition id='go'/>\n<arc id='a' source='pout4' target='Go'/>"),
			`5: arc "a": no node has the id "Go"; expected a place or transition as target; did you mean "go"?`},
		{doc("<place id='pout4'/><transition id='pout5'/>\n<arc id='a' source='gone' target='pout'/>"),
			`5: arc "a": no node has the id "gone"; expected a place or transition as source`},
		{arcDoc("<arc source='nowhere' target='p'/>"),
			`5: arc "": no node has the id "nowhere"; expected a place or transition as source`},
		{arcDoc("<arc id='a' source='p'/>"), `5: arc "a" lacks an end; expected source and target`},
		{arcDoc("<arc id='a' source='p' target='p'/>"),
			`5: arc "a" goes from place "p" to place "p"; expected a place at one end and a transition at the other`},
		{arcDoc("<arc id='a' source='t' target='t'/>"),
			`5: arc "a" goes from transition "t" to transition "t"; expected a place at one end and a transition at the other`},
		{arcDoc("<arc id='a' source='p' target='t' weight='2'/>"),
			`5: the attribute weight of <arc> is not understood; expected id, source, target, type`},
		{pToT("<inscription><text>0</text></inscription>"),
			`5: the inscription of arc "a" is "0"; expected an integer from 1 to 2^63−1`},
		{pToT("<inscription>\n<text>-3</text></inscription>"),
			`6: the inscription of arc "a" is "-3"; expected an integer from 1 to 2^63−1`},
		{pToT("<inscription><text>1</text></inscription><inscription><text>1</text></inscription>"),
			`5: arc "a" has a second inscription; expected one`},
		{pToT("<hlinscription/>"), `5: coloured nets are not supported; expected no <hlinscription> in arc "a"`},
		{pToT("<reset/>"), `5: <reset> in arc "a" is not understood; expected an inscription or a type`},
		{pToT("<type value='reset'/>"), `5: transition t empties place p, so this is no place/transition net`},
		{pToT("<type value='reset'/><inscription><text>2</text></inscription>"),
			`5: reset arc "a" has the inscription 2; expected no inscription, since it takes all tokens`},
		{arcDoc("<arc id='a' source='t' target='p' type='reset'/>"),
			`5: reset arc "a" goes from transition "t" to place "p"; expected the place as source`},
		{pToT("<arctype><text>logical</text></arctype>"), `5: arc "a" has the unknown type "logical"` + refusedTypes},
		{pToT("<type/>"), `5: the type of arc "a" is empty` + refusedTypes},
		{pToT("<type value='normal'><text>inhibitor</text></type>"),
			`5: the type of arc "a" is given twice; expected it once`},
		{pToT("<type value='normal' value='inhibitor'/>"),
			`5: the attribute value of <type> is given twice; expected it once`},
		{pToT("<type value='normal'/><arctype><text>test</text></arctype>"),
			`5: arc "a" has a second type, read after normal; expected one`},
		{arcDoc("<arc id='a' source='p' target='t' type='timed'/>"), `5: arc "a" has the unknown type "timed"` +
			refusedTypes},
		{arcDoc("<arc id='a' source='t' target='p' type='inhibitor'/>"),
			`5: inhibitor arc "a" goes from transition "t" to place "p"; expected the place as source`},
		{arcDoc(strings.Repeat("<arc source='p' target='t'><inscription><text>9223372036854775807</text></inscription></arc>", 2)), `3: net n: transition "t", place "p": the sum of the arc weights exceeds 64 bits`},

		// what is beyond the standard
		{doc("</page><finalmarkings><marking><place idref='q'><text>1</text></place></marking></finalmarkings><page " +
			"id='h'>"), `4: final marking: there is no place "q"; expected the id of one`},
		{doc("<place id='p'/></page>\n<finalmarkings><marking><place idref='p'><text>1</text></place><place " +
			"idref='p'><text>1</text></place></marking></finalmarkings><page id='h'>"),
			`5: final marking: place "p" occurs twice; expected it once`},
		{doc("</page><finalmarkings><place/></finalmarkings><page id='h'>"),
			`4: <place> in the net is not understood; expected a marking inside <finalmarkings>`},
		{doc("</page><finalmarkings><marking><transition/></marking></finalmarkings><page id='h'>"),
			`4: <transition> in the net is not understood; expected a place inside <marking>`},
		{doc("</page><finalmarkings><marking><place idref='p'><text>-1</text></place></marking></finalmarkings><page " +
			"id='h'>"),
			`4: the final marking of place "p" is "-1"; expected an integer from 0 to 2^63−1`},
		{doc("<transition id='t'/><toolspecific tool='brim'>\n<priority first='t' then='u'/></toolspecific>"),
			`5: priority: there is no transition "u"; expected the id of one`},
		{doc("<transition id='t'/><toolspecific tool='brim'>\n<priority first='t' then='t'/></toolspecific>"),
			`3: transition "t" has priority over itself`},

		{doc("</page>\n<page id='t'><net/></page><page id='h'>"),
			`5: page "t" has a net inside; expected a transition of that id before it, which has one such page, as WoPeD writes subprocesses`},
		{doc("<transition id='t'/></page><page id='t'><net/>\n<net/></page><page id='h'>"),
			`5: page "t" has a net inside; expected a transition of that id before it, which has one such page, as WoPeD writes subprocesses`},

		// reference nodes
		{doc("<referencePlace id='r'/>"), `4: reference "r" has no ref; expected the id of a place`},
		{doc("<referencePlace id='r' ref='q'/>"), `4: reference "r": there is no place "q"; expected the id of one`},
		{doc("<place id='pout4'/><transition id='pout'/>\n<referencePlace id='r' ref='pout'/>"),
			`5: reference "r": there is no place "pout"; expected the id of one; did you mean "pout4"?`},
		{doc("<transition id='t'/>\n<referencePlace id='r' ref='t'/>"),
			`5: reference "r": there is no place "t"; expected the id of one`},
		{doc("<referenceTransition id='r' ref='s'/>\n<referenceTransition id='s' ref='r'/>"),
			`4: reference "r" leads back to itself; expected a transition behind it`},
		{doc("<referencePlace id='r' ref='s'/>\n<referenceTransition id='s' ref='r'/>"),
			`4: reference "r": there is no place "s"; expected the id of one`},
		{doc("<referencePlace id='r' ref='p'><initialMarking/></referencePlace>"),
			`4: <initialMarking> in reference node "r" is not understood; expected a name`},

		// units
		{units("u", "<unit id='u'/>\n<unit id='u'/>"),
			`6: the unit id "u" is taken by the unit in line 5; expected another id`},
		{units("v", "<unit id='u'/>"), `4: no unit has the id "v"; expected the root of the units`},
		{units("u", "\n<unit id='u'><places>p x</places></unit>"),
			`6: unit "u": no place has the id "x"; expected ids of places`},
		{units("root1", "<unit id='root'/>"),
			`4: no unit has the id "root1"; expected the root of the units; did you mean "root"?`},
		{units("u", "<unit id='u'><subunits>sub</subunits></unit><unit id='sub1'/>"),
			`5: unit "u": no unit has the id "sub"; expected ids of units; did you mean "sub1"?`},
		{units("u", "<unit id='u'><places>P</places></unit>"),
			`5: unit "u": no place has the id "P"; expected ids of places; did you mean "p"?`},
		{units("u", "<unit id='u'><places>p p</places></unit>"),
			`5: unit "u": place "p" is in a unit already; expected each place once`},
		{units("u", "<unit id='u'><subunits>w</subunits></unit>"),
			`5: unit "u": no unit has the id "w"; expected ids of units`},
		{units("u", "<unit id='u'><subunits>u</subunits></unit>"),
			`5: unit "u": unit "u" is the root or in a unit already; expected a tree`},
		{units("u", "<unit id='u'/><unit id='v'><subunits>w</subunits></unit>\n<unit "+
			"id='w'><subunits>v</subunits></unit>"), `5: unit "v" is not below the root "u"; expected a tree`},
		{units("u", "<unit id='u v'/>"), `5: a unit has the id "u v"; expected a word without blanks`},
		{units("u", "<unit id='u'/></structure><structure>"),
			`5: found a second structure of units, the first is in line 4; expected one`},
		{doc("<toolspecific tool='nupn'><structure safe='maybe'/></toolspecific>"),
			`4: the units are safe="maybe"; expected true or false`},
	} {
		check(t, c.text, c.want)
	}
}

func check(t *testing.T, text, want string) {
	t.Helper()
	net, err := Read(strings.NewReader(text), "x.pnml")
	var se *malformed.Error
	if !errors.As(err, &se) || net != nil || err.Error() != "x.pnml:"+want {
		if len(text) > 300 {
			text = text[:300] + "…"
		}
		t.Errorf("%s\ngot  %v\nwant x.pnml:%s", text, err, want)
	}
	// where coloured nets are read, too, the message is the same unless it is about them
	pt, coloured, any := ReadAny(strings.NewReader(text), "x.pnml")
	same := any != nil && any.Error() == err.Error() || strings.Contains(want, "coloured") ||
		strings.Contains(want, "net type")
	if !same || any == nil || pt != nil || coloured != nil {
		t.Errorf("%.300s\nReadAny says  %v\nRead says %v", text, any, err)
	}
}

func marking(text string) string {
	return doc("<place id='p'><initialMarking>" + text + "</initialMarking></place>")
}

func arcDoc(arcs string) string { return doc("<place id='p'/><transition id='t'/>\n" + arcs) }

func pToT(labels string) string {
	return arcDoc("<arc id='a' source='p' target='t'>" + labels + "</arc>")
}

func units(root, list string) string {
	return doc("<place id='p'/><toolspecific tool='nupn'><structure root='" + root + "'>\n" + list +
		"</structure></toolspecific>")
}

func TestBrokenFiles(t *testing.T) {
	for file, want := range map[string]string{
		"empty":       `1: the document is empty; expected <pnml>`,
		"hypertext":   `2: found <html>; expected <pnml>; this looks like a web page`,
		"truncated":   `16: the file ends early: <page> of line 5 is open; expected </page>`,
		"malformed":   `5: not well-formed XML: element <text> closed by </name>`,
		"coloured":    `3: coloured nets are not supported; expected a place/transition net (type …/ptnet), got type "http://www.pnml.org/version-2009/grammar/symmetricnet"`,
		"capacity":    `7: the capacity of place "p" is "many"; expected an integer from 1 to 2^63−1`,
		"unknown_end": `6: arc "a7": no node has the id "p9"; expected a place or transition as target`,
	} {
		path := "testdata/" + file + ".pnml"
		if _, err := ReadFile(t.Context(), path); err == nil || err.Error() != path+":"+want {
			t.Errorf("got  %v\nwant %s:%s", err, path, want)
		}
	}
}

// A document that is cut off anywhere is refused, in a line that it has. With a byte left out it is refused so, or read
// as another net.
func TestDamagedAnywhere(t *testing.T) {
	text := strings.TrimSpace(doc("<place id='p'><initialMarking>\n<text>12</text></initialMarking></place><transition id='t'/>" +
		"<arc id='a' source='p' target='t'><inscription><text>2</text></inscription></arc>\n<referencePlace id='r' " +
		"ref='p'/>" +
		"<toolspecific tool='nupn'><structure root='u'><unit " +
		"id='u'><places>p</places></unit></structure></toolspecific>"))
	damage(t, text, func(text string) (bool, error) {
		net, err := Read(strings.NewReader(text), "x.pnml")
		return net != nil, err
	})
}

// damage checks that read refuses text cut off anywhere, in a line that it has; with a byte left out it is refused so,
// or read as another net.
func damage(t *testing.T, text string, read func(text string) (ok bool, err error)) {
	t.Helper()
	check := func(text string) error {
		ok, err := read(text)
		var se *malformed.Error
		lines := strings.Count(text, "\n") + 1
		if err != nil && (!errors.As(err, &se) || se.Line < 1 || se.Line > lines || ok) {
			t.Errorf("%q: net %v, error %v", text, ok, err)
		}
		return err
	}
	for n := range len(text) {
		if err := check(text[:n]); err == nil {
			t.Errorf("%q is read", text[:n])
		}
		check(text[:n] + text[n+1:])
	}
	if err := check(text); err != nil {
		t.Error(err)
	}
}
