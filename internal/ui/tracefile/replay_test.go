package tracefile

import (
	"slices"
	"strings"
	"testing"

	"brim/check"
)

// What a trace says inside of a path without a formula is looked at; what is claimed of all paths is told apart from
// what is shown; and a fault says in which path it is.
func TestInside(t *testing.T) {
	m, _ := asked(t, "dphil:2", "true")
	const head, eat = `{"format":"brim-trace","version":1,"witness":{`, `"steps":[{"transition":"GoEat_1"}]`
	for _, c := range []struct {
		text          string
		shows, claims string
		fault         string // where, and a part of why
	}{
		{text: `"formula":"EF WaitL_1 = 1",` + eat + `}}`, shows: "EF WaitL_1 = 1"},
		{text: `"branches":[{"at":0,"formula":"EF WaitL_1 = 1",` + eat + `}]}}`},
		{text: `"branches":[{"at":0,"formula":"EF WaitL_1 = 2",` + eat + `}]}}`, fault: "the end: witness of EF("},
		{text: eat + `,"branches":[{"at":1,"branches":[{"at":0},{"at":0,` + eat + `}]}]}}`,
			fault: "branch 1, branch 2, step 1: transition GoEat_1 is not enabled"},
		{text: eat + `,"branches":[{"at":1,"start":{}}]}}`, fault: "branch 1, the start: it starts in"},
		{text: `"formula":"AG false"}}`, claims: "AG false"},
		{text: `"formula":"EF AG false",` + eat + `,"branches":[{"at":1,"formula":"AG false"}]}}`, shows: "EF AG false",
			claims: "AG false"},
		{text: `"formula":"AG EF"}}`, fault: "the start: "},
	} {
		x, err := Read([]byte(head+c.text), "file")
		if err != nil {
			t.Fatalf("%s: %v", c.text, err)
		}
		r, err := x.Replay(t.Context(), m, nil)
		if err != nil {
			t.Fatal(err)
		}
		fault := ""
		if f := r.Failed; f != nil {
			fault = f.Where(len(x.Witness.Steps)) + ": " + f.Reason
		}
		if r.Shows != c.shows || strings.Join(r.Claims, "; ") != c.claims || !strings.HasPrefix(fault, c.fault) ||
			(fault == "") != (c.fault == "") {
			t.Errorf("%s: shows %q, claims %q, fault %q; expected %q, %q, %q", c.text, r.Shows, r.Claims, fault,
				c.shows, c.claims, c.fault)
		}
	}
}

// Bindings count where they are said, once for each variable.
func TestBindings(t *testing.T) {
	m := unfolding(t, "dphil-col:3")
	for text, want := range map[string]string{
		"GoEat(i=2)":         "",
		"GoEat( i = 2 )":     "",
		"GoEat(i=1, i=2)":    "there is no transition",
		"GoEat(i=2, q=1)":    "there is no transition",
		"GoEat(i)":           "there is no transition",
		"GoEat(i=1":          "there is no transition",
		`"GoEat(i=1)"`:       "",
		`"GoEat(i=1)\u0000"`: "there is no transition",
	} {
		x, err := Read([]byte(text), "file")
		if err != nil {
			t.Fatal(err)
		}
		r, err := x.Replay(t.Context(), m, nil)
		if err != nil || (want == "") != (r.Failed == nil) || r.Failed != nil &&
			!strings.Contains(r.Failed.Reason, want) {
			t.Errorf("%s: %v, %+v; expected %q", text, err, r.Failed, want)
		}
	}
	own := m.Net.Transitions[0].Name
	x, err := Read([]byte(`{"format":"brim-trace","version":1,"witness":{"steps":[{"transition":"`+own+
		`","coloured":"?"}]}}`), "file")
	if err != nil {
		t.Fatal(err)
	}
	if r, err := x.Replay(t.Context(), m, nil); err != nil || !slices.Equal(r.Fired, []int{0}) {
		t.Errorf("coloured without a binding: %v, %+v", err, r)
	}
}

// Bare steps of a coloured net are fired by its own rule, too: an unfolding that does something else is found out.
func TestColouredRule(t *testing.T) {
	m := unfolding(t, "dphil-col:3")
	other := *m.Unfolding
	net := *m.Unfolding.Net
	net.Transitions = slices.Clone(net.Transitions)
	net.Transitions[0].Post, net.Transitions[1].Post = net.Transitions[1].Post, net.Transitions[0].Post
	other.Net = &net
	for _, c := range []struct {
		m    *check.Model
		want bool
	}{{m, true}, {&check.Model{Net: &net, Coloured: m.Coloured, Unfolding: &other}, false}} {
		x, err := Read([]byte(m.Net.Transitions[0].Name), "file")
		if err != nil {
			t.Fatal(err)
		}
		r, err := x.Replay(t.Context(), c.m, nil)
		if err != nil || (r.Failed == nil) != c.want {
			t.Errorf("%v, %+v; expected %t", err, r.Failed, c.want)
		}
	}
}
