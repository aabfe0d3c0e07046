package nets_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"brim/internal/oracle"
	"brim/internal/randnet"
	"brim/petri"
	"brim/petri/nets"
)

// The nets of the families are those that another implementation exported: the
// same places in the same order with the same tokens, and the same arcs. The
// exported files lie beside the repository, in ../shared/models/nets.
func TestReferenceNets(t *testing.T) {
	dir := referenceDir(t)
	files := map[string]string{"dphil": "dphil", "fms": "fms", "hanoi": "hanoi", "kanban": "kanban", "rr": "rr", "sr": "slot"}
	seen := 0
	for _, f := range nets.All() {
		paths, err := filepath.Glob(filepath.Join(dir, files[f.Name]+"-*.net"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			file := filepath.Base(path)
			_, size, _ := strings.Cut(strings.TrimSuffix(file, ".net"), "-")
			spec := f.Name + ":" + size
			t.Run(file, func(t *testing.T) {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				want, err := randnet.ParseText(file, string(text))
				if err != nil {
					t.Fatal(err)
				}
				compare(t, mustParse(t, spec), want)
			})
			seen++
		}
	}
	if seen == 0 {
		t.Errorf("no net of any family in %s", dir)
	}
}

func compare(t *testing.T, got, want *petri.Net) {
	if !slices.Equal(got.Places, want.Places) {
		t.Errorf("places or initial tokens differ: got %v, want %v", got.Places, want.Places)
	}
	gotArcs, wantArcs := arcsByName(got), arcsByName(want)
	for name, arcs := range wantArcs {
		if gotArcs[name] != arcs {
			t.Errorf("transition %s: got %s, want %s", name, gotArcs[name], arcs)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(gotArcs)) {
		if _, ok := wantArcs[name]; !ok {
			t.Errorf("transition %s is not in the file", name)
		}
	}
}

// move is the name of a move in the files, mv2AB for our mv_2_A_B.
var move = regexp.MustCompile(`^mv(\d+)([ABC])([ABC])$`)

// arcsByName maps the name of each transition to its arcs, sorted by place.
func arcsByName(net *petri.Net) map[string]string {
	all := map[string]string{}
	for _, t := range net.Transitions {
		name := move.ReplaceAllString(t.Name, "mv_${1}_${2}_${3}")
		all[name] = fmt.Sprint(t.Pre, t.Post, t.Inhibit)
	}
	return all
}

// referenceDir finds the exported nets or skips the test.
func referenceDir(t *testing.T) string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			break
		}
		up := filepath.Dir(dir)
		if up == dir {
			t.Skip("no go.mod above the test: cannot find the reference nets")
		}
		dir = up
	}
	dir = filepath.Join(filepath.Dir(dir), "shared", "models", "nets")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the reference nets are not there: no directory ../shared/models/nets beside the repository")
	}
	return dir
}

func mustParse(t testing.TB, spec string) *petri.Net {
	t.Helper()
	net, err := nets.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

func explore(t testing.TB, spec string) *oracle.Space {
	t.Helper()
	s, err := oracle.Explore(mustParse(t, spec), 100_000)
	if err != nil {
		t.Fatal(err)
	}
	return s
}
