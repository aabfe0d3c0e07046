package main

import (
	"maps"
	"path/filepath"
	"strings"
	"testing"

	"brim/internal/cli"
)

// The keys of brim orders --json. Scripts of users depend on them: add to the list, never take away.
func TestOrdersKeys(t *testing.T) {
	status, out, _ := brim(t, t.Context(), "orders", "fms:30", "--json")
	object := decode(t, out)
	want := map[string]string{
		"tool": "string", "version": "string", "command": "string", "model": "string", "net": "string",
		"places": "number", "transitions": "number", "arcs": "number", "complete": "bool", "states": "string",
		"orders": "array", "choice": "object", "best": "string", "rss_bytes": "number",
	}
	if got := kinds(object); status != 0 || !maps.Equal(got, want) {
		t.Errorf("status %d, keys\n got %v\nwant %v", status, got, want)
	}
	trial := map[string]string{
		"method": "string", "levels": "number", "complete": "bool", "work": "number", "lookups": "number",
		"nodes":      "number",
		"peak_nodes": "number", "seconds": "number",
	}
	best := object["best"]
	found := false
	for _, x := range object["orders"].([]any) {
		o := x.(map[string]any)
		if o["complete"] == true && !maps.Equal(kinds(o), trial) {
			t.Errorf("keys of an order\n got %v\nwant %v", kinds(o), trial)
		}
		found = found || o["method"] == best
	}
	if !found {
		t.Errorf("the best order is %v, which is not there", best)
	}
	choice := kinds(object["choice"].(map[string]any))
	if choice["work"] != "number" || choice["method"] != "string" || choice["tried"] != "number" {
		t.Errorf("keys of the choice: %v", choice)
	}
}

// A shuffled net has the same markings, and the work under the order of its file differs.
func TestOrdersShuffled(t *testing.T) {
	work := func(flags ...string) (string, float64) {
		_, out, _ := brim(t, t.Context(),
			append([]string{"orders", filepath.Join("..", "..", "examples", "bakery.pnml"), "--json"}, flags...)...)
		object := decode(t, out)
		for _, x := range object["orders"].([]any) {
			if o := x.(map[string]any); o["method"] == "file" || o["method"] == "file+groups" {
				return object["states"].(string), o["work"].(float64)
			}
		}
		t.Fatalf("no order of the file in %s", out)
		return "", 0
	}
	states, w := work()
	shuffled, x := work("--shuffle", "1")
	again, y := work("--shuffle", "1")
	other, z := work("--shuffle", "2")
	if shuffled != states || again != states || other != states {
		t.Errorf("%s states, shuffled %s, %s and %s", states, shuffled, again, other)
	}
	if x != y || w == x && x == z {
		t.Errorf("work under the order of the file: %v, with seed 1 %v and %v, with seed 2 %v", w, x, y, z)
	}
}

// After a limit what is known is told, with status 3.
func TestOrdersLimits(t *testing.T) {
	status, out, _ := brim(t, t.Context(), "orders", "kanban:300", "--json", "--limit-nodes", "100")
	object := decode(t, out)
	orders := object["orders"].([]any)
	if status != cli.StatusUnknown || object["complete"] != false || object["reason"] == nil || len(orders) == 0 {
		t.Fatalf("status %d, %v", status, object)
	}
	for _, x := range orders {
		if o := x.(map[string]any); o["limit"] != "nodes" || o["complete"] != false {
			t.Errorf("%v", o)
		}
	}
	status, out, _ = brim(t, t.Context(), "orders", "unbounded:2", "--json")
	if object = decode(t, out); status != cli.StatusUnknown || object["complete"] != false ||
		!strings.HasPrefix(object["reason"].(string), "unbounded: place ") {
		t.Errorf("unbounded: status %d, %v", status, object)
	}
}
