package bisim

import (
	"brim/engine/kripke"
	"brim/petri"
	"brim/petri/nets"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// references is where exported graphs are.
var references = filepath.Join("..", "..", "..", "..", "shared", "models", "lts")

func parse(t *testing.T, spec string) *petri.Net {
	t.Helper()
	net, err := nets.Parse(spec)
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// reference returns the label of a transition in the notation of the exported graphs, which write c2(d1, true)
// for c2(d1,1). That of cabp is tau but for taking and delivering messages.
func reference(family, transition string) string {
	label := nets.Label(transition)
	switch {
	case family == "abp":
		return strings.NewReplacer(",0)", ", false)", ",1)", ", true)", "(0)", "(false)", "(1)",
			"(true)").Replace(label)
	case family == "cabp" && !strings.HasPrefix(label, "r1") && !strings.HasPrefix(label, "s2"):
		return "tau"
	}
	return label
}

// The nets of the protocols are bisimilar to exported graphs, which for abp and cabp come from
// the mCRL2 tools, and have as many markings and firings on each level. The files lie
// beside the repository, in ../shared/models/lts.
func TestReferenceGraphs(t *testing.T) {
	for _, spec := range []string{
		"abp:2", "abp:4", "abp:8", "abp:16", "cabp:2", "cabp:4", "cabp:8", "cabp:16", "ccp:2", "ccp:3",
	} {
		family, size, _ := strings.Cut(spec, ":")
		file := family + "-" + size + ".aut"
		theirs, err := kripke.ReadAUTFile(t.Context(), filepath.Join(references, file))
		if os.IsNotExist(err) {
			t.Skipf("no file ../shared/models/lts/%s beside the repository", file)
		}
		if err != nil {
			t.Fatal(err)
		}
		ours, err := kripke.NewNet(parse(t, spec))
		if err != nil {
			t.Fatal(err)
		}
		got, err := Explore(ours, func(name string) string { return reference(family, name) })
		if err != nil {
			t.Fatal(err)
		}
		want, err := Explore(theirs, func(name string) string { return name })
		if err != nil {
			t.Fatal(err)
		}
		if !Equivalent(got, want) {
			t.Errorf("%s is not bisimilar to %s", spec, file)
		}
		if g, w := levels(got), levels(want); !slices.Equal(g, w) {
			t.Errorf("%s has %v markings and firings on its levels, %s has %v", spec, g, file, w)
		}
	}
}

// levels returns the numbers of states and of transitions from them by distance.
func levels(g *Graph) [][2]int {
	dist := make([]int, len(g.Out)) // states are numbered by breadth-first search
	var list [][2]int
	for i, edges := range g.Out {
		if dist[i] == len(list) {
			list = append(list, [2]int{})
		}
		list[dist[i]][0]++
		list[dist[i]][1] += len(edges)
		for _, e := range edges {
			if e.To > i && dist[e.To] == 0 {
				dist[e.To] = dist[i] + 1
			}
		}
	}
	return list
}
