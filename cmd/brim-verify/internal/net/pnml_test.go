package net

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// netOf returns the net of a file, or what is wrong with it.
func netOf(data []byte) (n *Net, err error) {
	defer Catch(&err)
	return ReadPNML(data), nil
}

// file returns a file with one page.
func file(kind, parts string) []byte {
	return []byte(`<?xml version="1.0"?><pnml xmlns="http://www.pnml.org/version-2009/grammar/pnml">
<net id="n" type="http://www.pnml.org/version-2009/grammar/` + kind + `"><name><text>n</text></name>
<page id="a">` + parts + `</page></net></pnml>`)
}

func TestPlain(t *testing.T) {
	n, err := netOf(file("ptnet", `
<arc id="a1" source="p" target="t"><inscription><graphics/><text> 2 </text></inscription></arc>
<place id="p"><name><text>first place</text></name><initialMarking><text>
 4000000000 </text></initialMarking></place><!-- a comment -->
<transition id="t"><toolspecific tool="x" version="1"><capacity/></toolspecific></transition>
<page id="b"><place id="q"><name><text>p</text></name></place></page><!-- an empty name is none: --><place id="r">
<name><text/></name></place>
<arc id="a2" source="p" target="t"/><arc id="a3" source="t" target="q"/>
<arc id="a4" source="q" target="t"><type value="inhibitor"/><inscription><text>3</text></inscription></arc>
<arc id="a5" source="q" target="t"><type><text>inhibitor</text></type><inscription><text>2</text></inscription></arc>
`))
	if err != nil {
		t.Fatal(err)
	}
	want := []Transition{
		{"t", []Arc{{0, 3, 0, math.MaxInt64}, {1, 0, 1, 1}}},
	}
	if !reflect.DeepEqual(n.Transitions, want) || !slices.Equal(n.Initial, []int64{4000000000, 0, 0}) {
		t.Error(n)
	}
	if !reflect.DeepEqual(n.PlaceNamed, map[string][]int{"p": {0}, "q": {1}, "r": {2}}) {
		t.Error(n.PlaceNamed)
	}
}

// A capacity of 4: u adds 3 and finds 1 at most, which its inhibitor arc does not ask for; v takes 1 and adds 3; w adds
// 5 and never fires; x adds 7 and takes 2, and never fires; y does not add.
func TestCapacity(t *testing.T) {
	arc := func(id, from, to, weight string) string {
		return `<arc id="` + id + `" source="` + from + `" target="` + to + `"><inscription><text>` + weight +
			`</text></inscription></arc>`
	}
	n, err := netOf(file("ptnet", `<place id="p"><capacity><text>4</text></capacity></place>
<transition id="u"/><transition id="v"/><transition id="w"/><transition id="x"/><transition id="y"/>
<arc id="i" source="p" target="u"><type value="inhibitor"/><inscription><text>3</text></inscription></arc>`+
		arc("1", "u", "p", "3")+arc("2", "p", "v", "1")+arc("3", "v", "p", "3")+arc("4", "w", "p", "5")+
		arc("5", "p", "x", "2")+arc("6", "x", "p", "7")+arc("7", "p", "y", "2")+arc("8", "y", "p", "2")))
	if err != nil {
		t.Fatal(err)
	}
	want := []Transition{
		{"u", []Arc{{0, 0, 3, 1}}},
		{"v", []Arc{{0, 1, 3, 2}}},
		{"w", []Arc{{0, 1, 6, 0}}},
		{"x", []Arc{{0, 2, 7, 0}}},
		{"y", []Arc{{0, 2, 2, math.MaxInt64}}},
	}
	if !reflect.DeepEqual(n.Transitions, want) {
		t.Errorf("got %+v, want %+v", n.Transitions, want)
	}
}

// TestRefused has what is not understood.
func TestRefused(t *testing.T) {
	nodes := `<place id="p"/><transition id="t"/>`
	for _, parts := range []string{
		`<place id="p"><capacity><text>0</text></capacity></place>`,
		`<place id="p"><capacity><value>1</value></capacity></place>`,
		`<place id="p" initialMarking="1"/>`, `<place id="p"/><transition id="p"/>`, `<place/>`,
		`<place id="p"><initialMarking><text>-1</text></initialMarking></place>`,
		`<place id="p"><initialMarking><text>9223372036854775808</text></initialMarking></place>`,
		`<place id="p"><initialMarking>1<text>1</text></initialMarking></place>`,
		`<place id="p"><initialMarking><value>1</value></initialMarking></place>`,
		`<place id="p"><initialMarking><text>1</text></initialMarking>
			<initialMarking><text>1</text></initialMarking></place>`,
		`<place id="p"><toolspecific tool="brim" version="1"><capacity>0</capacity></toolspecific></place>`,
		`<toolspecific tool="brim" version="1"/>`,
		`<referencePlace id="p" ref="p"/>`, `<transition id="t"><interval/></transition>`,
		nodes + `<arc id="a" source="p" target="q"/>`, nodes + `<arc id="a" source="p" target="p"/>`,
		nodes + `<arc id="a" source="p" target="t"><type value="reset"/></arc>`,
		nodes + `<arc id="a" source="t" target="p"><type value="inhibitor"/></arc>`,
		nodes + `<arc id="a" source="p" target="t"><type value="read"/></arc>`,
		nodes + `<arc source="p" target="t" type="inhibitor"/>`,
		nodes + `<arc id="a" source="t" target="p" weight="2"/>`,
		nodes + `<arc id="a" source="t" target="p"><inscription><text>0</text></inscription></arc>`,
		nodes + strings.Repeat(`<arc id="a" source="t" target="p"><inscription>
			<text>9223372036854775807</text></inscription></arc>`, 2),
		nodes + `<arc id="a" source="t" target="p"><hlinscription/></arc>`, `</page>`,
		strings.Repeat("<page>", 20000),
	} {
		if _, err := netOf(file("ptnet", parts)); err == nil {
			t.Errorf("%s: %v", parts, err)
		}
	}
	if _, err := netOf(file("timed", "")); err == nil {
		t.Error("the type is read")
	}
}

// size explores n and returns the number of markings and of firings, or false if there are more than most.
func size(n *Net, most int) (states, firings int, ok bool) {
	seen := map[string]bool{fmt.Sprint(n.Initial): true}
	for todo := []Marking{n.Initial}; len(todo) > 0; {
		m := todo[0]
		todo = todo[1:]
		for t := range n.Transitions {
			if !n.Enabled(m, t) {
				continue
			}
			firings++
			next := slices.Clone(m)
			if !n.Fire(next, t) {
				return 0, 0, false
			}
			if key := fmt.Sprint(next); !seen[key] {
				if seen[key] = true; len(seen) > most {
					return 0, 0, false
				}
				todo = append(todo, next)
			}
		}
	}
	return len(seen), firings, true
}

// contest returns the folders of nets of the contest that match a pattern, if a folder shared/mcc is beside one that
// this folder is in; it skips the test if there are none.
func contest(t *testing.T, pattern string) []string {
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if list, _ := filepath.Glob(filepath.Join(dir, "shared", "mcc", pattern)); len(list) > 0 {
			return list
		}
	}
	t.Skip("no nets of the contest are at hand")
	return nil
}

// TestContest explores the small nets of the contest and compares the numbers with the known ones. Coloured nets also
// have to unfold as by brim.
func TestContest(t *testing.T) {
	const most = 1000
	compared := 0
	for _, folder := range contest(t, "*/*") {
		data, err := os.ReadFile(filepath.Join(folder, "model.pnml"))
		if err != nil || len(data) > 1<<20 && testing.Short() {
			continue
		}
		n, err := netOf(data)
		if err != nil {
			t.Error(err)
			continue
		}
		if strings.Contains(folder, "-COL-") {
			if !sameUnfolding(t, data, folder) {
				t.Errorf("%s is not read", folder)
			}
		}
		oracle, _ := os.ReadFile(filepath.Join(folder, "oracle.csv"))
		want := map[string]string{}
		for line := range strings.Lines(string(oracle)) {
			if f := strings.Split(strings.TrimSpace(line), ","); f[0] == "StateSpace" {
				want[f[1]] = f[2]
			}
		}
		if len(want["STATES"]) > 4 {
			continue
		}
		if states, firings, ok := size(n, most); ok {
			compared++
			if fmt.Sprint(states, firings) != want["STATES"]+" "+want["TRANSITIONS"] {
				t.Errorf("%s: %d markings, %d firings; want %v", folder, states, firings, want)
			}
		}
	}
	t.Logf("%d nets compared", compared)
}
