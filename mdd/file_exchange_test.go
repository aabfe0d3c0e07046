package mdd

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"brim/malformed"
)

var update = flag.Bool("update", false, "write the file of this version of Save")

// Sets come back from both forms, as they were under the same rule, and as equal sets under the other one. Shared nodes
// are written once.
func TestDiagramsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(102, 2))
	for round := range 60 {
		o := everyOption[round%len(everyOption)]
		f := New(1+rng.IntN(5), o)
		d := Diagrams{}
		if rng.IntN(2) == 0 {
			for k := range f.Levels() {
				d.Variables = append(d.Variables, fmt.Sprintf("x \"%d\"\n∀", k))
			}
		}
		var twins []tuples
		for i := range 1 + rng.IntN(4) {
			s, twin := randomSet(f, rng, rng.IntN(12), 5)
			d.Roots, twins = append(d.Roots, Root{fmt.Sprint("set ", i), s}), append(twins, twin)
		}
		for form := range JSON + 1 {
			var text bytes.Buffer
			if err := WriteDiagrams(&text, form, d); err != nil {
				t.Fatal(err)
			}
			for _, rule := range []Rule{o.Rule, 1 - o.Rule} {
				g, err := ReadDiagrams(bytes.NewReader(text.Bytes()), "file",
					ReadOptions{Options: Options{Rule: rule, CollectEvery: 1}})
				if err != nil {
					t.Fatalf("%v\n%s", err, &text)
				}
				if !slices.Equal(g.Variables, d.Variables) || len(g.Roots) != len(d.Roots) {
					t.Fatalf("variables %q, %d roots", g.Variables, len(g.Roots))
				}
				for i, root := range g.Roots {
					if root.Name != d.Roots[i].Name || !root.Set.Equal(root.Set.Forest().Tuples(twins[i].Sorted())) {
						t.Fatalf("root %d is %q, another set\n%s", i, root.Name, &text)
					}
				}
				var again bytes.Buffer
				if err := WriteDiagrams(&again, form, *g); err != nil || rule == o.Rule &&
					again.String() != text.String() {
					t.Fatalf("written again:\n%s\n%v, want\n%s", &again, err, &text)
				}
				if err := g.Roots[0].Set.Forest().Check(); err != nil {
					t.Fatal(err)
				}
				g.Roots[0].Set.Forest().Close()
			}
			into, err := ReadDiagrams(bytes.NewReader(text.Bytes()), "file", ReadOptions{Forest: f})
			if err != nil || !into.Roots[0].Set.Equal(d.Roots[0].Set) {
				t.Fatal("read into the forest that wrote it: ", err)
			}
		}
		f.Close()
	}
}

// Two sets that share nodes, in the text format of docs/exchange.md.
func ExampleWriteDiagrams() {
	f := New(2, Options{})
	a := f.Tuples([][]int{{1, 0}, {3, 2}})
	d := Diagrams{Variables: []string{"x", "y"}, Roots: []Root{{"both", a}, {"one", f.Tuple(3, 2)}}}
	if err := WriteDiagrams(os.Stdout, Lines, d); err != nil {
		fmt.Println(err)
	}
	back, err := ReadDiagrams(strings.NewReader(".brim-diagram 1\n.kind mdd\n.rule quasi-reduced\n.levels 1\n.nodes "+
		"1\n2 1 0:1 7:1\n.roots 1\n\"mine\" 2\n.end"), "text", ReadOptions{})
	fmt.Println(back.Roots[0].Name, slices.Collect(back.Roots[0].Set.All()), err)
	// Output:
	// .brim-diagram 1
	// .kind mdd
	// .rule zero-suppressed
	// .levels 2
	// .variables "x" "y"
	// .nodes 4
	// 2 1 1:1
	// 3 1 3:1
	// 4 2 0:2 2:3
	// 5 2 2:3
	// .roots 2
	// "both" 4
	// "one" 5
	// .end
	// mine [[0] [7]] <nil>
}

// A text with a fault gives an error with the line, the column and what was expected.
func TestDiagramErrors(t *testing.T) {
	const head = ".brim-diagram 1\n.kind mdd\n.rule zero-suppressed\n.levels 2\n"
	const begin = `{"format":"brim-diagram","version":1,"kind":"mdd","rule":"zero-suppressed","levels":2,` + "\n"
	for _, c := range []struct{ text, want string }{
		{"", "file:1: the text is empty; expected a diagram"},
		{"digraph {", `file:1:1: found "digraph"; expected .brim-diagram`},
		{".brim-diagram 2\n", "file:1:1: version 2; this program reads 1 to 1"},
		{".brim-diagram 1\n.kind edd\n", `file:2:7: found "edd"; expected mdd`},
		{".brim-diagram 1\n\n# a comment\n.kind mdd\n.rule full",
			`file:5:7: found "full"; expected zero-suppressed or quasi-reduced`},
		{head + ".nodes 2 3", `file:5:10: found "3"; expected the end of the line`},
		{head + `.variables "x" y`, `file:5:16: found "y"; expected the name of a variable in double quotes`},
		{head + ".variables \"x\"\n.nodes 0\n", `file:6:1: 1 names of variables; expected 2, one for each level`},
		{head + ".nodes 1\n2 3 0:1", `file:6:3: found 3; expected a level, 2 at most`},
		{head + ".nodes 1\n2 1 0:2", `file:6:1: an arc to node 2; expected 1 or a node before this one`},
		{head + ".nodes 1\n2 1 4:1 4:1", `file:6:1: value 4 after 4; expected values that ascend`},
		{head + ".nodes 1\n2 1 4", `file:6:6: found the end of the line; expected ':' after the value of an arc`},
		{head + ".nodes 1\n2 1", `file:6:1: node 2 has no arcs; expected one at least`},
		{head + ".nodes 1\n3 1 0:1", `file:6:1: node 3; expected node 2: nodes are numbered from 2 on`},
		{head + ".nodes 2\n2 1 1:1", `file:7:1: the text ends; expected a node`},
		{head + ".nodes 2\n2 2 1:1\n3 2 1:2", `file:7:1: an arc from level 2 to level 2; expected a lower one`},
		{head + ".nodes 0\n.roots 1\n\"a\" 2", `file:7:1: root 2; expected 0, 1 or a node: there are 0`},
		{head + ".nodes 0\n.roots 2\n\"a\" 1\n\"a\" 0", `file:8:1: two roots have the name "a"`},
		{head + ".nodes 0\n.roots 0\n.end\nmore", `file:8:1: found "more"; expected nothing after .end`},
		{strings.Replace(head, "zero-suppressed", "quasi-reduced", 1) + ".nodes 1\n2 2 0:1",
			`file:6:1: an arc from level 2 to level 0; expected the next lower one: the rule is quasi-reduced`},
		{head + ".nodes 99999999\n", `file:5:8: found 99999999; expected a number, 16777216 at most`},

		{"{", "file:1:2: the text ends; expected the rest of an object"},
		{"{]", "file:1:2: invalid character ']'"},
		{`{"format":"other"}`, `file:1:2: format "other"; expected "brim-diagram"`},
		{`{"format":"brim-diagram","version":3}`, `file:1:26: version 3; this program reads 1 to 1`},
		{`{"nodes":[]}`, `file:1:2: there is no "version"; expected it before nodes`},
		{begin + `"nodes":[],"nodes":[]}`, `file:2:12: the key "nodes" is there twice`},
		{begin + `"nodes":{}}`, `file:2:9: found {; expected [, a list of nodes`},
		{begin + `"nodes":[{"id":2,"level":"x"}]}`,
			`file:2:10: found a string; expected a number that is not negative for level`},
		{begin + `"nodes":[{"id":2,"arcs":[]}]}`, `file:2:10: a node without id or level`},
		{begin + `"nodes":[{"id":2,"level":1,"arcs":[[0]]}]}`, `file:2:10: arc 1 of node 2 has 1 numbers; expected 2`},
		{begin + `"nodes":[{"id":2,"level":1,"arcs":[[0,1],[-1,1]]}]}`, `file:2:10: found a number -1; expected`},
		{begin + `"nodes":[{"id":2,"level":1,"arcs":[[0,7]]}]}`,
			`file:2:10: an arc to node 7; expected 1 or a node before this one`},
		{begin + `"nodes":[{"id":2,"level":1,"more":1}]}`, `file:2:10: unknown field "more"`},
		{begin + `"nodes":[]}`, `file:2:11: there is no "roots"; expected it before the end`},
		{begin + `"nodes":[],"roots":[{"name":"a","node":1,"cost":4}]}`, `file:2:21: a root with other keys`},
		{begin + `"nodes":[],"roots":[]} 5`, `file:2:24: found more after the object`},
		{begin + `"colour":1}`, `file:2:1: the key "colour"; expected`},
	} {
		d, err := ReadDiagrams(strings.NewReader(c.text), "file", ReadOptions{})
		var wrong *malformed.Error
		if !errors.As(err, &wrong) || d != nil || !strings.HasPrefix(err.Error(), c.want) {
			t.Errorf("%q: got %v, want %s", c.text, err, c.want)
		}
	}
	small := ReadOptions{Bytes: 60, Nodes: 1}
	if _, err := ReadDiagrams(strings.NewReader(head+".nodes 0\n.roots 0\n.end\n"), "file", small); err == nil ||
		!strings.Contains(err.Error(), "longer than the limit") {
		t.Errorf("got %v", err)
	}
	if _, err := ReadDiagrams(strings.NewReader(head+".nodes 0\n.roots 0\n.end\n"), "file",
		ReadOptions{Forest: New(3, Options{})}); err == nil || err.Error() != "file: 2 levels; the forest has 3" {
		t.Errorf("got %v", err)
	}
}

// A room is a writer for this many bytes, which then fails.
type room int

func (r *room) Write(b []byte) (int, error) {
	if len(b) > int(*r) {
		n := int(*r)
		*r = 0
		return n, errFull
	}
	*r -= room(len(b))
	return len(b), nil
}

var errFull = errors.New("full")

// The error of a writer is passed on, wherever it fails, even at the last byte.
func TestWritersFail(t *testing.T) {
	f := New(3, Options{})
	box := f.Box([][]int{{0, 1}, {1, 2}, {0, 70_000}})
	d := Diagrams{Roots: []Root{{"box", box}}}
	for name, write := range map[string]func(w io.Writer) error{
		"lines": func(w io.Writer) error { return WriteDiagrams(w, Lines, d) },
		"JSON":  func(w io.Writer) error { return WriteDiagrams(w, JSON, d) },
		"Save":  box.Save,
		"DOT":   func(w io.Writer) error { return box.WriteDOT(w, DOTOptions{}) },
	} {
		var whole bytes.Buffer
		if err := write(&whole); err != nil || whole.Len() == 0 {
			t.Fatalf("%s: %d bytes, %v", name, whole.Len(), err)
		}
		for n := range whole.Len() + 1 {
			r := room(n)
			if err := write(&r); errors.Is(err, errFull) != (n < whole.Len()) {
				t.Errorf("%s: room for %d of %d bytes: %v", name, n, whole.Len(), err)
			}
		}
	}
}

// Any text gives an error, or canonical sets that are written and read again.
func FuzzReadDiagrams(f *testing.F) {
	s := New(2, Options{})
	for form := range JSON + 1 {
		var text bytes.Buffer
		roots := []Root{{"a", s.Tuples([][]int{{1, 0}, {3, 2}})}, {"b", s.Empty()}}
		if err := WriteDiagrams(&text, form, Diagrams{Variables: []string{"x", "y"}, Roots: roots}); err != nil {
			f.Fatal(err)
		}
		f.Add(text.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		for rule := range QuasiReduced + 1 {
			d, err := ReadDiagrams(strings.NewReader(text), "file",
				ReadOptions{Options: Options{Rule: rule, MaxArena: 1 << 26}, Nodes: 1000, Bytes: 1 << 20})
			if err != nil || len(d.Roots) == 0 {
				continue
			}
			forest := d.Roots[0].Set.Forest()
			if err := forest.Check(); err != nil {
				t.Error(err)
			}
			for _, r := range d.Roots {
				if r.Set.Count().Cmp(big.NewInt(1000)) < 0 && forest.Levels() < 100 &&
					!forest.FromSeq(r.Set.All()).Equal(r.Set) {
					t.Error("the diagram is not canonical")
				}
			}
			var out bytes.Buffer
			if err := WriteDiagrams(&out, Lines, *d); err != nil {
				t.Error(err)
			}
			if back, err := ReadDiagrams(&out, "file", ReadOptions{Forest: forest}); err != nil ||
				!back.Roots[0].Set.Equal(d.Roots[0].Set) {
				t.Error("it does not come back: ", err)
			}
			forest.Close()
		}
	})
}

// Files of all earlier versions of Save are read, under both rules. A new version adds a file by -update, which changes
// no existing one.
func TestFilesOfAllVersions(t *testing.T) {
	want := [][]int{{0, 0, 0}, {1, 0, 2}, {300, 700, 0}, {5, 1, 4}}
	f := New(3, Options{})
	defer f.Close()
	var now bytes.Buffer
	for _, s := range []Set{f.Tuples(want), f.Empty()} {
		if err := s.Save(&now); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join("testdata", fmt.Sprintf("version%d.mdd", now.Bytes()[len(fileFormat.Magic)]))
	if _, err := os.Stat(name); err != nil && *update {
		if err := os.WriteFile(name, now.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	files, _ := filepath.Glob(filepath.Join("testdata", "version*.mdd"))
	if len(files) < 2 || !slices.Contains(files, name) {
		t.Fatalf("the files are %q; expected %s, too", files, name)
	}
	for _, name := range files {
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for rule := range QuasiReduced + 1 {
			f := New(3, Options{Rule: rule})
			r := bytes.NewReader(file)
			s, err := f.Load(r)
			if err != nil || !s.Equal(f.Tuples(want)) {
				t.Errorf("%s, %v: %v", name, rule, err)
			}
			if s, err = f.Load(r); err != nil || !s.IsEmpty() {
				t.Errorf("%s, %v, the second set: %v", name, rule, err)
			}
		}
	}
}
