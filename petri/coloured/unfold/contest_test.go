package unfold_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/petri"
	. "brim/petri/coloured"
	"brim/petri/coloured/unfold"
	"brim/petri/pnml"
)

// contest returns shared/mcc beside the module, which has nets of the contest and is not part of it.
func contest(t testing.TB) string {
	folder := filepath.Join("..", "..", "..", "shared", "mcc")
	if _, err := os.Stat(filepath.Join(folder, "coloured")); err != nil {
		t.Skip("there is no shared/mcc/coloured beside the module")
	}
	return folder
}

func readContest(t testing.TB, path string) (*petri.Net, *Net) {
	t.Helper()
	pt, net, err := pnml.ReadAnyFile(t.Context(), filepath.Join(path, "model.pnml"))
	if err != nil {
		t.Fatal(err)
	}
	return pt, net
}

// TestUnfoldContest unfolds the 20 coloured nets and compares the numbers of their state spaces with the contest's, of
// those that have few markings.
func TestUnfoldContest(t *testing.T) {
	most := 21_000
	if testing.Short() {
		most = 1_000
	}
	folders, err := filepath.Glob(filepath.Join(contest(t), "coloured", "*"))
	if err != nil || len(folders) != 20 {
		t.Fatalf("%d nets, error %v", len(folders), err)
	}
	explored := 0
	for _, folder := range folders {
		_, net := readContest(t, folder)
		u := unfolded(t, net, unfold.Options{})
		checkBack(t, u)
		checkSums(t, u)
		verdicts, err := os.ReadFile(filepath.Join(folder, "oracle.csv"))
		if err != nil {
			t.Fatal(err)
		}
		var want [4]int
		for i, what := range []string{"STATES", "TRANSITIONS", "MAX_TOKEN_IN_PLACE", "MAX_TOKEN_PER_MARKING"} {
			if m := regexp.MustCompile("StateSpace," + what + `,(\d{1,9})\s`).FindSubmatch(verdicts); m != nil {
				fmt.Sscan(string(m[1]), &want[i])
			}
		}
		if want[0] == 0 || want[0] > most {
			continue
		}
		explored++
		s, err := oracle.Explore(u.Net, math.MaxInt)
		if err != nil {
			t.Fatal(err)
		}
		if got := [4]int{len(s.States), s.Firings, int(s.MaxInPlace), int(s.MaxInMarking)}; got != want {
			t.Errorf("%s: %v markings, firings, most in a place and in a marking; the contest has %v", net.Name, got,
				want)
		}
	}
	if !testing.Short() && explored != 11 {
		t.Errorf("%d nets were explored, expected 11", explored)
	}
}

// checkSums compares the tokens of each coloured place with those of its places together, at first.
func checkSums(t *testing.T, u *unfold.Unfolding) {
	t.Helper()
	space, err := oracle.ExploreColouredTo(u.Coloured, 0, 1)
	if err != nil {
		t.Logf("net %s: %v", u.Coloured.Name, err)
		return
	}
	for p := range u.Coloured.Places {
		sum := int64(0)
		for first, end := u.Places(p); first < end; first++ {
			sum += u.Net.Places[first].Initial
		}
		if want := space.Sums[0][p]; sum != want {
			t.Errorf("net %s, place %s: %d tokens in its places, expected %d", u.Coloured.Name,
				u.Coloured.Places[p].Name, sum, want)
		}
	}
}

// TestUnfoldTwins compares the unfolding with the place/transition net that the contest has of the same model, name by
// name. That one may have more: colours that are never there, and what takes them.
func TestUnfoldTwins(t *testing.T) {
	for _, c := range []struct {
		coloured, twin string
		more           int // places and transitions that the twin alone has
	}{
		{"Peterson-COL-2", "Peterson-PT-2", 0},
		{"Philosophers-COL-000050", "Philosophers-PT-000050", 0},
		{"SharedMemory-COL-000005", "SharedMemory-PT-000005", 0},
		{"TokenRing-COL-005", "TokenRing-PT-005", 0},
	} {
		_, net := readContest(t, filepath.Join(contest(t), "coloured", c.coloured))
		twin, _ := readContest(t, filepath.Join(contest(t), "models", c.twin))
		u := unfolded(t, net, unfold.Options{})
		mine, theirs := described(u.Net), described(twin)
		more := 0
		for _, line := range theirs {
			if _, ok := slices.BinarySearch(mine, line); !ok {
				more++
			}
		}
		for _, line := range mine {
			if _, ok := slices.BinarySearch(theirs, line); !ok {
				t.Errorf("%s: the twin has no %s", c.coloured, line)
			}
		}
		if more != c.more {
			t.Errorf("%s: the twin has %d places and transitions more, expected %d", c.coloured, more, c.more)
		}
	}
}

// described returns a line for each place and transition, in the order of the lines. Names stand for the nodes.
func described(net *petri.Net) (lines []string) {
	for _, p := range net.Places {
		lines = append(lines, fmt.Sprintf("place %s with %d", p.Name, p.Initial))
	}
	arcs := func(list []petri.Arc) string {
		var words []string
		for _, a := range list {
			words = append(words, fmt.Sprintf("%d'%s", a.Weight, net.Places[a.Place].Name))
		}
		slices.Sort(words)
		return strings.Join(words, " ")
	}
	for _, tr := range net.Transitions {
		lines = append(lines, fmt.Sprintf("transition %s: %s > %s", tr.Name, arcs(tr.Pre), arcs(tr.Post)))
	}
	slices.Sort(lines)
	return lines
}
