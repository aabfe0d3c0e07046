package main

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"brim/internal/quantity"
	"brim/petri/nets"
)

// TestContestBeyondDiagrams asks for the deadlock of twenty philosophers, which is there, with so few nodes that no diagram can be made.
func TestContestBeyondDiagrams(t *testing.T) {
	net, err := nets.Parse("dphil:20")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ engine, want string }{
		{engineDiagrams, "CANNOT_COMPUTE\n"},
		{engineBoth, "FORMULA ReachabilityDeadlock TRUE TECHNIQUES SAT_SMT TOPOLOGICAL\n"},
		{engineBMC, "FORMULA ReachabilityDeadlock TRUE TECHNIQUES SAT_SMT TOPOLOGICAL\n"},
	} {
		var out bytes.Buffer
		m := &contest{
			app:    &app{out: &out, err: &bytes.Buffer{}, quiet: true},
			engine: choice{value: test.engine},
			limits: limits{nodes: 3, start: time.Now()},
		}
		if test.engine == engineDiagrams {
			m.limits.time = quantity.Span(time.Second)
		}
		err := m.examiner("ReachabilityDeadlock")(t.Context(), net)
		if out.String() != test.want {
			t.Errorf("--engine %s: %q; want %q", test.engine, out.String(), test.want)
		}
		if stopped := err != nil && strings.Contains(err.Error(), "node limit reached"); stopped != (test.engine == engineDiagrams) {
			t.Errorf("--engine %s: error %v", test.engine, err)
		}
	}
}
