package main

import (
	"os"
	"path/filepath"
	"testing"

	"brim/internal/cli"
)

// The drawing of Figure 1 is what brim draw makes, word for word.
func TestSavedDrawing(t *testing.T) {
	saved, err := os.ReadFile(filepath.Join("..", "..", "results", "tables", "figure1-diagrams.dot"))
	if err != nil {
		t.Fatal(err)
	}
	status, out, errs := brim(t, t.Context(), "draw", "prodcons:1", "--what", "both")
	if status != cli.StatusOK {
		t.Fatalf("status %d: %s", status, errs)
	}
	if out != string(saved) {
		t.Error("figure1-diagrams.dot is not what brim draw prodcons:1 --what both writes; the .svg beside it is " +
			"made with --format svg")
	}
}
