package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"brim/internal/golden"
	"brim/petri/nets"
)

func TestTable(t *testing.T) {
	peers, err := readPeers(filepath.Join("testdata", "peers.csv"))
	if err != nil {
		t.Fatal(err)
	}
	records, err := readRecords(filepath.Join("testdata", "records.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	x := newTable(peers, records, "records.jsonl")
	golden.Check(t, filepath.Join("testdata", "full.md"), x.full())

	readme := filepath.Join(t.TempDir(), "README.md")
	if err := os.WriteFile(readme, []byte("before\n"+shortBegin+"old\n"+shortEnd+"after\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 { // twice: the marks stay
		if err := x.updateReadme(t.Context(), readme); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	golden.Check(t, filepath.Join("testdata", "readme.md"), string(got))
}

// Every row of the real file is a net that can be built.
func TestPeersFile(t *testing.T) {
	peers, err := readPeers(filepath.Join("..", "..", "results", "peers.csv"))
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range rowsOf(peers, regexp.MustCompile("")) {
		if _, err := nets.Parse(r.spec()); err != nil {
			t.Error(err)
		}
		if _, known := states(r); !known {
			t.Errorf("%s: the number of states is not known", r.spec())
		}
	}
}

func TestScientific(t *testing.T) {
	for digits, want := range map[string]string{
		"7": "7", "1234567890": "1234567890", "12345678901": "1.235e10", "99999999999999": "1.000e14", "10000000000": "1.000e10",
	} {
		if got := scientific(digits); got != want {
			t.Errorf("scientific(%s) = %s, want %s", digits, got, want)
		}
	}
}
