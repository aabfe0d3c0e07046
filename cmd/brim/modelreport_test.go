package main

import (
	"brim/check"
	"maps"
	"os"
	"path/filepath"
	"testing"
)

// TestExplicitKeys pins the keys of states and check --json with an engine that looks at single states, for nets and
// for an LTS.
func TestExplicitKeys(t *testing.T) {
	lts := filepath.Join(t.TempDir(), "x.aut")
	if err := os.WriteFile(lts, []byte("des (0,2,2)\n(0,a,1)\n(1,b,0)\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	net := map[string]string{"net": "string", "places": "number", "transitions": "number", "arcs": "number",
		"witness": "object"}
	graph := map[string]string{"lts": "object", "path": "object"}
	states := map[string]string{
		"tool": "string", "version": "string", "command": "string", "model": "string", "complete": "bool",
		"engine": "string", "states": "string",
		"firings": "string", "deadlocks": "string", "depth": "number", "levels": "array", "fan_out": "number",
		"words":       "number",
		"table_bytes": "number", "seconds": "number", "rss_bytes": "number",
	}
	answers := map[string]string{
		"tool": "string", "version": "string", "command": "string", "model": "string", "deadlock": "string",
		"engine": "string", "formula": "string",
		"verdict": "string", "complete": "bool", "bound": "number", "steps": "number", "seconds": "number",
		"statistics": "object", "rss_bytes": "number",
		"by": "string",
	}
	for _, c := range []struct {
		args       []string
		keys, more map[string]string
	}{
		{[]string{"states", "hanoi:3", "--engine", "bfs"}, states, net},
		{[]string{"states", lts}, states, graph},
		{[]string{"check", "dphil:3", "EF deadlock", "--engine", "bfs"}, answers, net},
		{[]string{"check", lts, `EF enabled(b)`}, answers, graph},
		{[]string{"check", check.Motor, "EF g50"}, answers, map[string]string{"circuit": "object", "trace": "object"}},
	} {
		_, out, _ := brim(t, t.Context(), append(c.args, "--json")...)
		want := maps.Clone(c.keys)
		maps.Copy(want, c.more)
		if c.args[1] == check.Motor {
			delete(want, "deadlock")
		}
		if c.args[0] == "states" {
			delete(want, "witness")
			delete(want, "path")
		}
		object := decode(t, out)
		if got := kinds(object); !maps.Equal(got, want) {
			t.Errorf("%v: keys\n got %v\nwant %v", c.args, got, want)
		}
	}
	_, out, _ := brim(t, t.Context(), "check", lts, "EF enabled(b)", "--json")
	path := kinds(decode(t, out)["path"].(map[string]any))
	if want := (map[string]string{"formula": "string", "start": "string", "steps": "array", "loop": "null",
		"dead": "bool"}); !maps.Equal(path, want) {
		t.Errorf("keys of path\n got %v\nwant %v", path, want)
	}
}
