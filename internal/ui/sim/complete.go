package sim

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"brim/internal/printable"
)

// Completion of commands, transitions, places and files.

// Complete returns what the word before the cursor may become, which begins at the byte offset from: a command or a
// transition that is enabled, behind goto a place, behind save and load a file.
func (s *Session) Complete(before string) (from int, candidates []string) {
	word, rest, argument := strings.Cut(strings.TrimLeft(before, " "), " ")
	if !argument || word == "fire" || !isCommand(word) {
		from = lastWord(before)
		if from == len(before)-len(strings.TrimLeft(before, " ")) && word != "fire" || !argument {
			for _, c := range commands() {
				candidates = append(candidates, c.name+" ")
			}
		}
		for _, t := range s.game.Enabled() {
			candidates = append(candidates, s.names.Transition(t)+" ")
		}
		return from, beginning(candidates, before[from:])
	}
	switch word {
	case "goto":
		return s.place(before)
	case "save", "load":
		from = len(before) - len(strings.TrimLeft(rest, " "))
		candidates = files(before[from:])
	default:
		return len(before), nil
	}
	return from, beginning(candidates, before[from:])
}

// place is Complete for a place at the end of a formula. Its name may have in it what stands between names elsewhere:
// the longest end of the formula that is the beginning of a name counts.
func (s *Session) place(before string) (from int, candidates []string) {
	var names []string
	for p := range s.names.Net.Places {
		names = append(names, s.names.Place(p))
	}
	for i := 1; i <= len(before); i++ {
		if !strings.ContainsRune(" (!&|=<>+-", rune(before[i-1])) {
			continue
		}
		if list := beginning(slices.Clone(names), before[i:]); len(list) > 0 {
			return i, list
		}
	}
	return len(before), nil
}

func isCommand(word string) bool {
	return slices.ContainsFunc(commands(), func(c command) bool { return c.name == word })
}

// lastWord returns where the last word of a list of transitions begins, which may end within quotes or brackets.
func lastWord(text string) int {
	from, depth, quoted := 0, 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ' ' && depth <= 0:
			from = i + 1
		}
	}
	return from
}

// beginning returns the candidates that begin with a text, in upper or lower case.
func beginning(candidates []string, text string) []string {
	return slices.DeleteFunc(candidates, func(c string) bool {
		return len(c) < len(text) || !strings.EqualFold(c[:len(text)], text)
	})
}

// files returns the files whose names begin with a text; those of folders end with a separator.
func files(text string) (list []string) {
	folder, _ := filepath.Split(text)
	entries, err := os.ReadDir(filepath.Clean(folder + "."))
	if folder != "" {
		entries, err = os.ReadDir(folder)
	}
	if err != nil {
		return nil
	}
	for _, e := range entries {
		name := folder + e.Name()
		if e.IsDir() {
			name += string(filepath.Separator)
		}
		list = append(list, name)
	}
	return list
}

// Common returns what all candidates begin with.
func Common(candidates []string) string {
	if len(candidates) == 0 {
		return ""
	}
	first, last := slices.Min(candidates), slices.Max(candidates)
	n := 0
	for n < len(first) && n < len(last) && first[n] == last[n] {
		n++
	}
	for n > 0 && !utf8.ValidString(first[:n]) {
		n--
	}
	return first[:n]
}

// Choices lists candidates in a line, cut where there are many.
func Choices(candidates []string) string {
	shown := candidates[:min(len(candidates), fewEntries)]
	list := make([]string, len(shown))
	for i, c := range shown {
		list[i] = printable.Text(strings.TrimSpace(c))
	}
	text := strings.Join(list, "  ")
	if rest := len(candidates) - len(shown); rest > 0 {
		text += fmt.Sprintf("  … and %d more", rest)
	}
	return text
}
