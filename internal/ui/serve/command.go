package serve

import (
	"strings"

	"brim/internal/printable"
)

// The command line that does the same as a request.

// commandLine writes brim with arguments as a POSIX shell reads them: positional ones stand behind -- if one of them
// would be taken for a flag.
func commandLine(words []string, arguments ...string) string {
	list := []string{"brim"}
	for _, w := range words {
		list = append(list, printable.Word(w))
	}
	for _, a := range arguments {
		if strings.HasPrefix(a, "-") {
			list = append(list, "--")
			break
		}
	}
	for _, a := range arguments {
		list = append(list, printable.Word(a))
	}
	return strings.Join(list, " ")
}
