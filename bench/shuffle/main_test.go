package main

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"brim/check"
	"brim/ctl/syntax"
)

// A shuffled net has the same behaviour, and its properties the same answers.

const model = `<?xml version="1.0"?><pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="lamp" type="http://www.pnml.org/version-2009/grammar/ptnet"><page id="page">
<place id="off"><name><text>Off</text></name><initialMarking><text>2</text></initialMarking></place><place id="on"/><place id="broken"/>
<transition id="press"/><transition id="release"/><transition id="burst"/>
<arc id="a" source="off" target="press"/><arc id="b" source="press" target="on"/>
<arc id="c" source="on" target="release"/><arc id="d" source="release" target="off"/>
<arc id="e" source="on" target="burst"><inscription><text>2</text></inscription></arc><arc id="f" source="burst" target="broken"/>
</page><toolspecific tool="nupn" version="1.1"><size places="3" transitions="3" arcs="6"/>
<structure units="1" root="house" safe="false"><unit id="house"><places>off on broken</places><subunits/></unit></structure></toolspecific>
</net></pnml>`

const bounds = `<property-set xmlns="http://mcc.lip6.fr/"><property><id>lamp-UpperBounds-00</id><description>of on and broken</description>
<formula><place-bound><place>on</place><place>broken</place></place-bound></formula></property></property-set>`

const fireable = `<property-set xmlns="http://mcc.lip6.fr/">
<property><id>lamp-0</id><formula><exists-path><finally><is-fireable><transition>burst</transition></is-fireable></finally></exists-path></formula></property>
<property><id>lamp-1</id><formula><all-paths><globally><exists-path><finally><integer-le><integer-constant>1</integer-constant>
<tokens-count><place>off</place></tokens-count></integer-le></finally></exists-path></globally></all-paths></formula></property>
<property><id>lamp-2</id><formula><all-paths><finally><conjunction><deadlock/><integer-le><tokens-count><place>on</place></tokens-count>
<tokens-count><place>broken</place></tokens-count></integer-le></conjunction></finally></all-paths></formula></property></property-set>`

// write fills a folder.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// answers decides all properties and numbers of an instance, by id.
func answers(t *testing.T, dir string, kinds ...check.Kind) map[string]string {
	t.Helper()
	m, err := check.Load(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	var list []*check.Question
	for _, k := range kinds {
		list = append(list, &check.Question{ID: k.String(), Kind: k})
	}
	for _, name := range []string{"UpperBounds.xml", "CTLFireability.xml"} {
		more, err := m.Properties(t.Context(), filepath.Join(dir, name), check.Maximal, syntax.AsWritten)
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, more...)
	}
	found, err := check.DecideAll(t.Context(), m, list, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for i, q := range list {
		a := found.Answers[i]
		out[q.ID] = a.Result.String()
		if a.Number != nil {
			out[q.ID] += " " + a.Number.String()
		}
	}
	return out
}

// A shuffled net has the answers of the original, by hand: press and release move two tokens between off and on, burst
// takes both; so 4 markings, 5 firings, at most 2 tokens. No name is left, and each seed has another file.
func TestShuffle(t *testing.T) {
	from, to := filepath.Join(t.TempDir(), "from"), filepath.Join(t.TempDir(), "to")
	oracle := "examination,id,verdict\nUpperBounds,lamp-UpperBounds-00,2\n"
	write(t, filepath.Join(from, "lamp"), map[string]string{
		"model.pnml": model, "UpperBounds.xml": bounds, "CTLFireability.xml": fireable, "oracle.csv": oracle,
		"other.xml": "<other/>",
	})
	want := map[string]string{
		check.States.String(): "holds 4", check.Firings.String(): "holds 5", check.Liveness.String(): "fails",
		check.Deadlock.String(): "holds",
		"lamp-UpperBounds-00":   "holds 2", "lamp-0": "holds", "lamp-1": "fails", "lamp-2": "fails",
	}
	texts := map[string]bool{}
	for _, seed := range []string{"1", "2", "18446744073709551615"} {
		if err := run(t.Context(), []string{seed, from, to}); err != nil {
			t.Fatal(err)
		}
		for _, dir := range []string{from, to} {
			got := answers(t, filepath.Join(dir, "lamp"), check.States, check.Firings, check.Liveness, check.Deadlock)
			for id, a := range want {
				if got[id] != a {
					t.Errorf("seed %s, %s: %s is %q; expected %q", seed, dir, id, got[id], a)
				}
			}
		}
		for _, name := range []string{"model.pnml", "UpperBounds.xml", "CTLFireability.xml"} {
			text, err := os.ReadFile(filepath.Join(to, "lamp", name))
			if err != nil {
				t.Fatal(err)
			}
			for _, word := range []string{"off", "Off", `"on"`, ">on<", "broken", "press", "release", "burst", "house",
				`"lamp"`} {
				if strings.Contains(string(text), word) {
					t.Errorf("seed %s: %s has %s", seed, name, word)
				}
			}
			if texts[string(text)] {
				t.Errorf("seed %s: %s is that of another seed", seed, name)
			}
			texts[string(text)] = true
		}
		if copied, err := os.ReadFile(filepath.Join(to, "lamp", "oracle.csv")); err != nil || string(copied) != oracle {
			t.Errorf("oracle.csv is %q, %v", copied, err)
		}
		if _, err := os.Stat(filepath.Join(to, "lamp", "other.xml")); err == nil {
			t.Error("a file without properties was written")
		}
	}
}

// What is wrong is said, and an interrupt ends the work.
func TestWrong(t *testing.T) {
	from, to := t.TempDir(), t.TempDir()
	write(t, from, map[string]string{"model.pnml": model,
		"UpperBounds.xml": strings.Replace(bounds, "<place>broken<", "<place>whole<", 1)})
	empty := t.TempDir()
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"1", from}, "expected SEED FROM TO"},
		{[]string{"one", from, to}, "expected a number"},
		{[]string{"1", empty, to}, "has no model.pnml"},
		{[]string{"1", from, to}, "whole"},
	} {
		if err := run(t.Context(), c.args); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v; expected %q", c.args, err, c.want)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := run(ended, []string{"1", from, filepath.Join(to, "new")}); err == nil {
		t.Error("an interrupt: no error")
	}
}
