package questions

import (
	"testing"

	"brim/check/explore"
)

// Where another technique found all markings, those within the last round are not told as if they were all.
func TestStatesOfRoundsAreNotAll(t *testing.T) {
	for _, c := range []struct{ answer, diagrams, kept bool }{
		{true, true, true}, {true, false, false}, {false, false, true},
	} {
		r := &checkReport{effort: &statisticsReport{States: "39"}, Properties: []*answerReport{{Complete: c.answer}}}
		r.onlyAll(&explore.Exploration{Complete: c.diagrams})
		if got := r.effort.States != ""; got != c.kept {
			t.Errorf("%+v: states are told: %t", c, got)
		}
	}
}
