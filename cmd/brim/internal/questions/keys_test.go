package questions

import (
	"testing"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/testkit/keys"
	"brim/internal/ui/trace"
)

// TestKeysAreDocumented looks for every key of the reports of check in its help.
func TestKeysAreDocumented(t *testing.T) {
	keys.Documented(t, checkJSONHelp,
		checkReport{}, answerReport{}, statisticsReport{}, models.Effort{}, trace.Witness{}, trace.Firing{},
		trace.Difference{},
		trace.Run{}, check.Run{}, check.RunStep{}, askReport{}, trace.Named{}, trace.NamedFinding{},
	)
}
