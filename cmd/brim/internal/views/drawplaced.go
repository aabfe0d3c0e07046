package views

import (
	"context"
	"os"
	"path/filepath"

	"brim/cmd/brim/internal/models"
	"brim/internal/ui/picture"
	"brim/petri/format"
	"brim/petri/timed"
)

// brim draw of a net whose file says where its nodes stand.

// placed returns the net of a file if it shall be drawn as SVG and its file has positions for all nodes; nil for
// others, which Graphviz lays out. What is wrong with a file is not told here but where the model is read.
func (d *drawCommand) placed(ctx context.Context, model string) (*timed.Document, error) {
	if d.what.Value != "net" || d.format.Value != "svg" {
		return nil, nil
	}
	info, err := os.Stat(model)
	if err != nil {
		return nil, nil // a family, or standard input
	}
	if info.IsDir() {
		model = filepath.Join(model, "model.pnml")
	}
	n, err := models.Within(ctx, &d.Limits, func(ctx context.Context) (*timed.Document, error) {
		n, err := format.ReadFile(ctx, model)
		switch {
		case err == nil:
			return n, nil
		case ctx.Err() == nil:
			return nil, nil
		}
		return nil, err
	})
	if n == nil || err != nil || !picture.Placed(n.Net()) {
		return nil, err
	}
	return n, d.few(len(n.Net().Places)+len(n.Net().Transitions), netSize)
}
