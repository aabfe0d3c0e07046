package entry

import (
	"strings"
	"time"
)

// What suites share: limits of time, folders of models, and published lines.

// quickTime is the limit of a cell in the short versions, most of which take a tenth of it.
const quickTime = 600 * time.Millisecond

// Limit returns the limit of time of a cell: the given one, which follows the paper, or with quick that of the short
// versions.
func Limit(quick bool, paper time.Duration) time.Duration {
	if quick {
		return quickTime
	}
	return paper
}

// Fields splits published lines.
func Fields(text string) [][]string {
	var list [][]string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		list = append(list, strings.Fields(line))
	}
	return list
}

// The folders in which models are that are files, as bench.Cell names them.
const (
	Circuits = "circuits"
	Nets     = "nets"
)

// Before is the name of another build of brim, usually an earlier one, among the programs of a suite.
const Before = "before"
