package tina

import "strings"

// Begins reports whether a text begins like one in the format .net: with one of its words, behind comments.
func Begins(text string) bool { return keywords[firstWord(text)] }

// firstWord returns the first word of the first line that is neither empty nor a comment.
func firstWord(text string) string {
	for line := range strings.Lines(text) {
		if words := strings.Fields(line); len(words) > 0 && !strings.HasPrefix(line, "#") {
			return words[0]
		}
	}
	return ""
}
