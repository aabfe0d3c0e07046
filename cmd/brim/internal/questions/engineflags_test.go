package questions

import (
	"testing"

	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
)

// Every flag that an engine is said to use is a flag of check.
func TestEngineFlags(t *testing.T) {
	a := &cli.App{}
	cmd := Check(a)
	for _, flag := range symbolicFlags {
		if cmd.Flags().Lookup(flag) == nil {
			t.Errorf("check has no flag --%s of the engine %s", flag, models.SymbolicEngine)
		}
	}
	for _, e := range engines(&engineValues{}) {
		for _, flag := range e.uses {
			if cmd.Flags().Lookup(flag) == nil {
				t.Errorf("check has no flag --%s of the engine %s", flag, e.name)
			}
		}
	}
}
