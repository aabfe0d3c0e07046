package main

import (
	"path/filepath"
	"testing"

	"brim/internal/golden"
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
	golden.Check(t, filepath.Join("testdata", "explicit.md"), table(peers, records, "records.jsonl"))
}

// What brim prints is understood.
func TestRead(t *testing.T) {
	states, bytes, err := readStates([]byte(`{"states": "120", "table_bytes": 4096}`))
	if err != nil || states != 120 || bytes != 4096 {
		t.Error(states, bytes, err)
	}
	states, bytes, err = readCheck([]byte(`{"statistics": {"states": 120, "search_bytes": 4096}}`))
	if err != nil || states != 120 || bytes != 4096 {
		t.Error(states, bytes, err)
	}
	if _, _, err := readStates([]byte("brim: no")); err == nil {
		t.Error("no error")
	}
}
