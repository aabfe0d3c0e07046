package nets

import (
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestParseErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"":                               `unknown net family "" (there are dphil, fms, `,
		"dphill:5":                       "did you mean dphil?",
		"Kanban:5":                       "did you mean kanban?",
		"hanio:5":                        "did you mean hanoi?",
		"philosophers:5":                 `unknown net family "philosophers" (there are`,
		"net.pnml":                       `unknown net family "net.pnml" (there are`,
		"dphil":                          "family dphil needs a size: write dphil:N, N the number of philosophers, as in dphil:2",
		"rr:":                            "family rr needs a size",
		"rr:1":                           "family rr: 1 processes are too few, the least is 2",
		"fms:0":                          "too few, the least is 1",
		"fms:-3":                         "too few, the least is 1",
		"fms:-99999999999999999999":      "too few, the least is 1",
		"hanoi:six":                      `family hanoi: size "six" is not a whole number`,
		"hanoi:1.5":                      "not a whole number",
		"hanoi:3:4":                      "not a whole number",
		"hanoi:100000":                   "family hanoi: 100000 discs are too many, the most is 2580",
		"dphil:2000000":                  "too many, the most is 1666666",
		"sr:99999999999999999999999":     "99999999999999999999999 nodes are too many",
		"unbounded:9223372036854775807":  "too many",
		"prodcons:-9223372036854775808 ": "not a whole number",
	} {
		net, err := Parse(spec)
		if err == nil {
			t.Errorf("Parse(%q) gives net %s, want an error", spec, net.Name)
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q): error %q, want one with %q", spec, err, want)
		}
	}
}

func TestIsSpec(t *testing.T) {
	for _, s := range []string{
		"dphil:10", "dphil", "rr:", "rr:x", "rr:1.5", "filosofen:3", "x:-1", "x:99999999999999999999",
	} {
		if !IsSpec(s) {
			t.Errorf("IsSpec(%q) = false, want true", s)
		}
	}
	for _, s := range []string{
		"", ":", ":3", "model.pnml", "model", "dir/rr:3", "dphil:3/model.pnml", `C:\nets\model.pnml`, `c:model.pnml`,
		"./dphil", "model.pnml:3",
	} {
		if IsSpec(s) {
			t.Errorf("IsSpec(%q) = true, want false", s)
		}
	}
}

func TestFamilies(t *testing.T) {
	all := All()
	if !slices.IsSortedFunc(all, func(a, b Family) int { return strings.Compare(a.Name, b.Name) }) {
		t.Error("the families are not sorted by name")
	}
	for _, f := range all {
		if f.Name == "" || f.Title == "" || f.Parameter == "" || f.Min < 1 || f.Max < f.Min {
			t.Errorf("family %+v: a field is missing", f)
		}
		for _, n := range []int{f.Min, 7} {
			if got, want := f.Build(n).Name, f.Name+":"+strconv.Itoa(n); got != want {
				t.Errorf("net %s, want name %s", got, want)
			}
		}
		for _, n := range []int{f.Min - 1, f.Max + 1} {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: Build(%d) does not panic, sizes are %d … %d", f.Name, n, f.Min, f.Max)
					}
				}()
				f.Build(n)
			}()
		}
	}
}

// The caps keep their promise, reckoned from two small nets: places and arcs of
// all families grow linearly, the arcs of hanoi by 6N(N+1).
func TestCaps(t *testing.T) {
	for _, f := range All() {
		a, b := f.Build(10), f.Build(11)
		places := len(a.Places) + (f.Max-10)*(len(b.Places)-len(a.Places))
		arcs := a.ArcCount() + (f.Max-10)*(b.ArcCount()-a.ArcCount())
		if f.Name == "hanoi" {
			arcs = 6 * f.Max * (f.Max + 1)
			if got := a.ArcCount(); got != 6*10*11 {
				t.Errorf("hanoi:10 has %d arcs, want %d", got, 6*10*11)
			}
		}
		if places > maxPlaces || arcs > maxArcs {
			t.Errorf("%s:%d has %d places and %d arcs, the caps are %d and %d", f.Name, f.Max, places, arcs, maxPlaces, maxArcs)
		}
	}
}

func BenchmarkBuild(b *testing.B) {
	for _, spec := range []string{"dphil:10000", "hanoi:200", "rr:10000", "sr:10000"} {
		b.Run("net="+spec, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(spec); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
