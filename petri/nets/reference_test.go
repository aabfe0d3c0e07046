package nets_test

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/nets"
)

// The nets of the families are those that another implementation exported: the
// same places in the same order with the same tokens, and the same arcs. In prise
// names and order differ. In the families in alike, names and the order of the places differ, and the
// transitions, which have other names, are in the same order but for ccp. The exported files lie beside the repository,
// in ../shared/models/nets.
func TestReferenceNets(t *testing.T) {
	dir := referenceDir(t)
	files := map[string]string{"dphil": "dphil", "fms": "fms", "hanoi": "hanoi", "kanban": "kanban", "rr": "rr",
		"sr": "slot", "prise": "prise"}
	for family := range alike {
		files[family] = family
	}
	seen := 0
	for _, f := range nets.All() {
		paths, err := filepath.Glob(filepath.Join(dir, files[f.Name]+"-*.net"))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			file := filepath.Base(path)
			_, size, _ := strings.Cut(strings.TrimSuffix(file, ".net"), "-")
			if len(f.Sizes) == 0 {
				size = strings.ReplaceAll(size, "-", ",")
			}
			spec := f.Name + ":" + size
			t.Run(file, func(t *testing.T) {
				text, err := os.ReadFile(path)
				if err != nil {
					t.Fatal(err)
				}
				want, err := randnet.ParseText(file, strings.ReplaceAll(string(text), " yes 0 ", " ")) // in tpc: no arc
				if err != nil {
					t.Fatal(err)
				}
				got := mustParse(t, spec)
				names, ok := alike[f.Name]
				switch {
				case ok:
					got, want = sortedPlaces(t, got, nil), sortedPlaces(t, want, names)
					numberTransitions(got, f.Name == "ccp")
					numberTransitions(want, f.Name == "ccp")
				case f.Name == "prise":
					got, want = sortedPlaces(t, got, otherNames), sortedPlaces(t, want, otherNames)
				}
				compare(t, got, want)
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

// A rename turns a name in the files into ours.
type rename struct {
	theirs *regexp.Regexp
	ours   string
}

// alike has the families whose places have, but for the names given here, the same names.
var alike = map[string][]rename{
	"abp": nil, "cabp": nil, "brp": nil, "tpc": nil,
	"irq": {{regexp.MustCompile(`^([a-z]+)(\d)$`), "${1}_${2}"}},
	"ccp": {
		{regexp.MustCompile(`^([ISE])(\d)$`), "cache_${2}.${1}"},
		{regexp.MustCompile(`^r([SE])(\d)$`), "ch1_${2}.req${1}"},
		{regexp.MustCompile(`^d([SE])(\d)$`), "ch2_${2}.gnt${1}"},
		{regexp.MustCompile(`^dInv(\d)$`), "ch2_${1}.inv"},
		{regexp.MustCompile(`^aAck(\d)$`), "ch3_${1}.ack"},
		{regexp.MustCompile(`^r_(\d)$`), "ch1_${1}.none"},
		{regexp.MustCompile(`^d_(\d)$`), "ch2_${1}.none"},
		{regexp.MustCompile(`^a_(\d)$`), "ch3_${1}.none"},
		{regexp.MustCompile(`^(inv|shr)([01])(\d)$`), "${1}_${3}.${2}"},
		{regexp.MustCompile(`^eg([01])$`), "eg.${1}"},
		{regexp.MustCompile(`^cmd([SE])$`), "cmd.${1}"},
		{regexp.MustCompile(`^cmd_$`), "cmd.none"},
		{regexp.MustCompile(`^cur(\d)$`), "cur_${1}"},
	},
}

// numberTransitions names the transitions by their positions, after sorting them by their arcs
// if sorted is set.
func numberTransitions(net *petri.Net, sorted bool) {
	if sorted {
		slices.SortFunc(net.Transitions, func(x, y petri.Transition) int {
			return strings.Compare(fmt.Sprint(x.Pre, x.Post, x.Inhibit), fmt.Sprint(y.Pre, y.Post, y.Inhibit))
		})
	}
	for i := range net.Transitions {
		net.Transitions[i].Name = strconv.Itoa(i)
	}
}

// otherNames are names in the files of prise.
var otherNames = []rename{
	{regexp.MustCompile(`^mv(\d+)([ABC])([ABC])$`), "mv_${1}_${2}_${3}"},
	{regexp.MustCompile(`~?>`), "_"},                           // F1~>N2.0
	{regexp.MustCompile(`=`), "_"},                             // LVL=0
	{regexp.MustCompile(`^(N\d|G[345])_(\d+)_$`), "${1}_${2}"}, // N1_0_, without memory
	{regexp.MustCompile(`^((?:G2|F1)_\d+_)(\d)$`), "${1}q${2}"},
	{regexp.MustCompile(`^(D\d_\d_)(\d+)$`), "${1}c${2}"},
	{regexp.MustCompile(`^(P\d_\d_)(\d+)(\d)$`), "${1}r${2}b${3}"},
}

func ourName(name string, others []rename) string {
	for _, o := range others {
		name = o.theirs.ReplaceAllString(name, o.ours)
	}
	return name
}

// sortedPlaces returns the net with our names of places, which are others in the file,
// sorted by these.
func sortedPlaces(t *testing.T, net *petri.Net, others []rename) *petri.Net {
	t.Helper()
	b := petri.NewBuilder(net.Name)
	places := slices.Clone(net.Places)
	for i := range places {
		places[i].Name = ourName(places[i].Name, others)
	}
	slices.SortFunc(places, func(x, y petri.Place) int { return strings.Compare(x.Name, y.Name) })
	index := map[string]int{}
	for _, p := range places {
		index[p.Name] = b.Place(p.Name, p.Initial)
	}
	place := func(a petri.Arc) int { return index[ourName(net.Places[a.Place].Name, others)] }
	for _, x := range net.Transitions {
		n := b.Transition(x.Name)
		for _, a := range x.Pre {
			b.In(n, place(a), a.Weight)
		}
		for _, a := range x.Post {
			b.Out(n, place(a), a.Weight)
		}
		for _, a := range x.Inhibit {
			b.Inhibit(n, place(a), a.Weight)
		}
	}
	sorted, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return sorted
}

// arcsByName maps our name of each transition to its arcs, sorted by place.
func arcsByName(net *petri.Net) map[string]string {
	all := map[string]string{}
	for _, t := range net.Transitions {
		all[ourName(t.Name, otherNames)] = fmt.Sprint(t.Pre, t.Post, t.Inhibit)
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
