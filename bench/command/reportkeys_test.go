package command

import (
	"testing"

	"brim/internal/testkit/keys"
)

// TestKeysAreDocumented looks for every key of what these commands print in their help.
func TestKeysAreDocumented(t *testing.T) {
	keys.Documented(t, reportHelp, pageReport{}, pageSuite{})
	keys.Documented(t, swarmHelp, swarmReport{}, swarmQuestion{}, swarmClaim{})
	keys.Documented(t, scalingHelp, scalingReport{}, scalingRow{})
}
