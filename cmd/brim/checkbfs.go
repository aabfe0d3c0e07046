package main

import (
	"brim/check"

	"github.com/spf13/cobra"
)

// A bfsEngine looks at states in the order of their distance.
type bfsEngine struct{}

func (*bfsEngine) name() string               { return "bfs" }
func (*bfsEngine) flags(*cobra.Command)       {}
func (*bfsEngine) uses() []string             { return []string{limitStates, limitDepth} }
func (*bfsEngine) begin(*cobra.Command) error { return nil }
func (*bfsEngine) technique() check.Technique { return check.BFS{} }

// A bfsbmcEngine looks at the first states of a breadth-first search.
type bfsbmcEngine struct{}

func (*bfsbmcEngine) name() string               { return "bfsbmc" }
func (*bfsbmcEngine) flags(*cobra.Command)       {}
func (*bfsbmcEngine) uses() []string             { return []string{"mu", limitStates, limitDepth} }
func (*bfsbmcEngine) begin(*cobra.Command) error { return nil }
func (*bfsbmcEngine) technique() check.Technique { return check.BFSBMC{} }
