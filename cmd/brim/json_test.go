package main

import (
	"brim/internal/cli"
	"context"
	"encoding/json"
	"maps"
	"strings"
	"testing"
	"time"
)

// TestStatesKeys pins the keys of brim states --json. Scripts of users depend on them: add to the list, never take
// away.
func TestStatesKeys(t *testing.T) {
	_, out, _ := brim(t, t.Context(), "states", "hanoi:3", "--json", "--depth", "--places", "--show-order")
	want := map[string]string{
		"tool": "string", "version": "string", "command": "string", "model": "string", "net": "string",
		"places": "number", "transitions": "number", "arcs": "number",
		"complete": "bool", "states": "string", "firings": "string", "deadlocks": "string",
		"max_tokens_in_place": "string", "max_tokens_per_marking": "string", "depth": "number",
		"place_bounds": "object",
		"order":        "object", "method": "string", "nodes": "number", "peak_nodes": "number",
		"work": "number", "lookups": "number", "order_work": "number",
		"seconds": "number", "order_seconds": "number", "count_seconds": "number", "rss_bytes": "number",
		"store_bytes": "number",
	}
	object := decode(t, out)
	if got := kinds(object); !maps.Equal(got, want) {
		t.Errorf("keys\n got %v\nwant %v", got, want)
	}
	order := object["order"].(map[string]any)
	if got, want := kinds(order), (map[string]string{"method": "string", "levels": "number", "tried": "number",
		"places": "array"}); !maps.Equal(got, want) {
		t.Errorf("keys of order\n got %v\nwant %v", got, want)
	}
	if object["states"] != "27" || object["depth"] != 7.0 {
		t.Errorf("hanoi:3 has states %v, depth %v; want 27 and 7", object["states"], object["depth"])
	}
}

// TestCheckKeys pins the keys of brim check --json.
func TestCheckKeys(t *testing.T) {
	_, out, _ := brim(t, t.Context(), "check", "dphil:3", "EF deadlock", "--json")
	object := decode(t, out)
	want := map[string]string{
		"tool": "string", "version": "string", "command": "string", "model": "string", "net": "string",
		"places": "number", "transitions": "number", "arcs": "number", "deadlock": "string", "strategy": "string",
		"formula": "string", "verdict": "string", "complete": "bool", "witness": "object", "seconds": "number",
		"statistics": "object",
		"engine":     "string", "by": "string", "steps": "number", "rss_bytes": "number",
	}
	if got := kinds(object); !maps.Equal(got, want) {
		t.Errorf("keys\n got %v\nwant %v", got, want)
	}
	statistics := map[string]string{
		"states": "string", "order": "object", "method": "string", "nodes": "number", "peak_nodes": "number",
		"seconds": "number",
		"work":    "number", "lookups": "number", "order_work": "number", "order_seconds": "number",
		"count_seconds": "number", "rss_bytes": "number", "store_bytes": "number",
	}
	if got := kinds(object["statistics"].(map[string]any)); !maps.Equal(got, statistics) {
		t.Errorf("keys of statistics\n got %v\nwant %v", got, statistics)
	}
	witness := object["witness"].(map[string]any)
	if object["verdict"] != "holds" || witness["dead"] != true || len(witness["steps"].([]any)) != 6 {
		t.Errorf("got %v", object)
	}
}

// TestErrorObject checks that errors are objects with --json and that nothing else is on standard output.
func TestErrorObject(t *testing.T) {
	for _, args := range [][]string{
		{"states", "nosuch.pnml", "--json"},
		{"states", "--json"},
		{"info", "kanban:x", "--json"},
		{"check", "dphil:3", "EF(", "--json"},
		{"nosuch", "--json"},
		{"states", "--json", "--nosuch"},
		{"gen", "kanban:1", "--json"},
	} {
		status, out, stderr := brim(t, t.Context(), args...)
		object := decode(t, out)
		if status != cli.StatusInput || object["status"] != 2.0 || len(object) != 2 {
			t.Errorf("brim %v: status %d, object %v", args, status, object)
		}
		if text, _ := object["error"].(string); text == "" || !strings.Contains(stderr, text) {
			t.Errorf("brim %v: error %q is not in %q", args, text, stderr)
		}
	}
}

// TestInterruptedJSON checks that an interrupt leaves one object that says so.
func TestInterruptedJSON(t *testing.T) {
	args := []string{"states", "hanoi:20", "--order", "file", "--json"}
	var ctx context.Context
	var status int
	var out string
	var object map[string]any
	// On a busy machine nothing may be known yet after half a second.
	for after := time.Second / 2; after < time.Hour && object["complete"] == nil; after *= 10 {
		interrupted, cancel := context.WithCancel(t.Context())
		timer := time.AfterFunc(after, cancel)
		ctx = interrupted
		status, out, _ = brim(t, ctx, args...)
		object = decode(t, out)
		timer.Stop()
		cancel()
	}
	if status != cli.StatusUnknown || object["complete"] != false || object["reason"] != "interrupted" ||
		object["limit"] != "interrupt" {
		t.Errorf("status %d, object %v", status, object)
	}
	status, out, _ = brim(t, ctx, args...) // ended before it began
	object = decode(t, out)
	if status != cli.StatusUnknown || object["error"] != "interrupted; nothing is known yet" ||
		object["limit"] != "interrupt" {
		t.Errorf("status %d, object %v", status, object)
	}
}

// decode reads exactly one object.
func decode(t *testing.T, text string) map[string]any {
	t.Helper()
	var object map[string]any
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		t.Fatalf("%v in %q", err, text)
	}
	return object
}

// TestSimKeys pins the keys of brim sim --json.
func TestSimKeys(t *testing.T) {
	_, out, _ := brim(t, t.Context(), "sim", "--fire", "GoEat_1 1", "dphil:2", "--json")
	object := decode(t, out)
	want := map[string]string{
		"tool": "string", "version": "string", "command": "string", "model": "string", "steps": "array",
		"marking": "object", "enabled": "array",
	}
	if got := kinds(object); !maps.Equal(got, want) {
		t.Errorf("keys\n got %v\nwant %v", got, want)
	}
	if steps := object["steps"].([]any); len(steps) != 2 || steps[1].(map[string]any)["transition"] != "GetL_1" {
		t.Errorf("steps %v; want GoEat_1 and GetL_1", steps)
	}
}

// kinds returns the keys of an object with the kinds of their values.
func kinds(object map[string]any) map[string]string {
	m := map[string]string{}
	for key, value := range object {
		switch value.(type) {
		case string:
			m[key] = "string"
		case float64:
			m[key] = "number"
		case bool:
			m[key] = "bool"
		case []any:
			m[key] = "array"
		case map[string]any:
			m[key] = "object"
		default:
			m[key] = "null"
		}
	}
	return m
}
