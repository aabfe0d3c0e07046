package format

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"brim/petri/extended"
)

// Names that a format can hold.

// A naming says which names of nodes a format can hold.
type naming struct {
	any    bool                   // all names
	valid  func(name string) bool // otherwise: whether the format can hold the name
	shared bool                   // places and transitions must not share a name
}

// rename gives the nodes of a net names that the format can hold, no two the same, and returns how many it changed, and
// one of them, before and after. A former name becomes the label of a node without one.
func (n naming) rename(net *extended.Net) (changed int, old, now string) {
	places, transitions := map[string]bool{}, map[string]bool{}
	if n.shared {
		transitions = places
	}
	// Names that can stay are taken first, so that no other node gets one of them.
	keep := func(id string, taken map[string]bool) bool {
		ok := (n.any || n.valid(id)) && !taken[id]
		if ok {
			taken[id] = true
		}
		return ok
	}
	var todo []func()
	give := func(id, label *string, taken map[string]bool) {
		if keep(*id, taken) {
			return
		}
		todo = append(todo, func() {
			name := n.like(*id, taken)
			if changed == 0 {
				old, now = *id, name
			}
			changed++
			if *label == "" {
				*label = strings.TrimSpace(*id)
			}
			*id = name
		})
	}
	for i := range net.Places {
		give(&net.Places[i].ID, &net.Places[i].Label, places)
	}
	for i := range net.Transitions {
		give(&net.Transitions[i].ID, &net.Transitions[i].Label, transitions)
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
	for i := 2; taken[name] || !n.any && !n.valid(name); i++ {
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
