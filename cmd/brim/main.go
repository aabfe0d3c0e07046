package main

import (
	"brim/internal/cli"
)

func main() { cli.Main("brim", newRoot) }
