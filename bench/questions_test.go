package bench

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// Runs that answer several questions, and the checks of their answers.

// fakeContest answers questions, and writes a proof of some of them into a folder: the status of the checker and what
// it prints.
func fakeContest(folder string) int {
	proofs := map[string]string{
		"proved": "0 verified: holds", "other": "0 verified: fails", "refuted": "1 rejected: line 3",
		"wrong": "2 malformed: line 1",
		"odd":   "77 ?",
	}
	for id, text := range proofs {
		if os.WriteFile(filepath.Join(folder, id+".proof"), []byte(text), 0o600) != nil {
			return 1
		}
	}
	os.Stdout.WriteString("FORMULA proved TRUE BY sets\nFORMULA other TRUE BY x\nnothing else\nFORMULA refuted " +
		"7 BY x\n" +
		"FORMULA wrong FALSE BY x\nFORMULA odd 3 BY x\nFORMULA unproved TRUE BY luck\nFORMULA unknown TRUE BY x\n")
	os.Stderr.WriteString("unproved has no proof: it is hard\n")
	return 0
}

// fakeChecker says what stands in a proof.
func fakeChecker(file string) int {
	text, err := os.ReadFile(file)
	status, said, found := strings.Cut(string(text), " ")
	if err != nil || !found {
		return 9
	}
	os.Stdout.WriteString(said + "\n")
	n, err := strconv.Atoi(status)
	if err != nil {
		return 9
	}
	return n
}

// contestSuite has a run with checks, of the test program as brim and as the checker.
func contestSuite(known map[string]string) Suite {
	return Suite{Name: "contest", Cells: []Cell{{
		Labels: []Label{{"certificates", "yes"}}, Command: "mcc", Time: 20 * time.Second,
		Tool: &Tool{
			Line: []string{Brim, "contest:", "{scratch}"}, Reading: Reading{Brim: true},
			Questions: &Questions{
				Known: known, Answers: regexp.MustCompile(`(?m)^FORMULA (?P<id>\S+) (?P<answer>\S+) BY (?P<by>.*)$`),
				Without: regexp.MustCompile(`(?m)^(?P<id>\S+) has no proof: (?P<reason>.*)$`),
				Proof:   "{scratch}/{id}.proof", Check: []string{"checker", "checks:", "{scratch}/{id}.proof"},
				Verdicts: map[int]string{0: Verified, 1: "rejected", 2: "malformed"}, Says: "verified: {answer}",
				Named: map[string]string{"TRUE": "holds", "FALSE": "fails"},
			},
		},
	}}}
}

// Each answer is compared with the right one and its proof is checked; a proof of another answer is none.
func TestQuestions(t *testing.T) {
	t.Setenv(partVariable, "tool")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]string{
		"proved": "TRUE", "other": "TRUE", "refuted": "7", "wrong": "FALSE", "odd": "3", "unproved": "TRUE",
		"absent": "TRUE", "open": "?",
	}
	o := Options{Command: []string{exe}, Programs: map[string][]string{"checker": {exe}}, Dir: t.TempDir()}
	sweep, err := Run(t.Context(), contestSuite(known), o)
	if err != nil || len(sweep.Records) != 1 {
		t.Fatalf("%v, %d records", err, len(sweep.Records))
	}
	r := sweep.Records[0]
	if r.Outcome != Done || r.contradiction() != "" {
		t.Errorf("%s, %s, %s", r.Outcome, r.Reason, r.contradiction())
	}
	got := map[string]string{}
	for key, id := range r.Words {
		if prefix, ok := strings.CutSuffix(key, "id"); ok {
			got[id] = r.Words[prefix+"result"] + " " + r.Words[prefix+"check"] + " " + r.Words[prefix+"reason"]
			if checked := r.Words[prefix+"check"] != "" &&
				r.Words[prefix+"check"] != "none"; checked != (r.Counts[prefix+"bytes"] > 0) {
				t.Errorf("%s has %v bytes", id, r.Counts[prefix+"bytes"])
			}
		}
	}
	for id, want := range map[string]string{
		"proved": "right verified ", "other": "right rejected it is of another answer: verified: fails",
		"refuted": "right rejected line 3",
		"wrong":   "right malformed line 1", "odd": "right failed ?", "unproved": "right none it is hard",
		"unknown": "new none ",
		"absent":  "missing  ", "open": "open  ",
	} {
		if got[id] != want {
			t.Errorf("%s: %q, want %q", id, got[id], want)
		}
	}
	if r.Counts["right"] != 6 || r.Counts["missing"] != 1 || r.Counts["new"] != 1 || r.Counts["open"] != 1 ||
		r.Words["checker"] == "" {
		t.Errorf("%v, checker %q", r.Counts, r.Words["checker"])
	}
	if sweep, err = Run(t.Context(), contestSuite(known), o); err != nil || len(sweep.Records) != 1 {
		t.Errorf("it was run again: %v, %d records", err, len(sweep.Records))
	}
	script := filepath.Join(t.TempDir(), "checker")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	o.Programs["checker"] = []string{script}
	if sweep, err = Run(t.Context(), contestSuite(known), o); err != nil || len(sweep.Records) != 2 {
		t.Errorf("it was not run again with another checker: %v, %d records", err, len(sweep.Records))
	}
	delete(o.Programs, "checker")
	if sweep, err = Run(t.Context(), contestSuite(known), o); err != nil || sweep.File != "" || len(sweep.Absent) != 1 {
		t.Errorf("without a checker: %v, %+v", err, sweep)
	}
}

// A wrong answer makes the record wrong; right answers come from a file of which the group counts, and without a file
// there is no record that counts.
func TestKnownAnswers(t *testing.T) {
	t.Setenv(partVariable, "tool")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	s := contestSuite(nil)
	s.Cells[0].Folder = "nets"
	s.Cells[0].Tool.Questions.File, s.Cells[0].Tool.Questions.Group = "known.csv", "Two"
	folder := t.TempDir()
	o := Options{
		Command: []string{exe}, Programs: map[string][]string{"checker": {exe}}, Dir: t.TempDir(),
		Folders: map[string]string{"nets": folder},
	}
	if sweep, err := Run(t.Context(), s, o); err != nil || sweep.File != "" || len(sweep.Without) != 1 {
		t.Fatalf("without a file: %v, %+v", err, sweep)
	}
	for _, c := range []struct {
		text    string
		outcome Outcome
	}{
		{"One,proved,FALSE\nTwo,proved,TRUE\n", Done}, {"Two,proved,FALSE\nOne,proved,TRUE\n", Wrong},
		{"Two,\"proved\n", Failed},
	} {
		if err := os.WriteFile(filepath.Join(folder, "known.csv"), []byte("group,id,answer\n"+c.text),
			0o600); err != nil {
			t.Fatal(err)
		}
		o.Dir = t.TempDir()
		sweep, err := Run(t.Context(), s, o)
		if err != nil || len(sweep.Records) != 1 || sweep.Records[0].Outcome != c.outcome {
			t.Errorf("%q: %v, %+v", c.text, err, sweep.Records)
		}
	}
}
