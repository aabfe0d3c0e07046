package syntax

import (
	"errors"
	"strings"
	"testing"

	"brim/malformed"
)

// FuzzParse reads anything: it must not panic, a refusal must have a position, and
// what is read must come back from its printed form.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"", "E(!eating_2 U eating_1)", "EG(E(M1 > 0 U (P1s = P2s & P2s = 3)))", "P1s = P2s <= P3s != 3",
		"A[p | q U r -> p] <-> !EF AG deadlock", "enabled(t1, \"7\") && x-y - x = 2 * (3 - y)",
		`"a \"b\\" >= 9223372036854775807`,
		"¬p ∧ q ∨ true → false ↔ p ≤ q", "P-CS_21_0 = 1 and not loop", "both + 2nd = U", "E(U U U)", "(((", "p >= -1",
		"\xff\"",
		"(p & q", "p)", "E(p U )", "EG", "p = 9223372036854775808", "-p - -q <= 0 & 3*(p - q) != -3", "enabled(t9)",
		"p <=> q", "E p", "hungry U both",
		strings.Repeat("!", 200) + "p", strings.Repeat("p <-> ", 200) + "q", "both & eating_3 | loop2",
		"A (G F p & (q U r))", "E ((p & q) U X !r) ", "A [] (p -> <> q)", "A ((p U q))", "A (G p)", "A G p & A G F q",
		"!A (p R q) | E (p W !q)",
		"A G EF p", "A (p U E(q U r))", "E(p & q U X r)", "A X", "G p", "A X X A", "E <> F = E", "A G F p & q",
		"EF G p", "A (G EF p & F q)",
	} {
		f.Add(text)
	}
	names := testNames()
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text, "x", names)
		if err != nil {
			var se *malformed.Error
			if !errors.As(err, &se) || se.Line < 1 || se.Col < 1 || se.Msg == "" || g != nil || err.Error() == "" {
				t.Fatalf("formula %v, error %#v", g, err)
			}
			return
		}
		checkRead(t, g, names)
	})
}

// FuzzReadProperties reads any property file: no panic, errors with a position, and what is read comes back.
func FuzzReadProperties(f *testing.F) {
	for _, text := range []string{
		"", "<", "<property-set/>", set(""), state(atLeastOne), state("<deadlock/>"),
		state("<exists-path><until><before>" + atLeastOne + "</before><reach><true/></reach></until></exists-path>"),
		state("<all-paths><next><negation><is-fireable><transition>t1</transition></is-fireable></negation></next></all-paths>"),
		state("<place-bound><place>p</place><place>q</place></place-bound>"),
		state("<exclusive-disjunction>" + atLeastOne + "<false/></exclusive-disjunction>"),
		state("<integer-lt>" + place("p") + "<integer-constant>-9223372036854775807</integer-constant></integer-lt>"),
		state("<all-paths><globally><exists-path><finally>" + atLeastOne +
			"</finally></exists-path></globally></all-paths>"),
		state("<integer-ne><integer-product><integer-constant>-2</integer-constant>" + place("q") +
			"</integer-product><integer-difference>" +
			place("p") + place("r") + "</integer-difference></integer-ne>"),
		set("<property><id>a</id><tags/><formula><implication><true/><equivalence><false/><deadlock/></equivalence></implication></formula></property>\n" +
			"<property><formula><place-bound><place>p</place></place-bound></formula><id>b</id></property>"),
		strings.Replace(state(strings.Repeat("<negation>", 50)+"<true/>"+strings.Repeat("</negation>", 50)), "1.0",
			"1.1", 1),
		set("<property><id>a</id><formula><globally/></formula></property><property><id>b</id><formula>" + atLeastOne +
			"</formula></property>"),
		"<?xml version='1.0' encoding='UTF-16'?><property-set/>",
		"<!DOCTYPE a [<!ENTITY b 'c'>]><property-set>&b;</property-set>",
		state("<all-paths><next><until><before><globally><finally>" + atLeastOne +
			"</finally></globally></before><reach><true/></reach></until></next></all-paths>"),
		state("<conjunction><all-paths><next><true/></next></all-paths><negation><exists-path><until><before><true/></before><reach>" + atLeastOne +
			"</reach></until></exists-path></negation></conjunction>"),
		state("<all-paths><conjunction><globally>" + atLeastOne +
			"</globally><exists-path><finally><true/></finally></exists-path></conjunction></all-paths>"),
		state("<integer-eq><integer-sum>" + place("p", "q") + "<integer-constant>-3</integer-constant></integer-sum>" +
			place("r") + "</integer-eq>"),
	} {
		f.Add(text)
	}
	names := testNames()
	f.Fuzz(func(t *testing.T, text string) {
		for _, logic := range []Logic{AsWritten, LTL} {
			list, err := NewPool().ReadProperties(strings.NewReader(text), "x.xml", names, logic)
			if err != nil {
				var se *malformed.Error
				if !errors.As(err, &se) || se.Line < 1 || se.Msg == "" || list != nil {
					t.Fatalf("properties %v, error %#v", list, err)
				}
				return
			}
			for _, property := range list {
				checkProperty(t, property, names)
			}
		}
	})
}

// checkProperty looks at a property that has been read: it has exactly one of formula, bound and fault.
func checkProperty(t *testing.T, property Property, names Names) {
	set := 0
	for _, is := range []bool{property.Formula != nil, property.Bound != nil, property.Wrong != nil} {
		if is {
			set++
		}
	}
	if set != 1 || property.ID == "" {
		t.Fatalf("property %+v", property)
	}
	if property.Formula != nil {
		checkRead(t, property.Formula, names)
	}
}

// checkRead looks at a formula that has been read: it is CTL, or LTL with A or E on top and nowhere else.
func checkRead(t *testing.T, f *Formula, names Names) {
	for g := range f.All() {
		quantifier := g.Op == A || g.Op == E
		if f.Linear() && g.branching || quantifier != (g == f && f.Linear()) {
			t.Fatalf("%v is neither CTL nor LTL", f)
		}
	}
	text := f.String()
	if g, err := f.Pool().Parse(text, "y", names); g != f {
		t.Fatalf("%s\nreads back as %v, %v", text, g, err)
	}
	if !f.Linear() {
		NNF(f)
		Existential(f)
	}
	for _, paths := range []Paths{Maximal, Infinite} {
		if g := Simplify(f, paths); Simplify(g, paths) != g {
			t.Fatalf("%v is simplified to %v and further", f, g)
		}
	}
}
