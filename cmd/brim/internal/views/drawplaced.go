package views

import (
	"context"
	"io"
	"os"
	"path/filepath"

	"brim/cmd/brim/internal/models"
	"brim/internal/ui/picture"
	"brim/petri/format"
	"brim/petri/timed"
)

// brim draw of a net as its file has it: where its nodes stand, and its time.

// document returns the net of a file if it has time, or shall be drawn as SVG and has positions for all nodes; nil for
// others. What is wrong with a file is not told here but where the model is read.
func (d *drawCommand) document(ctx context.Context, model string) (*timed.Document, error) {
	if d.what.Value != "net" {
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
	if n == nil || err != nil || n.Untimed != nil && !d.standing(n) {
		return nil, err
	}
	return n, d.few(len(n.Net().Places)+len(n.Net().Transitions), netSize)
}

// standing reports whether a net is drawn as SVG where its nodes stand, without Graphviz.
func (d *drawCommand) standing(n *timed.Document) bool {
	return d.format.Value == "svg" && picture.Placed(n.Net())
}

// drawDocument draws a net as its file has it, for Graphviz or where its nodes stand.
func (d *drawCommand) drawDocument(w io.Writer, n *timed.Document) error {
	if d.laid = d.standing(n); d.laid {
		return picture.PlacedSVG(w, n)
	}
	return picture.Document(w, n)
}
