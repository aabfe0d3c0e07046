package models

import (
	"fmt"

	"brim/internal/cli"

	"github.com/spf13/cobra"
)

// The engine of decision diagrams by name, and the error for flags of other engines.

// SymbolicEngine is the value of --engine that stands for decision diagrams.
const SymbolicEngine = "symbolic"

// Misplaced is the error for a flag that has no meaning for an engine.
func Misplaced(cmd *cobra.Command, flag, engine, owner string) error {
	return cli.Misuse(cmd, fmt.Errorf("--%s has no meaning for the engine %s; expected --engine %s beside it", flag,
		engine, owner))
}
