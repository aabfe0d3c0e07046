//go:build !manual

package main

import "brim/internal/cli"

// main runs one command line; see root.go for the commands.
func main() { cli.Main("brim", newRoot) }
