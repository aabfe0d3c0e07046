package certify_test

import (
	"strings"
	"testing"

	"brim/check"
	"brim/check/certify"
	"brim/petri/coloured"
)

// A coloured net with inhibitor arcs has no certificate, since the checker does not read it, and the reason says so.
func TestColouredInhibitors(t *testing.T) {
	b := coloured.NewBuilder("guarded")
	dot := b.Dot("dot", "")
	b.Inhibitor(b.Place("p", dot), b.Transition("t"), &coloured.Term{Op: coloured.All, Sort: coloured.Open})
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	m := check.OfColoured(net)
	q := &check.Question{Kind: check.Deadlock}
	report, err := check.DecideAll(t.Context(), m, []*check.Question{q}, check.Options{})
	if err != nil || report.Answers[0].Result != check.Fails {
		t.Fatalf("%+v, error %v; expected no deadlock", report, err)
	}
	c := certify.New(m, certify.Options{Digest: strings.Repeat("0", 64), Decide: decide})
	defer c.Close()
	_, err = c.Certify(t.Context(), q, report.Answers[0])
	if err == nil || !strings.Contains(err.Error(), "inhibitor arcs") {
		t.Errorf("error %v; expected that coloured nets with inhibitor arcs are not read", err)
	}
}
