package serve

import (
	"strings"
)

// The command line that does the same as a request.

// commandLine writes brim with arguments as a POSIX shell reads them: positional ones stand behind -- if one of them
// would be taken for a flag.
func commandLine(words []string, arguments ...string) string {
	list := []string{"brim"}
	for _, w := range words {
		list = append(list, quoted(w))
	}
	for _, a := range arguments {
		if strings.HasPrefix(a, "-") {
			list = append(list, "--")
			break
		}
	}
	for _, a := range arguments {
		list = append(list, quoted(a))
	}
	return strings.Join(list, " ")
}

// quoted writes a word as a shell reads it.
func quoted(word string) string {
	plain := func(r rune) bool {
		return '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || strings.ContainsRune("_-./:,+@%", r)
	}
	if word != "" && strings.TrimFunc(word, plain) == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
