package edd_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"brim/dd"
	"brim/edd"
	"brim/mdd"
)

var update = flag.Bool("update", false, "write the file of this version of Save")

// Functions come back from both forms, with their names and those of the variables.
func TestDiagramsRoundTrip(t *testing.T) {
	rng := rand.New(rand.NewPCG(102, 3))
	for range 40 {
		f := newForest(1+rng.IntN(4), edd.Options{CollectEvery: rng.IntN(3)})
		d := edd.Diagrams{}
		for i := range 1 + rng.IntN(3) {
			d.Roots = append(d.Roots, edd.Root{Name: fmt.Sprint("d", i), Func: randomFunc(f, rng, rng.IntN(9))})
		}
		if rng.IntN(2) == 0 {
			for k := range f.Levels() {
				d.Variables = append(d.Variables, fmt.Sprint("x", k))
			}
		}
		for form := range mdd.JSON + 1 {
			var text, again bytes.Buffer
			if err := edd.WriteDiagrams(&text, form, d); err != nil {
				t.Fatal(err)
			}
			g, err := edd.ReadDiagrams(bytes.NewReader(text.Bytes()), "file", edd.ReadOptions{})
			if err != nil {
				t.Fatalf("%v\n%s", err, &text)
			}
			for i, root := range g.Roots {
				want := d.Roots[i]
				if root.Name != want.Name || root.Func.Nodes() != want.Func.Nodes() ||
					root.Func.Support().Count().Cmp(want.Func.Support().Count()) != 0 {
					t.Fatalf("root %d is another function\n%s", i, &text)
				}
				for values := range want.Func.Support().All() {
					if root.Func.At(values...) != want.Func.At(values...) {
						t.Fatalf("%v costs %d, want %d", values, root.Func.At(values...), want.Func.At(values...))
					}
				}
			}
			if err := edd.WriteDiagrams(&again, form, *g); err != nil || again.String() != text.String() ||
				!slices.Equal(g.Variables, d.Variables) {
				t.Fatalf("written again:\n%s\n%v, want\n%s", &again, err, &text)
			}
			into, err := edd.ReadDiagrams(&text, "file", edd.ReadOptions{Forest: f})
			if err != nil || !into.Roots[0].Func.Equal(d.Roots[0].Func) {
				t.Fatal("read into the forest that wrote it: ", err)
			}
			closeBoth(g.Roots[0].Func.Forest())
		}
		closeBoth(f)
	}
}

// A text need not be canonical, but it must describe functions.
func TestReadDiagrams(t *testing.T) {
	const head = ".brim-diagram 1\n.kind edd\n.rule zero-suppressed\n.levels 2\n"
	d, err := edd.ReadDiagrams(strings.NewReader(head+
		".nodes 2\n2 1 0:1+3 2:1+5\n3 2 0:2+1 4:1+9\n.roots 1\n\"d\" 3+2\n.end\n"), "file", edd.ReadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	g := d.Roots[0].Func
	for _, c := range []struct{ x, y, want int }{{0, 0, 6}, {2, 0, 8}, {0, 4, 11}, {2, 4, edd.Infinity}} {
		if got := g.At(c.x, c.y); got != c.want {
			t.Errorf("(%d, %d) costs %d, want %d", c.x, c.y, got, c.want)
		}
	}
	for text, want := range map[string]string{
		strings.Replace(head, "edd", "mdd", 1):                              `file:2:7: found "mdd"; expected edd`,
		head + ".nodes 1\n2 1 0:1":                                          `file:6:8: found the end of the line; expected '+' before the cost`,
		head + ".nodes 1\n2 1 0:1+2147483647":                               `file:6:9: found 2147483647; expected a cost, 2147483646 at most`,
		head + ".nodes 2\n2 1 1:1+2000000000\n3 2 1:2+2000000000":           `file:7:1: a tuple costs 4000000000; expected 2147483646 at most`,
		head + ".nodes 1\n2 1 1:1+2000000000\n.roots 1\n\"a\" 2+2000000000": `file:8:1: a tuple costs 4000000000; expected 2147483646 at most`,
		head + ".nodes 0\n.roots 1\n\"a\" 0+1":                              `file:7:1: a cost of 1 at the root 0; expected none`,
	} {
		if _, err := edd.ReadDiagrams(strings.NewReader(text), "file", edd.ReadOptions{}); err == nil ||
			!strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

// Any text gives an error, or functions that are written and read again as the same.
func FuzzReadDiagrams(f *testing.F) {
	s := newForest(2, edd.Options{})
	for form := range mdd.JSON + 1 {
		var text bytes.Buffer
		g := randomFunc(s, rand.New(rand.NewPCG(1, 1)), 5)
		if err := edd.WriteDiagrams(&text, form,
			edd.Diagrams{Roots: []edd.Root{{Name: "a", Func: g}, {Name: "b", Func: s.Infinity()}}}); err != nil {
			f.Fatal(err)
		}
		f.Add(text.String())
	}
	f.Fuzz(func(t *testing.T, text string) {
		d, err := edd.ReadDiagrams(strings.NewReader(text), "file", edd.ReadOptions{Nodes: 1000, Bytes: 1 << 20})
		if err != nil || len(d.Roots) == 0 {
			return
		}
		var out bytes.Buffer
		if err := edd.WriteDiagrams(&out, mdd.JSON, *d); err != nil {
			t.Fatal(err)
		}
		forest := d.Roots[0].Func.Forest()
		if back, err := edd.ReadDiagrams(&out, "file", edd.ReadOptions{Forest: forest}); err != nil ||
			!back.Roots[0].Func.Equal(d.Roots[0].Func) {
			t.Error("it does not come back: ", err)
		}
		closeBoth(forest)
	})
}

// Files of all earlier versions of the format are read. A new version adds a file by -update, which changes no existing
// one.
func TestFilesOfAllVersions(t *testing.T) {
	for version, far := range map[byte]int{1: 40, 2: 4000} { // values that are far apart need version 2
		want := map[[3]int]int{{0, 0, 0}: 7, {1, 0, 2}: 0, {5, far, 0}: 1 << 20, {5, 1, 4}: 3}
		f := newForest(3, edd.Options{})
		all := f.Infinity()
		for x, cost := range want {
			all = all.Min(f.Zero(f.Sets().Tuple(x[:]...)).Plus(cost))
		}
		var now bytes.Buffer
		for _, g := range []edd.Func{all, f.Infinity()} {
			if err := g.Save(&now); err != nil {
				t.Fatal(err)
			}
		}
		listed := dd.Sparse(2, far+1) // narrow stores list values that lie closer, too
		if is := now.Bytes()[len("brim-edd")]; is != version && (version == 2 || !listed) {
			t.Errorf("a file of version %d; expected a new one beside that of version %d", is, version)
		}
		name := filepath.Join("testdata", fmt.Sprintf("version%d.edd", version))
		if _, err := os.Stat(name); err != nil && *update {
			if err := os.WriteFile(name, now.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		file, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		r := bytes.NewReader(file)
		g, err := f.Load(r)
		if err != nil || !g.Equal(all) {
			t.Errorf("%s: another function, %v", name, err)
			continue
		}
		for x, cost := range want {
			if got := g.At(x[:]...); got != cost {
				t.Errorf("%s: %v costs %d, want %d", name, x, got, cost)
			}
		}
		if g, err = f.Load(r); err != nil || !g.Equal(f.Infinity()) {
			t.Errorf("%s, the second function: %v", name, err)
		}
		closeBoth(f)
	}
}
