//go:build manual

package main

import (
	"brim/bench/command"
	"brim/internal/manual"
)

// main writes the manual pages of all commands into a folder: go run -tags manual ./cmd/brim-bench FOLDER.
func main() { manual.Main(command.Root) }
