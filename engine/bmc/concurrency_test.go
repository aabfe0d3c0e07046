package bmc

import (
	"testing"

	"brim/petri/nets"
	"brim/petri/structure"
)

// Philosophers eat beside each other; the disks of Hanoi move one at a time, and whoever holds the token of the
// round-robin protocol is nearly alone.
func TestConcurrent(t *testing.T) {
	for spec, want := range map[string]bool{"dphil:5": true, "fms:20": true, "kanban:5": true, "sr:10": true,
		"hanoi:6": false, "rr:25": false, "abp:4": false, "brp:4,2": false} {
		net, err := nets.Parse(spec)
		if err != nil {
			t.Fatal(err)
		}
		l, err := newLayout(structure.NewProfile(net), 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := l.concurrent(); got != want {
			t.Errorf("%s: %v", spec, got)
		}
		for a := range net.Transitions { // the definition, by a marking in which both are enabled
			for b := range a {
				m, both := net.Initial(), false
				if both = net.Enabled(m, a) && net.Enabled(m, b); !both || !l.independent(a, b) {
					continue
				}
				after := m.Clone()
				if !net.FireInto(after, m, a) || !net.Enabled(after, b) {
					t.Errorf("%s: %s keeps %s from firing", spec, net.Transitions[a].Name, net.Transitions[b].Name)
				}
			}
		}
	}
}
