package serve

import (
	"context"
	"net/http"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"brim/ctl/syntax"
)

// Completion of names and keywords in formulas.

// mostNames is how many completions there are at once.
const mostNames = 40

// words are those of the language, as a page explains them.
var words = []Name{
	{"EF", "word", "on some path, some marking: can it happen?"},
	{"AG", "word", "on all paths, all markings: is it always so?"},
	{"EG", "word", "on some path, all markings"},
	{"AF", "word", "on all paths, some marking: does it have to happen?"},
	{"EX", "word", "after some step"},
	{"AX", "word", "after all steps"},
	{"E(", "word", "E(f U g): on some path f, until g"},
	{"A(", "word", "A(f U g): on all paths f, until g"},
	{"A", "word", "all runs satisfy a formula of LTL, as A G(p -> F q)"},
	{"E", "word", "some run satisfies a formula of LTL, as E G F p"},
	{"G", "word", "LTL: from here on, always"},
	{"F", "word", "LTL: from here on, at some time"},
	{"X", "word", "LTL: after the next step"},
	{"U", "word", "until: (f U g)"},
	{"R", "word", "LTL: (f R g), g up to the first f, if that comes"},
	{"W", "word", "LTL: (f W g), f until g, or for ever"},
	{"deadlock", "word", "no transition is enabled"},
	{"enabled(", "word", "one of the transitions is enabled, as enabled(t, u)"},
	{"true", "word", "holds everywhere"},
	{"false", "word", "holds nowhere"},
	{"not", "word", "as !"},
	{"and", "word", "as &"},
	{"or", "word", "as |"},
}

func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	typed := r.URL.Query().Get("typed")
	of(s, func(_ context.Context, m *model) (*Names, error) { return m.complete(typed), nil })(w, r)
}

// complete returns what the word at the end of a formula may become.
func (m *model) complete(typed string) *Names {
	c := m.cursor(typed)
	x := &completion{word: c.word, lower: strings.ToLower(c.word)}
	switch {
	case c.single >= 0 && c.transition:
		m.bindings(x, c.single)
	case c.single >= 0:
		m.colours(x, c.single)
	default:
		if !c.quoted && !c.enabled {
			for _, w := range words {
				x.add(w, w.Text)
			}
		}
		m.all(x, c.enabled)
	}
	list := &Names{From: len(utf16.Encode([]rune(typed[:c.from]))), List: []Name{}}
	for _, rank := range x.ranks {
		list.List = append(list.List, rank...)
	}
	if list.More = len(list.List) > mostNames; list.More {
		list.List = list.List[:mostNames]
	}
	return list
}

// A completion collects what fits a word: what begins so, what begins so but for capitals, and what has it inside.
type completion struct {
	word, lower string
	ranks       [3][]Name
}

// add offers a name that people may look for by any of some texts.
func (x *completion) add(n Name, by ...string) {
	rank := len(x.ranks)
	for _, text := range by {
		switch lower := strings.ToLower(text); {
		case strings.HasPrefix(text, x.word):
			rank = 0
		case strings.HasPrefix(lower, x.lower):
			rank = min(rank, 1)
		case n.Kind != "word" && strings.Contains(lower, x.lower):
			rank = min(rank, 2)
		}
	}
	if rank < len(x.ranks) && len(x.ranks[rank]) <= mostNames {
		x.ranks[rank] = append(x.ranks[rank], n)
	}
}

// all offers what a net names: transitions by themselves within enabled( ), and outside of it with that around them.
func (m *model) all(x *completion, enabled bool) {
	if m.askable() != nil {
		return
	}
	if m.whole.Net == nil && m.whole.Coloured == nil {
		m.own(x, enabled)
		return
	}
	second := func(name, alias string) string {
		if name == alias {
			return ""
		}
		return "id " + name
	}
	if !enabled {
		known := m.whole.Names()
		for name := range known.All(syntax.Propositions) {
			text, _ := known.Proposition(name)
			x.add(Name{syntax.NameText(name), "proposition", text}, name)
		}
		places, called := m.named(syntax.Places)
		for p := range places {
			name, alias := called(p)
			x.add(Name{syntax.NameText(alias), "place", second(name, alias)}, alias, name)
		}
	}
	transitions, called := m.named(syntax.Transitions)
	for t := range transitions {
		name, alias := called(t)
		text := syntax.NameText(alias)
		if !enabled {
			text = "enabled(" + text + ")"
		}
		x.add(Name{text, "transition", second(name, alias)}, alias, name)
	}
}

// named returns how many places or transitions formulas may name, and the name and the alias of each by its index.
// Those of a coloured net are its own, not those of the unfolding.
func (m *model) named(kind syntax.Kind) (n int, called func(i int) (name, alias string)) {
	c, net := m.whole.Coloured, m.whole.Net
	switch {
	case c != nil && kind == syntax.Places:
		return len(c.Places), func(i int) (string, string) { return c.Places[i].Name, c.PlaceAlias(i) }
	case c != nil:
		return len(c.Transitions), func(i int) (string, string) { return c.Transitions[i].Name, c.TransitionAlias(i) }
	case kind == syntax.Places:
		return len(net.Places), func(i int) (string, string) { return net.Places[i].Name, net.PlaceAlias(i) }
	}
	return len(net.Transitions), func(i int) (string, string) { return net.Transitions[i].Name, net.TransitionAlias(i) }
}

// colours offers the single colours of a place of a coloured net, as far as they can ever be there.
func (m *model) colours(x *completion, place int) {
	if m.played == nil {
		return
	}
	u := m.played.Unfolding
	for p, end := u.Places(place); p < end; p++ {
		text := u.Coloured.PlaceText(u.PlaceOf(p))
		x.add(Name{text, "place", "one colour"}, text)
	}
}

// bindings offers those of a transition of a coloured net.
func (m *model) bindings(x *completion, transition int) {
	if m.played == nil {
		return
	}
	u := m.played.Unfolding
	for t, end := u.Transitions(transition); t < end; t++ {
		text := u.Coloured.BindingText(u.TransitionOf(t))
		x.add(Name{text, "transition", "one binding"}, text)
	}
}

// A cursor is what stands at the end of a formula.
type cursor struct {
	from       int    // where the word begins that may be completed
	word       string // what there is of it
	quoted     bool   // it stands in quotes, which are not closed yet
	enabled    bool   // it stands within enabled( )
	single     int    // the coloured place or transition whose brackets are open, -1 for none
	transition bool   // that is one
}

// cursor parses an unfinished formula up to its end: it finds the word that is being typed, whether that is inside
// quotes or inside enabled( ), and whether it is a coloured place or transition whose brackets are open.
func (m *model) cursor(typed string) cursor {
	var open []int // brackets
	quote := -1
	for i := 0; i < len(typed); i++ {
		switch c := typed[i]; {
		case quote >= 0 && c == '\\':
			i++
		case c == '"' && quote >= 0:
			quote = -1
		case c == '"':
			quote = i
		case quote >= 0:
		case c == '(':
			open = append(open, i)
		case c == ')' && len(open) > 0:
			open = open[:len(open)-1]
		}
	}
	at := cursor{single: -1}
	for _, o := range open {
		at.enabled = at.enabled || lastWord(typed[:o]) == "enabled"
	}
	if quote >= 0 {
		at.from, at.quoted = quote, true
		at.word = typed[quote+1:]
		if text, err := strconv.Unquote(typed[quote:] + `"`); err == nil {
			at.word = text
		}
		return at
	}
	if n := len(open); n > 0 && m.whole.Coloured != nil {
		kind := syntax.Places
		if at.enabled {
			kind = syntax.Transitions
		}
		name := lastWord(typed[:open[n-1]])
		if i := m.bracketed(kind, name); i >= 0 {
			at.single, at.transition = i, at.enabled
			at.from = open[n-1] - len(name)
			at.word = typed[at.from:]
			return at
		}
	}
	at.word = lastWord(typed)
	at.from = len(typed) - len(at.word)
	return at
}

// bracketed returns the coloured place or transition of a name that may go on in brackets, -1 for none.
func (m *model) bracketed(kind syntax.Kind, name string) int {
	names, ok := m.whole.Names().(syntax.Bracketed)
	if !ok || name == "" || !names.Opens(kind, name) {
		return -1
	}
	c := m.whole.Coloured
	i, _ := c.PlaceIndex(name)
	if kind == syntax.Transitions {
		i, _ = c.TransitionIndex(name)
	}
	return i
}

// lastWord returns what could be a name, or the beginning of one, at the end of a text.
func lastWord(text string) string {
	from := len(text)
	for from > 0 {
		r, n := utf8.DecodeLastRuneInString(text[:from])
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && !strings.ContainsRune("_.':@#$", r) {
			break
		}
		from -= n
	}
	return text[from:]
}
