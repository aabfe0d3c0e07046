package sim

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/petri"
)

// The lists that a session prints: marking, enabled transitions, steps.

// How many entries a list has that nobody asked for, and one that somebody did.
const (
	fewEntries  = 24
	mostEntries = 200
)

// usualWidth is that of lines which end up on no terminal.
const usualWidth = 100

// An entry is a part of a list.
type entry struct {
	text  string
	style terminal.Style // "" for none
}

// Show prints where the session stands: how many steps there were, the marking with what the last of them changed, and
// what is enabled. Long lists are cut.
func (s *Session) Show() error {
	at := s.game.At()
	var b strings.Builder
	fmt.Fprintf(&b, "%s", quantity.Count(at, "step"))
	if at > 0 {
		fmt.Fprintf(&b, ", the last %s", printable.Text(s.game.Step(at-1)))
	}
	if undone := s.game.Len() - at; undone > 0 {
		fmt.Fprintf(&b, "; %d undone", undone)
	}
	b.WriteByte('\n')
	about := s.game.About()
	for _, a := range about {
		if a.text != "" {
			fmt.Fprintf(&b, "%-9s%s\n", a.what, a.text)
		}
	}
	s.list(&b, "marking", s.tokens(""), "", fewEntries)
	s.list(&b, "enabled", s.enabled(""), "", fewEntries)
	for _, a := range about {
		if a.text == "" && !a.asked {
			s.list(&b, a.what, a.entries, "", fewEntries)
		}
	}
	return s.print(b.String())
}

// tokens returns the entries of the command marking: the places whose names contain filter and that have tokens now, or
// had some before the last step. Places that the last step changed come first, with the difference.
func (s *Session) tokens(filter string) []entry {
	var changed, same []entry
	now, before := s.game.Marking(), s.game.Before()
	for p, n := range now {
		d := n - was(before, now, p)
		if n == 0 && d == 0 {
			continue
		}
		name := s.names.Place(p)
		if !contains(name, filter) {
			continue
		}
		e := entry{text: printable.Text(name) + " " + strconv.FormatInt(n, 10)}
		switch {
		case d > 0:
			e = entry{fmt.Sprintf("%s (+%d)", e.text, d), terminal.Green}
		case d < 0:
			e = entry{fmt.Sprintf("%s (%d)", e.text, d), terminal.Red}
		default:
			same = append(same, e)
			continue
		}
		changed = append(changed, e)
	}
	return append(changed, same...)
}

// was returns the tokens of a place before the last step, those of now if there was none.
func was(before, now petri.Marking, p int) int64 {
	if before == nil {
		return now[p]
	}
	return before[p]
}

// enabled lists what can be fired whose names have a text in them, with their numbers.
func (s *Session) enabled(filter string) (list []entry) {
	for i, name := range s.game.Moves() {
		if contains(name, filter) {
			list = append(list, entry{text: numbered(i, name)})
		}
	}
	return list
}

// history lists the steps of the run whose names have a text in them, with their numbers. Those undone are faint.
func (s *Session) history(filter string) (list []entry) {
	for i := range s.game.Len() {
		name := s.game.Step(i)
		if !contains(name, filter) {
			continue
		}
		e := entry{text: numbered(i, name)}
		if i >= s.game.At() {
			e = entry{e.text + " (undone)", terminal.Faint}
		}
		list = append(list, e)
	}
	return list
}

// contains reports whether a name has a text in it, in upper or lower case.
func contains(name, text string) bool {
	return text == "" || strings.Contains(strings.ToLower(name), strings.ToLower(text))
}

// list writes the heading what followed by at most most of the entries, wrapped to the width of the screen. If some are
// left out, a last line says how many. filter is the text for which the user asked, for messages.
func (s *Session) list(w io.Writer, what string, entries []entry, filter string, most int) {
	width := terminal.Columns(s.options.Screen)
	if width == 0 {
		width = usualWidth
	}
	const indent = 9
	line := fmt.Sprintf("%-*s", indent-2, what)
	column := len(line)
	var b strings.Builder
	b.WriteString(line)
	shown := entries[:min(len(entries), most)]
	for i, e := range shown {
		n := utf8.RuneCountInString(e.text)
		if i > 0 && column+2+n > width {
			b.WriteString("\n" + strings.Repeat(" ", indent-2))
			column = indent - 2
		}
		b.WriteString("  ")
		if e.style != "" {
			e.text = terminal.Styled(s.options.Screen, e.style, e.text)
		}
		b.WriteString(e.text)
		column += 2 + n
	}
	switch rest := len(entries) - len(shown); {
	case len(entries) == 0 && filter != "":
		fmt.Fprintf(&b, "  none with %s", printable.Quote(filter))
	case len(entries) == 0:
		b.WriteString("  none")
	case rest > 0 && filter == "":
		fmt.Fprintf(&b, "\n%*s… and %d more; '%s TEXT' lists those with TEXT in their names", indent, "", rest, what)
	case rest > 0:
		fmt.Fprintf(&b, "\n%*s… and %d more", indent, "", rest)
	}
	fmt.Fprintln(w, b.String())
}

// print writes a text whole.
func (s *Session) print(text string) error {
	_, err := io.WriteString(s.options.Out, text)
	return err
}
