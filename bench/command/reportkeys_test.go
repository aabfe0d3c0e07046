package command

import (
	"testing"

	"brim/internal/testkit/keys"
)

// TestKeysAreDocumented looks for every key of what brim report prints in its help.
func TestKeysAreDocumented(t *testing.T) {
	keys.Documented(t, reportHelp, pageReport{}, pageSuite{})
}
