package command

import (
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brim/internal/cli"
)

// The JSON of the command compare.

// TestCompareKeys pins the keys of brim bench compare --json. Scripts of users depend on them: add to the list, never
// take away.
func TestCompareKeys(t *testing.T) {
	var sweep strings.Builder
	for _, n := range []string{"1", "2", "3", "4", "5", "6"} {
		sweep.WriteString(`{"suite":"s","cell":"n=` + n +
			`","limit_seconds":9,"run":1,"outcome":"done","cpu_seconds":` + n + `,"verdict":"holds"}` + "\n")
	}
	a, b := filepath.Join(t.TempDir(), "a"), filepath.Join(t.TempDir(), "b")
	for file, text := range map[string]string{a: sweep.String(),
		b: strings.Replace(sweep.String(), "holds", "fails", 1)} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	status, out, _ := brimBench(t.Context(), "compare", a, b, "--json", "--measure", "cpu")
	if status != cli.StatusInternal { // they contradict each other
		t.Fatalf("status %d: %s", status, out)
	}
	object := decode(t, out)
	for _, c := range []struct {
		what string
		got  map[string]any
		want map[string]string
	}{
		{"the report", object, map[string]string{
			"tool": "string", "version": "string", "command": "string", "a": "object", "b": "object", "floor": "number",
			"least": "number",
			"lines": "array", "conflicts": "array",
		}},
		{"a side", object["a"].(map[string]any),
			map[string]string{"name": "string", "runs": "number", "alone": "number"}},
		{"a line", object["lines"].([]any)[0].(map[string]any), map[string]string{
			"suite": "string", "measure": "string", "unit": "string", "cells": "number", "pairs": "number",
			"a": "number", "b": "number",
			"ratio": "number", "low": "number", "high": "number", "bound": "string", "p": "number",
			"p_adjusted": "number", "verdict": "string", "withheld": "bool",
			"solved_a": "number", "solved_b": "number", "only_a": "number", "only_b": "number", "par2_a": "number",
			"par2_b": "number",
		}},
		{"a conflict", object["conflicts"].([]any)[0].(map[string]any),
			map[string]string{"suite": "string", "cell": "string", "a": "string", "b": "string"}},
	} {
		if got := kinds(c.got); !maps.Equal(got, c.want) {
			t.Errorf("keys of %s\n got %v\nwant %v", c.what, got, c.want)
		}
	}
}
