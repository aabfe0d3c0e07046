package main

import (
	"testing"

	"brim/internal/testkit/keys"
)

// TestKeysAreDocumented looks for every key of the report of brim report in its help.
func TestKeysAreDocumented(t *testing.T) {
	keys.Documented(t, reportHelp, pageReport{}, pageSuite{})
}
