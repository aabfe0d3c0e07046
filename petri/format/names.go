package format

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"brim/petri/extended"
)

// Names that a format can hold.

// A naming says which names of the nodes of a net a format can hold.
type naming struct {
	place, transition func(i int) bool       // whether the name of the node can stay, if it has it alone
	fresh             func(name string) bool // whether a node can get the name
	shared            bool                   // places and transitions must not share a name
}

// words returns the naming of formats for which it depends on the name alone whether they can hold it.
func words(valid func(name string) bool, shared bool) func(*extended.Net) naming {
	return func(net *extended.Net) naming {
		return naming{
			place:      func(i int) bool { return valid(net.Places[i].ID) },
			transition: func(i int) bool { return valid(net.Transitions[i].ID) },
			fresh:      valid,
			shared:     shared,
		}
	}
}

// rename gives the nodes of a net names that the format can hold, no two the same, and returns how many it changed, and
// one of them, before and after. With labels a former name becomes the label of a node without one. Names that can stay
// are taken first, so that no other node gets one of them.
func (n naming) rename(net *extended.Net, labels bool) (changed int, old, now string) {
	places, transitions := map[string]bool{}, map[string]bool{}
	if n.shared {
		transitions = places
	}
	var todo []func()
	give := func(stays bool, id, label *string, taken map[string]bool) {
		if stays && !taken[*id] {
			taken[*id] = true
			return
		}
		todo = append(todo, func() {
			name := n.like(*id, taken)
			if changed == 0 {
				old, now = *id, name
			}
			changed++
			if *label == "" && labels {
				*label = strings.TrimSpace(*id)
			}
			*id = name
		})
	}
	for i := range net.Places {
		give(n.place(i), &net.Places[i].ID, &net.Places[i].Label, places)
	}
	for i := range net.Transitions {
		give(n.transition(i), &net.Transitions[i].ID, &net.Transitions[i].Label, transitions)
	}
	for _, f := range todo {
		f()
	}
	return changed, old, now
}

// like returns a name that the format can hold, which is not yet taken and takes it: the letters and digits of the
// old one, and a number if that is not enough.
func (n naming) like(old string, taken map[string]bool) string {
	base := strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9') {
			return r
		}
		return '_'
	}, old)
	if base == "" || '0' <= base[0] && base[0] <= '9' {
		base = "_" + base
	}
	name := base
	for i := 2; taken[name] || !n.fresh(name); i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	taken[name] = true
	return name
}

// xmlName reports whether XML can hold the name.
func xmlName(name string) bool {
	if !utf8.ValidString(name) {
		return false
	}
	for _, r := range name {
		if r != '\t' && r != '\n' && r < ' ' || r == '\ufffe' || r == '\uffff' {
			return false
		}
	}
	return true
}
