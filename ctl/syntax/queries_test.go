package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// The queries in a model of TAPAAL are properties, by their names; a query that is not understood is wrong alone.
func TestReadQueries(t *testing.T) {
	const model = `<pnml><net id="N" active="true"><place id="p"/></net>
<query name="safe" type="CTL" active="true"><formula><all-paths><globally><integer-le><tokens-count><place>N.p</place></tokens-count>
<integer-constant>1</integer-constant></integer-le></globally></all-paths></formula><inclusion/></query>
<query name="dead"><formula><exists-path><finally><deadlock/></finally></exists-path></formula></query>
<query name="step" type="LTL"><formula><all-paths><next><true/></next></all-paths></formula></query>
<query name="step2" type="CTL"><formula><all-paths><next><true/></next></all-paths></formula></query>
<query name="luck" type="SMC"><smc/><formula><true/></formula></query>
<query name="game"><formula><control><true/></control></formula></query>
<query name="whose"><formula><is-fireable><transition>N.x</transition></is-fireable></formula></query>
<query name="none"/>
<k-bound bound="3"/></pnml>`
	list, err := NewPool().ReadProperties(strings.NewReader(model), "x.tapn", smallNames(), ByFile)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, p := range list {
		if p.Wrong != nil {
			fmt.Fprintf(&got, "%s: %v\n", p.ID, p.Wrong)
		} else {
			fmt.Fprintf(&got, "%s: %v, %t\n", p.ID, p.Formula, p.Formula.Linear())
		}
	}
	const want = `safe: AG(N.p <= 1), false
dead: EF deadlock, false
step: A X true, true
step2: AX true, false
luck: x.tapn:7: query "luck" is of the type "SMC"; expected CTL or LTL
game: x.tapn:8: <control> is not understood; expected a state formula
whose: x.tapn:9: there is no transition "N.x"
none: x.tapn:10: property "none" has no formula; expected <formula>
`
	if got.String() != want {
		t.Errorf("got\n%s\nwant\n%s", got.String(), want)
	}
	for text, want := range map[string]string{
		"<pnml>\n<query/></pnml>": "x:2: the property has no id; expected <id> with a text",
		"<pnml><query name='a'><formula><true/></formula></query>\n<query " +
			"name='a'><formula><true/></formula></query></pnml>": "x:2: the name \"a\" is taken by the query in line " +
			"1; expected another name",
		"<pnml/>\n<a/>": "x:2: found <a> after </pnml>; expected the end of the file",
	} {
		if _, err := NewPool().ReadProperties(strings.NewReader(text), "x", smallNames(), ByFile); err == nil ||
			err.Error() != want {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}
