//go:build !manual

package main

import (
	"brim/bench/command"
	"brim/internal/cli"
)

// main runs one command line; see package command for the commands.
func main() { cli.Main("brim-bench", command.Root) }
