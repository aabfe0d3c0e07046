package views

import (
	"testing"

	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/testkit/keys"
	"brim/petri/structure"
)

// TestKeysAreDocumented looks for every key of the reports in the help of their commands.
func TestKeysAreDocumented(t *testing.T) {
	keys.Documented(t, statesHelp, statesReport{}, timedReport{}, models.Effort{}, models.OrderReport{},
		unboundedReport{})
	keys.Documented(t, infoHelp, infoReport{}, structure.Classes{}, unitsReport{}, invariantsReport{},
		invariantReport{}, boundednessReport{},
		extendedReport{}, overReport{}, timeReport{}, setsReport{}, repeatsReport{}, repeatReport{}, findingReport{},
		siphonsReport{}, siphonReport{}, coverReport{}, componentReport{})
	keys.Documented(t, ordersHelp, ordersReport{}, trialReport{})
	keys.Documented(t, drawHelp, drawReport{}, graphReport{}, stateReport{}, stepReport{})
}

// TestEngineFlags checks that every flag which an engine is said to use is a flag of states.
func TestEngineFlags(t *testing.T) {
	states := States(&cli.App{})
	for _, list := range [][]string{statesSymbolicFlags, statesExplicitFlags} {
		for _, flag := range list {
			if states.Flags().Lookup(flag) == nil {
				t.Errorf("states has no flag --%s", flag)
			}
		}
	}
}
