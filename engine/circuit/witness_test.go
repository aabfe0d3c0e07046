package circuit_test

import (
	"bytes"
	"strings"
	"testing"

	"brim/engine/circuit"
	"brim/internal/testkit/aiger"
)

// Runs are written with the properties that they violate, and a simulator that shares no code accepts what is written.
func TestWitness(t *testing.T) {
	inputs := func(digits string) (all [][]bool) {
		for _, d := range digits {
			all = append(all, []bool{d == '1'})
		}
		return all
	}
	for _, x := range []struct {
		file, inputs string
		loop         int
		want         string
	}{
		{toggle, "10", circuit.NoLoop, "1\nb0\n0\n1\n0\n.\n"},
		{toggle, "100", circuit.NoLoop, "1\nb0\n0\n1\n0\n0\n.\n"},
		{toggle, "00", circuit.NoLoop, ""},
		{arbiter, "1100", 0, "1\nj0j1\n0\n1\n1\n0\n.\n"},
		{arbiter, "1111", 2, "1\nj0\n0\n1\n1\n1\n.\n"}, // the latch stays on
		{arbiter, "100", 0, ""},                        // is not fair
		{arbiter, "1100", circuit.NoLoop, ""},
	} {
		c, err := circuit.Read(strings.NewReader(x.file), "file")
		if err != nil {
			t.Fatal(err)
		}
		run := &circuit.Trace{Latches: make([]bool, 1), Inputs: inputs(x.inputs), Loop: x.loop}
		var b bytes.Buffer
		err = run.WriteWitness(&b, c)
		if (err == nil) != (x.want != "") || b.String() != x.want {
			t.Errorf("%s: %q, %v; want %q", x.inputs, b.String(), err, x.want)
		}
		if err != nil {
			continue
		}
		judge, err := aiger.Parse(x.file)
		if err == nil {
			err = judge.Simulate(b.String())
		}
		if err != nil {
			t.Errorf("%s: %v", x.inputs, err)
		}
	}
}
