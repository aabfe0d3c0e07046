package syntax

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"testing"

	"brim/malformed"
)

// Tests of the reader of property files.

// set returns a property file with these properties.
func set(properties string) string {
	return "<?xml version='1.0'?>\n<property-set xmlns='http://mcc.lip6.fr/'>\n" + properties + "\n</property-set>\n"
}

// state puts a state formula into a property file, from line 3 on.
func state(formula string) string {
	return set("<property><id>i</id><description>d</description><formula>" + formula + "</formula></property>")
}

// place returns the elements of places.
func place(ids ...string) string {
	return "<tokens-count><place>" + strings.Join(ids, "</place><place>") + "</place></tokens-count>"
}

const atLeastOne = "<integer-le><integer-constant>1</integer-constant><tokens-count><place>p</place></tokens-count></integer-le>"

// Elements are read as the formulas that their printed form shows.
func TestReadFormulas(t *testing.T) {
	q := "<integer-le>" + place("q") + place("p") + "</integer-le>"
	for _, c := range []struct{ xml, want string }{
		{atLeastOne, "1 <= p"},
		{q, "q <= p"},
		{"<integer-le>" + place("q", "r", "q") + "<integer-constant> 3\n</integer-constant></integer-le>",
			"2*q + r <= 3"},
		{"<negation>" + q + "</negation>", "!(q <= p)"},
		{"<conjunction>" + q + atLeastOne + q + "</conjunction>", "q <= p & 1 <= p & q <= p"},
		{"<disjunction>" + q + atLeastOne + "</disjunction>", "q <= p | 1 <= p"},
		{"<disjunction>" + q + "</disjunction>", "q <= p"},
		{"<is-fireable><transition>t2</transition><transition>t1</transition></is-fireable>", "enabled(t1, t2)"},
		{"<deadlock/>", "deadlock"},
		{"<exists-path><next>" + q + "</next></exists-path>", "EX(q <= p)"},
		{"<exists-path><finally>" + q + "</finally></exists-path>", "EF(q <= p)"},
		{"<exists-path><globally>" + q + "</globally></exists-path>", "EG(q <= p)"},
		{"<all-paths><next>" + q + "</next></all-paths>", "AX(q <= p)"},
		{"<all-paths><finally>" + q + "</finally></all-paths>", "AF(q <= p)"},
		{"<all-paths><globally>" + q + "</globally></all-paths>", "AG(q <= p)"},
		{"<exists-path><until><before>" + atLeastOne + "</before>\n<reach>" + q + "</reach></until></exists-path>",
			"E(1 <= p U q <= p)"},
		{"<all-paths><until><before>" + atLeastOne + "</before><reach><deadlock/></reach></until></all-paths>",
			"A(1 <= p U deadlock)"},

		// not in the contest
		{"<true/>", "true"},
		{"<false></false>", "false"},
		{"<implication>" + q + "<true/></implication>", "q <= p -> true"},
		{"<equivalence>" + q + "<true/></equivalence>", "q <= p <-> true"},
		{"<exclusive-disjunction>" + q + "<true/></exclusive-disjunction>", "!(q <= p <-> true)"},
		{"<integer-lt>" + place("q") + place("p") + "</integer-lt>", "q < p"},
		{"<integer-gt>" + place("p") + place("q") + "</integer-gt>", "p > q"},
		{"<integer-ge>" + place("p") + place("q") + "</integer-ge>", "p >= q"},
		{"<integer-eq>" + place("p") + place("q") + "</integer-eq>", "p = q"},
		{"<integer-ne>" + place("p") + place("q") + "</integer-ne>", "p != q"},
		{"<integer-neq>" + place("p") + place("q") + "</integer-neq>", "p != q"},
		{"<integer-eq><integer-sum>" + place("p") + place("q") +
			"<integer-constant>2</integer-constant></integer-sum><integer-difference>" +
			place("r") + "<integer-product><integer-constant>3</integer-constant>" + place("q") +
			"</integer-product></integer-difference></integer-eq>",
			"p + 4*q + 2 = r"},
		{"<integer-ge><integer-difference>" + place("p") + place("q") +
			"</integer-difference><integer-constant>-1</integer-constant></integer-ge>",
			"p + 1 >= q"},
		{"<integer-le><integer-constant>-1</integer-constant>" + place("p") + "</integer-le>", "-1 <= p"},
		{"<integer-eq>" + place("p") + "<integer-constant>-9223372036854775807</integer-constant></integer-eq>",
			"p = -9223372036854775807"},
	} {
		p := NewPool()
		list, err := p.ReadProperties(strings.NewReader(state(c.xml)), "x.xml", testNames(), AsWritten)
		if err != nil || len(list) != 1 {
			t.Errorf("%s\n%v", c.xml, err)
			continue
		}
		want, err := p.Parse(c.want, "", testNames())
		if err != nil {
			t.Fatal(err)
		}
		if got := list[0]; got.Formula != want || got.Bound != nil || got.ID != "i" || got.Description != "d" {
			t.Errorf("%s\ngot  %+v\nwant %v", c.xml, got, want)
		}
	}
}

// The logic decides how formulas are read that are both CTL and LTL; others have one reading.
func TestReadLogics(t *testing.T) {
	in := func(element string, operands ...string) string {
		return "<" + element + ">" + strings.Join(operands, "") + "</" + element + ">"
	}
	x := func(f string) string { return in("all-paths", in("next", f)) }
	until := in("until", in("before", "<true/>"), in("reach", in("deadlock")))
	for _, c := range []struct{ xml, asWritten, ltl string }{
		{x("<true/>"), "AX true", "A X true"},
		{in("all-paths", in("globally", "<true/>")), "AG true", "A (G true)"},
		{in("exists-path", until), "E(true U deadlock)", "E ((true U deadlock))"},
		{in("all-paths", in("globally", in("finally", "<true/>"))), "A G F true", "A G F true"},
		{in("all-paths", in("conjunction", "<true/>", in("next", "<true/>"), until)),
			"A (true & X true & (true U deadlock))", ""},
		{in("all-paths", "<true/>"), "A true", ""},
		{in("negation", x("<true/>")), "!AX true", "E !X true"},
		{in("conjunction", x("<true/>"), x("<false/>")), "AX true & AX false", "A (X true & X false)"},
		{in("disjunction", x("<true/>"), x("<false/>")), "AX true | AX false", ""},
		{in("conjunction", x("<true/>"), in("all-paths", in("finally", in("globally", "<true/>")))),
			"A (X true & F G true)", ""},
		{x(x("<true/>")), "AX AX true", ""},
		{x(in("exists-path", in("next", "<true/>"))), "AX EX true", ""},
		{in("exists-path", in("globally", x("<true/>"))), "EG AX true", ""},
	} {
		for logic, want := range map[Logic]string{AsWritten: c.asWritten, LTL: cmp.Or(c.ltl, c.asWritten)} {
			p := NewPool()
			list, err := p.ReadProperties(strings.NewReader(state(c.xml)), "x.xml", testNames(), logic)
			if err != nil || list[0].Wrong != nil {
				t.Errorf("%s: %v, %v", c.xml, err, list)
				continue
			}
			f, err := p.Parse(want, "", testNames())
			if err != nil || f != list[0].Formula {
				t.Errorf("%s, logic %d\ngot  %v\nwant %v, %v", c.xml, logic, list[0].Formula, f, err)
			}
		}
	}
}

// With ByFile a formula that is both CTL and LTL is read as LTL if the file has a formula that is only LTL, and none
// that is only CTL.
func TestReadByFile(t *testing.T) {
	x := "<all-paths><next><deadlock/></next></all-paths>"
	ltl := "<all-paths><finally><globally><deadlock/></globally></finally></all-paths>"
	ctl := "<exists-path><next>" + x + "</next></exists-path>"
	wrong := "<all-paths/>"
	for _, c := range []struct {
		formulas []string
		want     string // of the first one
	}{
		{[]string{x}, "AX deadlock"},
		{[]string{x, "<deadlock/>"}, "AX deadlock"},
		{[]string{x, ltl}, "A X deadlock"},
		{[]string{x, wrong, ltl}, "A X deadlock"},
		{[]string{x, ctl, ltl}, "AX deadlock"},
	} {
		text := ""
		for i, f := range c.formulas {
			text += fmt.Sprintf("<property><id>%d</id><formula>%s</formula></property>", i, f)
		}
		list, err := NewPool().ReadProperties(strings.NewReader(set(text)), "x.xml", testNames(), ByFile)
		if err != nil || len(list) != len(c.formulas) || list[0].Formula.String() != c.want {
			t.Errorf("%s: %v, %v; want %s", text, list, err, c.want)
		}
	}
}

// A bound is read as a sum.
func TestReadBound(t *testing.T) {
	text := set("<property><id>a</id><tags/><formula><place-bound><place>p</place><place>q</place><place>p</place></place-bound></formula></property>" +
		"<!-- one more --><property><formula><true/></formula><id> b\n</id></property>")
	list, err := NewPool().ReadProperties(strings.NewReader(text), "x.xml", testNames(), AsWritten)
	if err != nil || len(list) != 2 {
		t.Fatal(list, err)
	}
	if a := list[0]; a.Formula != nil || a.Bound == nil || a.Bound.String() != "2*p + q" {
		t.Errorf("got %+v", a)
	}
	if b := list[1]; b.ID != "b" || b.Formula == nil || b.Bound != nil {
		t.Errorf("got %+v", b)
	}
}

// Each document has one fault; the message must name its line.
func TestPropertyFileErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `1: the document is empty; expected <property-set>`},
		{"\n<net/>", `2: found <net>; expected <property-set>`},
		{"\n\nhello", `3: found text "hello" outside of all elements; expected <property-set>`},
		{"<?xml version='1.0' encoding='latin1'?><property-set/>",
			`1: encoding "latin1" is not supported; expected UTF-8`},
		{"<property-set/>\n<a/>", `2: found <a> after </property-set>; expected the end of the file`},
		{"<property-set>\n<property></propert>", `2: not well-formed XML: element <property> closed by </propert>`},
		{set("<a/>"), `3: <a> in <property-set> is not understood; expected <property>`},
		{set("<property>\n</property>"), `3: the property has no id; expected <id> with a text`},
		{set("<property><id>a</id>\n<id>b</id></property>"), `4: found a second <id> in one property; expected one`},
		{set("<property><id/><formula><true/></formula></property>"),
			`3: the property has no id; expected <id> with a text`},
		{set("<property><ident/></property>"), `3: the property has no id; expected <id> with a text`},
		{set("<property><id>a<b/></id></property>"), `3: found <b> inside <id>; expected text only`},
		{set(strings.Repeat("<property><id>a</id><formula><true/></formula></property>\n", 2)),
			`4: the property id "a" is taken by the property in line 3; expected another id`},
		{state(strings.Repeat("<negation>", 100_000)), `3: <negation> is nested in 10000 elements; expected fewer`},
		{set(strings.Repeat("<property>", 100_000)), `3: <property> is nested in 10000 elements; expected fewer`},
		{state("<integer-le>" + strings.Repeat("<integer-sum>", 100_000)),
			`3: <integer-sum> is nested in 10000 elements; expected fewer`},
		{state(strings.Repeat("<negation>", 20_000)), `3: <negation> is nested in 10000 elements; expected fewer`},
		{state("<maybe/>") + "<", `5: not well-formed XML: unexpected EOF`},
		{state("<maybe>\n</true>"), `4: not well-formed XML: element <maybe> closed by </true>`},
		{state("<maybe/>" + strings.Repeat("\n<negation>", 20_000)),
			`10001: <negation> is nested in 10000 elements; expected fewer`},
	} {
		list, err := NewPool().ReadProperties(strings.NewReader(c.text), "x.xml", testNames(), AsWritten)
		var se *malformed.Error
		if list != nil || !errors.As(err, &se) || err.Error() != "x.xml:"+c.want {
			t.Errorf("%.300s\ngot  %v\nwant x.xml:%s", c.text, err, c.want)
		}
	}
}

// Each document has one property with a fault. The properties before and after it are read.
func TestPropertyErrors(t *testing.T) {
	good := func(id string) string {
		return "<property><id>" + id + "</id><formula><place-bound><place>p</place></place-bound></formula></property>"
	}
	const (
		which = "which makes it neither CTL nor LTL; expected one path quantifier around all (LTL), or one directly " +
			"around each path operator (CTL)"
		neither = "with others inside of a path quantifier, " + which
		over    = "a formula of LTL with a path quantifier of its own, which makes all neither CTL nor LTL; " +
			"expected one path quantifier around all (LTL), or one directly around each path operator (CTL)"
	)
	for _, c := range []struct{ text, want string }{
		{set("<property>\n<id>a</id></property>"), `3: property "a" has no formula; expected <formula>`},
		{set("<property><id>a</id><formula><true/></formula>\n<formula><true/></formula></property>"),
			`4: found a second <formula> in one property; expected one`},
		{state(""), `3: <formula> is empty; expected a formula or <place-bound>`},
		{state("\np = 1"), `4: found text "p = 1" directly inside <formula>; expected elements`},
		{state("<true/>\n<true/>"), `4: found <true>; expected </formula>`},
		{state("<place-bound><place>p</place></place-bound>\n<true/>"), `4: found <true>; expected </formula>`},
		{state("<conjuction><true/><true/></conjuction>"),
			`3: <conjuction> is not understood; expected a state formula; did you mean <conjunction>?`},
		{state("<exist-path/>"),
			`3: <exist-path> is not understood; expected a state formula; did you mean <exists-path>?`},
		{state("\n" + place("p")),
			`4: <tokens-count> is a number; expected a state formula, as <integer-le> around it`},
		{state("<integer-le>\n<token-count/></integer-le>"),
			`4: <token-count> is not understood; expected an integer: <integer-constant>, <tokens-count> or one with operands; did you mean <tokens-count>?`},
		{state("<maybe/>"), `3: <maybe> is not understood; expected a state formula`},
		{state("<negation>\n<true/><true/></negation>"), `3: <negation> has 2 operands; expected 1`},
		{state("<conjunction/>"), `3: <conjunction> has 0 operands; expected at least 1`},
		{state("<implication><true/></implication>"), `3: <implication> has 1 operands; expected 2`},
		{state("<conjunction><true/>\n<place-bound/></conjunction>"),
			`4: <place-bound> stands inside of a formula; expected it directly inside <formula>`},
		{state("<negation>\n<finally><true/></finally></negation>"),
			`4: <finally> stands outside of a path quantifier; expected <all-paths> or <exists-path> around it`},
		{state("<conjunction><all-paths><until><before><true/></before><reach><true/></reach></until></all-paths>\n<next><true/></next></conjunction>"),
			`4: <next> stands outside of a path quantifier; expected <all-paths> or <exists-path> around it`},
		{state("<exists-path><finally>\n<globally/></finally></exists-path>"),
			`4: <globally> has 0 operands; expected 1`},
		{state("<all-paths/>"),
			`3: <all-paths> is empty; expected <next>, <finally>, <globally>, <until> or a formula of these`},
		{state("<all-paths><nxt/></all-paths>"),
			`3: <nxt> is not understood; expected a state formula; did you mean <next>?`},
		{state("<all-paths><conjunction><next><true/></next>\n<exists-path><next><true/></next></exists-path></conjunction></all-paths>"), `4: <exists-path> stands ` + neither},
		{state("<all-paths>\n<all-paths><globally><finally><true/></finally></globally></all-paths></all-paths>"),
			`4: <all-paths> stands ` + neither},
		{state("\n<globally><all-paths><finally><next><true/></next></finally></all-paths></globally>"),
			`4: <globally> is over ` + over},
		{state("\n<disjunction><true/><all-paths><finally><next><true/></next></finally></all-paths></disjunction>"),
			`4: <disjunction> is over ` + over},
		{state("\n<exclusive-disjunction><true/><all-paths><finally><next><true/></next></finally></all-paths></exclusive-disjunction>"), `4: <exclusive-disjunction> is over ` + over},
		{state("<all-paths><next/></all-paths>"), `3: <next> has 0 operands; expected 1`},
		{state("<all-paths><next><true/></next>\n<next/></all-paths>"), `4: found <next>; expected </all-paths>`},
		{state("<all-paths><until>\n<reach/></until></all-paths>"),
			`4: <reach> in <until> is not understood; expected <before>`},
		{state("<all-paths><until><before><true/></before>\n</until></all-paths>"),
			`3: <until> has no <reach>; expected <before> and <reach>`},
		{state("<is-fireable>\n</is-fireable>"), `3: <is-fireable> is empty; expected <transition> with an id`},
		{state("<is-fireable>\n<place>p</place></is-fireable>"),
			`4: <place> in <is-fireable> is not understood; expected <transition>`},
		{state("<is-fireable>\n<transition>\nt9</transition></is-fireable>"),
			`4: there is no transition "t9"; did you mean t1?`},
		{state("<place-bound>\n<place>pout5</place></place-bound>"),
			`4: there is no place "pout5"; did you mean pout4?`},
		{state("<place-bound/>"), `3: <place-bound> is empty; expected <place> with an id`},
		{state("<integer-le>" + place("p") + "</integer-le>"), `3: <integer-le> has 1 operands; expected 2`},
		{state("<integer-le>\n<true/></integer-le>"),
			`4: <true> is not understood; expected an integer: <integer-constant>, <tokens-count> or one with operands`},
		{state("<integer-le>\n<integer-constant>x</integer-constant></integer-le>"),
			`4: the integer-constant is "x"; expected an integer within ±(2^63−1)`},
		{state("<integer-le>\n<integer-constant>-9223372036854775808</integer-constant></integer-le>"),
			`4: the integer-constant is "-9223372036854775808"; expected an integer within ±(2^63−1)`},
		{state("<integer-le>\n<integer-constant>9223372036854775808</integer-constant></integer-le>"),
			`4: the integer-constant is "9223372036854775808"; expected an integer within ±(2^63−1)`},
		{state("<integer-le>\n<integer-constant/></integer-le>"),
			`4: the integer-constant is ""; expected an integer within ±(2^63−1)`},
		{state("<integer-eq><integer-product>" + place("p") + place("p") + "</integer-product></integer-eq>"),
			`3: <integer-product> multiplies places; expected at most one factor with places`},
		{state("<integer-eq><integer-difference/></integer-eq>"),
			`3: <integer-difference> has no operands; expected at least 1`},
		{state("<integer-eq><integer-difference>" + place("p") + "</integer-difference></integer-eq>"),
			`3: <integer-difference> has 1 operands; expected 2`},
		{state("<integer-eq><integer-product>" + strings.Repeat("<integer-constant>3037000500</integer-constant>", 2) +
			"</integer-product></integer-eq>"),
			`3: a number in <integer-product> exceeds 2^63−1; expected smaller ones`},
		{set("<property><id>i</id>\n<ident/><formula><true/></formula></property>"),
			`4: <ident> in <property> is not understood; expected <id>, <description> or <formula>`},
		{set("<property><formula><maybe><false/></maybe></formula><ident/><id>i</id></property>"),
			`3: <maybe> is not understood; expected a state formula`},
		{set("<property>\ntext<id>i</id><formula><true/></formula></property>"),
			`4: found text "text" directly inside <property>; expected elements`},
		{set("<property><id>i</id><description>a\n<b>c</b></description><formula><true/></formula></property>"),
			`4: found <b> inside <description>; expected text only`},
	} {
		text := strings.Replace(c.text, "<property>", good("before")+"<property>", 1)
		text = strings.Replace(text, "</property-set>", good("behind")+"</property-set>", 1)
		list, err := NewPool().ReadProperties(strings.NewReader(text), "x.xml", testNames(), AsWritten)
		if err != nil || len(list) != 3 {
			t.Errorf("%.300s\ngot  %v, %v", c.text, list, err)
			continue
		}
		var se *malformed.Error
		if p := list[1]; p.Formula != nil || p.Bound != nil || p.ID == "" || !errors.As(p.Wrong, &se) ||
			p.Wrong.Error() != "x.xml:"+c.want {
			t.Errorf("%.300s\ngot  %v\nwant x.xml:%s", c.text, p.Wrong, c.want)
		}
		for i, id := range map[int]string{0: "before", 2: "behind"} {
			if p := list[i]; p.ID != id || p.Bound == nil || p.Bound.String() != "p" || p.Wrong != nil {
				t.Errorf("%.300s\nthe property %s is %+v", c.text, id, p)
			}
		}
	}
}

// A file that is cut off anywhere is refused, in a line that it has. With a byte left out it is refused so, or read:
// the byte may stand in a description.
func TestPropertiesDamagedAnywhere(t *testing.T) {
	text := strings.TrimSpace(state("<exists-path>\n<until><before>" + atLeastOne +
		"</before>\n<reach><negation><is-fireable><transition>t1</transition></is-fireable></negation></reach></until></exists-path>"))
	read := func(text string) error {
		list, err := NewPool().ReadProperties(strings.NewReader(text), "x.xml", testNames(), AsWritten)
		if err == nil && len(list) == 1 && list[0].Wrong != nil {
			err, list = list[0].Wrong, nil
		}
		var se *malformed.Error
		lines := strings.Count(text, "\n") + 1
		if err != nil && (!errors.As(err, &se) || se.Line < 1 || se.Line > lines || list != nil) {
			t.Errorf("%q: properties %v, error %v", text, list, err)
		}
		return err
	}
	for n := range len(text) {
		if err := read(text[:n]); err == nil {
			t.Errorf("%q is read", text[:n])
		}
		read(text[:n] + text[n+1:])
	}
	if err := read(text); err != nil {
		t.Error(err)
	}
}

// brokenDisk is a reader that fails.
type brokenDisk struct{}

var errDisk = errors.New("disk is broken")

func (brokenDisk) Read([]byte) (int, error) { return 0, errDisk }

// The error of the reader is passed on.
func TestFailingReader(t *testing.T) {
	if _, err := NewPool().ReadProperties(brokenDisk{}, "x.xml", testNames(), AsWritten); !errors.Is(err, errDisk) {
		t.Errorf("got %v", err)
	}
}
