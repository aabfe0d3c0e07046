package tables

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"brim/bench/tables/entry"
)

// The published numbers of [WR00] and [CFF+01], and the questions and depths of the suites about satisfiability.

// The published numbers are those of the paper, row by row.
func TestPublishedOfGreedy(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "papers", "gmc-greedy-model-checking.txt"))
	if err != nil {
		t.Skipf("the text of the paper is not here: %v", err)
	}
	var want [][]string
	var shortest []string
	for line := range strings.Lines(string(b)) {
		words := strings.Fields(strings.ReplaceAll(line, "|", " "))
		switch {
		case len(words) == 8 && (words[0] == "GMC" || words[0] == "BMC"):
			want = append(want, words)
		case len(words) == 7 && words[0] == "NuSMV":
			want = append(want, append([]string{"SMC", "-"}, words[1:]...))
		case len(words) == 8 && words[0] == "Minimal":
			shortest = words[2:]
		}
	}
	ours := entry.Fields(gmcTable1Published)
	if len(want) != 17 || len(ours) != len(want) {
		t.Fatalf("%d rows, the paper has %d", len(ours), len(want))
	}
	for i := range want {
		if !slices.Equal(ours[i], want[i]) {
			t.Errorf("row %d: %v, the paper has %v", i+1, ours[i], want[i])
		}
	}
	for i, g := range gmcGoals {
		if i >= len(shortest) || shortest[i] != strconv.Itoa(g.shortest) {
			t.Errorf("goal %d: shortest %d, the paper has %v", g.goal, g.shortest, shortest)
		}
	}
}

// Invariants of the suite of proofs are right by plain search.
func TestProofQuestions(t *testing.T) {
	for _, q := range proofQuestions {
		if q.folder == "" && !checkQuestion(t, 100_000, question{q.model, q.property, "holds", q.steps, ""}) {
			t.Errorf("%s has too many markings", q.model)
		}
	}
}

// The published numbers are those of the lecture, and each line has a property.
func TestPublishedOfIntel(t *testing.T) {
	ours := entry.Fields(intelPublished)
	if len(ours) != len(intelProperties) {
		t.Fatalf("%d lines, %d properties", len(ours), len(intelProperties))
	}
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "papers", "bmc-sat-lecture.txt"))
	if err != nil {
		t.Skipf("the text of the lecture is not here: %v", err)
	}
	rows := regexp.MustCompile(`(?m)^Circuit ([0-9]+)\t([0-9]+)\t(\S+)\t(\S+)$`).FindAllStringSubmatch(strings.ReplaceAll(string(b), "—", "-"), -1)
	if len(rows) != 15 {
		t.Fatalf("the lecture has %d rows", len(rows))
	}
	for i, row := range rows {
		if !slices.Equal(ours[i][:4], row[1:]) {
			t.Errorf("line %d: %v, the lecture has %v", i+1, ours[i][:4], row[1:])
		}
	}
}

// The lists of nets and circuits have the depths that are known from elsewhere.
func TestDepthsOfModels(t *testing.T) {
	b, err := os.ReadFile(filepath.Join("..", "..", "..", "shared", "models", "models.md"))
	if err != nil {
		t.Skipf("the description of the models is not here: %v", err)
	}
	_, text, _ := strings.Cut(string(b), "**Set H")
	known := map[string]string{}
	for _, m := range regexp.MustCompile(`(\w+) \d+/\d+/\d+ k=(\d+)`).FindAllStringSubmatch(text, -1) {
		known[m[1]] = m[2]
	}
	for _, c := range publicCircuits {
		if want, ok := known[c.file]; ok != (c.depth > 0) || ok && want != strconv.Itoa(c.depth) {
			t.Errorf("%s: depth %d, known is %q", c.file, c.depth, want)
		}
	}
	if len(known) != len(publicCircuits)-1 {
		t.Errorf("%d circuits with a depth, we have %d", len(known), len(publicCircuits)-1)
	}
}
