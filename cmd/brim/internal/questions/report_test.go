package questions

import (
	"testing"
	"time"

	"brim/check"
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

// Questions without an answer are open at the same time, to the end of the run.
func TestDecidingTimeOfTheRun(t *testing.T) {
	known := func(took time.Duration) *check.Answer {
		return &check.Answer{Verdict: check.Verdict{Result: check.Holds}, Took: took}
	}
	unknown := &check.Answer{Took: time.Minute}
	for _, c := range []struct {
		answers []*check.Answer
		want    time.Duration
	}{
		{[]*check.Answer{known(time.Second), known(time.Millisecond)}, time.Second + time.Millisecond},
		{[]*check.Answer{known(time.Second), unknown, unknown}, time.Minute},
	} {
		if got := (&checkReport{answers: c.answers}).deciding(); got != c.want {
			t.Errorf("%v, want %v", got, c.want)
		}
	}
}
