package models

import (
	"fmt"
	"strings"

	"brim/check"
	"brim/internal/cli"
	"brim/internal/quantity"
)

// The line of progress on the terminal, from what a run of package check reports.

// Progress returns the function by which a run tells p how far it is, nil if p is nil.
func Progress(p *cli.Progress) func(check.Progress) {
	if p == nil {
		return nil
	}
	return func(s check.Progress) { p.Set(s.Phase, detail(s)) }
}

// detail returns what is known of a run in numbers.
func detail(s check.Progress) string {
	var parts []string
	if s.Done > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d levels", s.Done, s.Levels))
	}
	if s.Nodes > 0 {
		parts = append(parts, quantity.Int(s.Nodes)+" nodes", quantity.Size(s.Bytes).String())
	}
	if s.States > 0 {
		parts = append(parts, quantity.Count(s.States, "state"), quantity.Count(s.Depth, "step"))
	}
	if s.Detail != "" {
		parts = append(parts, s.Detail)
	}
	return strings.Join(parts, "  ")
}
