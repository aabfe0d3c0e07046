package randcoloured

import (
	"math/rand/v2"
	"strconv"
)

// Random identifiers and names.

// A naming draws identifiers, each once, and names, which may come again.
type naming struct {
	random  *rand.Rand
	awkward bool
	taken   map[string]bool
}

// awkwardNames are hard to write, to join or to tell from other text.
var awkwardNames = []string{
	"a b", "(", ")", "a)", "(a,b)", "a(1)", ",", "a,b", `"`, `a"b`, `"a"`, "'", "it's", `\`, `a\`, "a=b", "=", "1", "2",
	"1_2", "-1",
	"a", "a_1", "a_1_2", "_", "__", "a_", "_a", "dot", "•", "U", "EX", "true", "enabled", " a", "a ", "[a]", "{a}",
	"<a>", "a&b", "ä", "a-b", "a.b", "x:y", "#",
	"a\tb", "a\nb", "x=1, y=2",
}

// id draws an identifier that nothing else has.
func (n *naming) id(base string) string {
	for i := 0; ; i++ {
		id := base + strconv.Itoa(len(n.taken))
		if n.awkward && i < 10 {
			id = n.label(base)
		}
		if id != "" && !n.taken[id] {
			n.taken[id] = true
			return id
		}
	}
}

// label draws a name.
func (n *naming) label(base string) string {
	switch {
	case n.awkward && n.random.IntN(2) == 0:
		return awkwardNames[n.random.IntN(len(awkwardNames))]
	case n.random.IntN(8) == 0:
		return ""
	}
	return base + "_" + strconv.Itoa(n.random.IntN(4))
}
