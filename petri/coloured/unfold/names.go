package unfold

import (
	"strconv"
	"strings"

	"brim/petri"
	"brim/petri/coloured"
)

// A namer names places and transitions of an unfolding.
type namer struct {
	net    *coloured.Net
	taken  *petri.Builder
	words  [][]string     // by sort: the word of each constant
	twice  map[string]int // by name that several would have: the last number behind it
	buffer []byte
}

func newNamer(net *coloured.Net, taken *petri.Builder) *namer {
	n := &namer{net: net, taken: taken, words: make([][]string, len(net.Sorts)), twice: map[string]int{}}
	for s := range net.Sorts {
		n.words[s] = words(net.Sorts[s].Constants)
	}
	return n
}

// words returns the words of constants: their names as far as identifiers have such letters, if no two are the same;
// else their identifiers, or else their positions.
func words(constants []coloured.Constant) []string {
	for _, of := range []func(i int) string{
		func(i int) string { return identifier(constants[i].Name) },
		func(i int) string { return identifier(constants[i].ID) },
	} {
		list, seen := make([]string, len(constants)), map[string]bool{"": true}
		for i := range constants {
			list[i] = of(i)
			seen[list[i]] = true
		}
		if len(seen) == 1+len(constants) {
			return list
		}
	}
	list := make([]string, len(constants))
	for i := range list {
		list[i] = strconv.Itoa(i)
	}
	return list
}

// identifier returns a text with _ for what no identifier has.
func identifier(text string) string {
	return strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', c == '.', c == '-', c == '_':
			return c
		}
		return '_'
	}, strings.TrimSpace(text))
}

// place returns the name of a place for a colour.
func (n *namer) place(p int, colour int64) string {
	place := &n.net.Places[p]
	n.begin(place.Name)
	if n.net.Sorts[place.Sort].Kind != coloured.Dot {
		n.colour(place.Sort, colour)
	}
	return n.unique()
}

// transition returns the name of a transition for a binding.
func (n *namer) transition(t int, env []int64) string {
	n.begin(n.net.Transitions[t].Name)
	for _, v := range n.net.Transitions[t].Variables {
		n.colour(n.net.Variables[v].Sort, env[v])
	}
	return n.unique()
}

// begin begins a name. An identifier begins with a letter or _.
func (n *namer) begin(name string) {
	name = identifier(name)
	n.buffer = n.buffer[:0]
	if name == "" || strings.IndexByte("0123456789.-", name[0]) >= 0 {
		n.buffer = append(n.buffer, '_')
	}
	n.buffer = append(n.buffer, name...)
}

// colour appends _ and the word of a colour.
func (n *namer) colour(sort int, colour int64) {
	s := &n.net.Sorts[sort]
	switch s.Kind {
	case coloured.Product:
		n.tuple(s.Parts, colour)
		return
	case coloured.Dot:
		n.buffer = append(n.buffer, "_dot"...)
	case coloured.Range:
		n.buffer = strconv.AppendInt(append(n.buffer, '_'), s.Low+colour, 10)
	default:
		n.buffer = append(append(n.buffer, '_'), n.words[sort][colour]...)
	}
}

// tuple appends the words of the parts of a colour.
func (n *namer) tuple(parts []int, colour int64) {
	if len(parts) == 0 {
		return
	}
	last := len(parts) - 1
	size := n.net.Sorts[parts[last]].Size
	n.tuple(parts[:last], colour/size)
	n.colour(parts[last], colour%size)
}

// unique returns the name, with a number behind it if there is one by now.
func (n *namer) unique() string {
	name := string(n.buffer)
	if !n.isTaken(name) {
		return name
	}
	for i := n.twice[name] + 2; ; i++ {
		if other := name + "__" + strconv.Itoa(i); !n.isTaken(other) {
			n.twice[name] = i - 1
			return other
		}
	}
}

func (n *namer) isTaken(name string) bool {
	if _, taken := n.taken.PlaceIndex(name); taken {
		return true
	}
	_, taken := n.taken.TransitionIndex(name)
	return taken
}
