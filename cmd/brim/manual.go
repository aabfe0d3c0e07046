//go:build manual

package main

import "brim/internal/manual"

// main writes the manual pages of all commands into a folder: go run -tags manual ./cmd/brim FOLDER. A release is made
// so; brim itself is linked without what makes pages.
func main() { manual.Main(newRoot) }
