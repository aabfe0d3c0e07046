package main

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"path/filepath"
	"testing"
)

// The output of ABC is read.

// What ABC prints is understood, and nothing else.
func TestRead(t *testing.T) {
	a, err := read("Output 0 of miter \"circuit\" was asserted in frame 11. Time =     0.02 sec\n")
	if err != nil || a.Verdict != "fails" || a.Steps == nil || *a.Steps != 11 || a.Statistics.Length != 11 {
		t.Errorf("%+v, %v", a, err)
	}
	a, err = read("No output asserted in 283 frames. Resource limit reached (timeout 2 sec). Time =     2.00 sec\n")
	if err != nil || a.Verdict != "unknown" || a.Limit != "time" || a.Steps != nil || a.Statistics.Length != 282 {
		t.Errorf("%+v, %v", a, err)
	}
	for _, out := range []string{"", "Empty network.\n", "asserted in frame x"} {
		if a, err := read(out); err == nil {
			t.Errorf("%q: %+v", out, a)
		}
	}
}

// The bad state of a small circuit is four steps away.
func TestRun(t *testing.T) {
	lock := filepath.Join("..", "..", "examples", "lock.aag")
	var out bytes.Buffer
	status, err := run(t.Context(), []string{"check", lock, "--no-trace", "--json", "--limit-time", "20s"}, &out)
	if _, missing := exec.LookPath("berkeley-abc"); missing != nil {
		t.Skipf("ABC is not here: %v", err)
	}
	if err != nil || status != 1 {
		t.Fatal(status, err)
	}
	var a answer
	if err := json.Unmarshal(out.Bytes(), &a); err != nil || a.Verdict != "fails" || a.Steps == nil || *a.Steps != 4 ||
		a.Commit == "" || a.Statistics.Seconds <= 0 {
		t.Errorf("%s %v", out.Bytes(), err)
	}
	for _, args := range [][]string{{"check"}, {"states", lock}, {"check", lock, "--limit-time", "0s"},
		{"check", "missing.aag"}, {"check", lock, "--what"}} {
		if _, err := run(t.Context(), args, &out); err == nil {
			t.Errorf("%q: no error", args)
		}
	}
}
