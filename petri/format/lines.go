package format

import (
	"io"
	"strings"

	"brim/internal/testkit/randnet"
	"brim/petri/extended"
)

// The lines of text in which tests keep nets, as one of the formats.

var linesFormat = &Format{
	Name: "lines", Title: "lines of brim's tests", Endings: []string{".net"},
	Holds:  Weights | Inhibitors,
	Read:   untimed(readLines),
	begins: linesBegin,
}

func readLines(r io.Reader, file string) (*extended.Net, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	net, err := randnet.ParseText(file, string(text))
	if err != nil {
		return nil, err
	}
	return extended.Of(net), nil
}

// linesBegin reports whether the first line that is no comment declares a place or a transition as these files do.
func linesBegin(start string) bool {
	for line := range strings.Lines(start) {
		words := strings.Fields(line)
		if len(words) == 0 || strings.HasPrefix(words[0], "#") {
			continue
		}
		switch words[0] {
		case "p":
			return len(words) == 3
		case "t":
			return len(words) == 2 || len(words) > 2 && words[2] == "pre:"
		}
		return false
	}
	return false
}
