package command

import (
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"testing"

	"brim/bench"
	"brim/bench/tables"
	"brim/internal/cli"
)

// The JSON of brim bench and of its lists.

// TestBenchKeys pins the keys of brim bench --json. Scripts of users depend on them: add to the list, never take away.
func TestBenchKeys(t *testing.T) {
	cell := tables.All(false)[0].Cells[0]
	file := filepath.Join(t.TempDir(), "records.jsonl")
	record, err := json.Marshal(bench.Record{Suite: "table1", Cell: cell.Name(), Args: cell.Args(),
		Seconds: cell.Time.Seconds(), Run: 1, Outcome: bench.Done})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, append(record, '\n'), 0o644); err != nil {
		t.Fatal(err)
	}
	status, out, errs := brimBench(t.Context(), "--from", file, "--json")
	if status != cli.StatusOK {
		t.Fatalf("status %d: %s", status, errs)
	}
	want := map[string]string{"tool": "string", "version": "string", "command": "string", "complete": "bool",
		"suites": "array", "claims": "array"}
	object := decode(t, out)
	if got := kinds(object); !maps.Equal(got, want) {
		t.Errorf("keys\n got %v\nwant %v", got, want)
	}
	suite := object["suites"].([]any)[0].(map[string]any)
	want = map[string]string{"name": "string", "title": "string", "file": "string", "cells": "number",
		"measured": "number", "warnings": "array", "records": "array"}
	if got := kinds(suite); !maps.Equal(got, want) {
		t.Errorf("keys of a suite\n got %v\nwant %v", got, want)
	}

	_, out, _ = brimBench(t.Context(), "--list", "--json")
	suite = decode(t, out)["suites"].([]any)[0].(map[string]any)
	if got, want := kinds(suite), (map[string]string{"name": "string", "title": "string",
		"cells": "array"}); !maps.Equal(got, want) {
		t.Errorf("keys of a suite in a list\n got %v\nwant %v", got, want)
	}
	first := suite["cells"].([]any)[0].(map[string]any)
	if got, want := kinds(first), (map[string]string{"name": "string", "args": "array",
		"limit_seconds": "number"}); !maps.Equal(got, want) {
		t.Errorf("keys of a cell in a list\n got %v\nwant %v", got, want)
	}
}

func TestShellWords(t *testing.T) {
	got := bench.CommandLine([]string{"bench", "a.b-c_d=e/f:1,2", "", "x y", "it's", "model=fms|rr", "ä"})
	if want := `bench a.b-c_d=e/f:1,2 '' 'x y' 'it'\''s' 'model=fms|rr' 'ä'`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
