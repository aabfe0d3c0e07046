package nets

import (
	"testing"

	"brim/internal/testkit/keys"
)

// TestKeysAreDocumented looks for every key of the reports of gen in its help.
func TestKeysAreDocumented(t *testing.T) {
	keys.Documented(t, genHelp, genReport{}, familyReport{})
	keys.Documented(t, formatsHelp, formatReport{})
	keys.Documented(t, convertHelp, convertReport{}, lossReport{})
}
