package tables

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"brim/petri/nets"
)

// The published numbers are those of the paper, in the order of its lines.
func TestPublishedOfDepthFirst(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "papers", "depth-bounded-explicit-state.txt"))
	if err != nil {
		t.Skipf("the text of the paper is not here: %v", err)
	}
	text := strings.ReplaceAll(string(b), "- ", "") // names of models that go over two lines
	part := func(from, to string) [][]string {
		t.Helper()
		_, rest, ok1 := strings.Cut(text, from)
		part, _, ok2 := strings.Cut(rest, to)
		if !ok1 || !ok2 {
			t.Fatalf("no text from %q to %q", from, to)
		}
		return fields(part)
	}
	compare := func(name string, ours [][]string, skip int, lines [][]string) {
		t.Helper()
		for _, f := range ours {
			i := slices.IndexFunc(lines, func(line []string) bool { return len(line) > 0 && line[0] == f[skip] })
			if i < 0 {
				t.Errorf("%s: no line of %s", name, f[skip])
				continue
			}
			rest := lines[i]
			for _, x := range f[skip:] {
				at := slices.Index(rest, x)
				if at < 0 {
					t.Errorf("%s, %s: the line %v has no %s in that order", name, f[skip], lines[i], x)
					break
				}
				rest = rest[at+1:]
			}
		}
	}
	var table1, table3, table4 [][]string
	for _, f := range fields(dfsTable1Published) {
		table1 = append(table1, f[:8])
	}
	for _, f := range fields(dfsTreesPublished) {
		if f[0] == "50" {
			table3 = append(table3, f)
		} else {
			table4 = append(table4, f)
		}
	}
	compare("Table 1", table1, 0, part("5 Empirical Results", "Table 1. States explored"))
	compare("Table 2", fields(dfsTable2Published), 0, part("In this table \"Unopt\"", "Table 2. Reduction"))
	compare("Table 3", table3, 1, part("Table 3. Time to explore", "Next, we measure"))
	compare("Table 4", table4, 1, part("We do these measurements", "Table 4. Time to explore"))
}

// The stand-ins have the states and the depth that the tables name, by their closed forms.
func TestStandIns(t *testing.T) {
	for _, m := range dfsStandIns {
		_, size, err := nets.Split(m.model)
		if err != nil {
			t.Fatal(err)
		}
		family, _, _ := strings.Cut(m.model, ":")
		states, depth := m.states, m.depth
		switch family {
		case "brp":
			states, depth = 18*size[0]*(size[1]+1)+8, 5*size[0]+6*size[1]+11
		case "tpc":
			states = map[int]int{4: 419, 6: 5555}[size[0]]*size[1] + 2
			depth = (3*size[0]+4)*size[1] + 1
		}
		if states != m.states || depth != m.depth {
			t.Errorf("%s: %d states, depth %d; the table says %d and %d", m.model, states, depth, m.states, m.depth)
		}
	}
}
