package nets

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
)

func TestParseErrors(t *testing.T) {
	for spec, want := range map[string]string{
		"":                               `unknown net family "" (there are abp, brp, `,
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
		"prise": "family prise needs a size: S, M, L or 4 whole numbers, the cycles of the timers TD,TP,TR,TA, as in " +
			"prise:S",
		"prise:":                         "family prise needs a size",
		"prise:s":                        `family prise: size "s" is not S, M, L or 4 whole numbers, the cycles of the timers TD,TP,TR,TA`,
		"prise:2":                        `size "2" is not S, M, L or 4 whole numbers`,
		"prise:2,2,2":                    `size "2,2,2" is not`,
		"prise:2,2,2,2,2":                `size "2,2,2,2,2" is not`,
		"prise:2,2,,2":                   `size "2,2,,2" is not`,
		"prise:2,2, 2,2":                 `size "2,2, 2,2" is not`,
		"prise:99999999999999999999,S":   `size "99999999999999999999,S" is not`,
		"prise:1,0,1,1":                  "family prise: TP = 0, but the least for TP is 1",
		"prise:1,1,1,1000000000":         "family prise: TA = 1000000000, but the most for TA is",
		"brp":                            "family brp needs a size: 2 whole numbers, the chunks N and retries MAX, as in brp:1,0",
		"brp:4":                          `family brp: size "4" is not 2 whole numbers, the chunks N and retries MAX`,
		"brp:4,2,1":                      `size "4,2,1" is not 2 whole numbers`,
		"brp:0,2":                        "family brp: N = 0, but the least for N is 1",
		"brp:1,-1":                       "family brp: MAX = -1, but the least for MAX is 0",
		"irq:6,6,7,3":                    "family irq: BATCH = 3, but the most for BATCH is 2",
		"irq:6,6,7,99999999999999999999": "family irq: BATCH = 99999999999999999999, but the most for BATCH is 2",
		"ccp:7":                          "family ccp: 7 clients are too many, the most is 6",
		"abpp:3":                         "did you mean abp?",
		"dphil:2,2":                      `size "2,2" is not a whole number`,
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
		"prise:S", "prise:2,2,2,1", "prise:x", "brp:4", "x:4,2", "x:1,y",
	} {
		if !IsSpec(s) {
			t.Errorf("IsSpec(%q) = false, want true", s)
		}
	}
	for _, s := range []string{
		"", ":", ":3", "model.pnml", "model", "dir/rr:3", "dphil:3/model.pnml", `C:\nets\model.pnml`, `c:model.pnml`,
		"./dphil", "model.pnml:3", "x:S",
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
		if f.Name == "" || f.Title == "" || f.Parameter == "" || len(f.Numbers) == 0 {
			t.Errorf("family %+v: a field is missing", f)
		}
		for _, x := range f.Numbers {
			if x.Name == "" || x.Min < 0 || x.Max < x.Min {
				t.Errorf("family %s: number %+v", f.Name, x)
			}
		}
		for _, size := range [][]int{f.Least(), within(f, 4)} {
			if got, want := f.Build(size...).Name,
				f.Name+":"+strings.Trim(strings.ReplaceAll(fmt.Sprint(size), " ", ","), "[]"); got != want {
				t.Errorf("net %s, want name %s", got, want)
			}
		}
		wrong := [][]int{append(f.Least(), f.Numbers[0].Min), f.Least()[1:]}
		for i, x := range f.Numbers {
			for _, n := range []int{x.Min - 1, x.Max + 1} {
				size := f.Least()
				size[i] = n
				wrong = append(wrong, size)
			}
		}
		for _, size := range wrong {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%s: Build(%d) does not panic, the numbers are %v", f.Name, size, f.Numbers)
					}
				}()
				f.Build(size...)
			}()
		}
		for _, s := range f.Sizes {
			spec := f.Name + ":" + s.Name
			got, size, err := Split(spec)
			if err != nil || got.Name != f.Name || !slices.Equal(size, s.Numbers) {
				t.Errorf("Split(%q) = %s, %d, %v; want size %d", spec, got.Name, size, err, s.Numbers)
			}
			if name := f.Build(size...).Name; name != spec {
				t.Errorf("net %s, want name %s", name, spec)
			}
			size[0]++ // not the family's own
			if _, again, _ := Split(spec); !slices.Equal(again, s.Numbers) {
				t.Errorf("Split(%q) = %d after a change of its last result", spec, again)
			}
		}
	}
}

// within returns the size of f whose numbers are n, or the nearest that there are.
func within(f Family, n int) []int {
	size := f.Least()
	for i, x := range f.Numbers {
		size[i] = min(max(n, x.Min), x.Max)
	}
	return size
}

// The caps keep their promise, reckoned from small nets: the places and arcs of all families but
// two grow linearly with each number, the arcs of hanoi by 6N(N+1), and those of ccp faster.
func TestCaps(t *testing.T) {
	for _, f := range All() {
		if f.Name == "ccp" {
			most := f.Build(within(f, math.MaxInt)...)
			if len(most.Places) > maxPlaces || most.ArcCount() > maxArcs {
				t.Errorf("%s has %d places and %d arcs", most.Name, len(most.Places), most.ArcCount())
			}
			continue
		}
		a := f.Build(within(f, 10)...)
		places, arcs := len(a.Places), a.ArcCount()
		for i, x := range f.Numbers {
			size := within(f, 10)
			more := x.Max - size[i]
			if more == 0 {
				continue
			}
			size[i]++
			b := f.Build(size...)
			places += more * (len(b.Places) - len(a.Places))
			arcs += more * (b.ArcCount() - a.ArcCount())
		}
		if f.Name == "hanoi" {
			n := f.Numbers[0].Max
			arcs = 6 * n * (n + 1)
			if got := a.ArcCount(); got != 6*10*11 {
				t.Errorf("hanoi:10 has %d arcs, want %d", got, 6*10*11)
			}
		}
		if places > maxPlaces || arcs > maxArcs {
			t.Errorf("%s has up to %d places and %d arcs, the caps are %d and %d", f.Form(), places, arcs, maxPlaces,
				maxArcs)
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

// The name under which a family is found is its own, and the lists are sorted by it.
func TestFamiliesAreFoundByName(t *testing.T) {
	for _, list := range [][]named{plain(), twins()} {
		for _, f := range list {
			if made := f.make(); made.Name != f.name {
				t.Errorf("family %s is listed as %s", made.Name, f.name)
			}
		}
		if !slices.IsSortedFunc(list, func(a, b named) int { return strings.Compare(a.name, b.name) }) {
			t.Errorf("%v is not sorted", list)
		}
	}
}
