package views

import (
	"context"
	"fmt"
	"io"
	"strings"

	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/input"
	"brim/internal/ui/picture"

	"github.com/spf13/cobra"
)

// brim draw of a file that holds a diagram, of brim or of another program.

// diagramKind returns the value of --what that a file with a diagram is, "" if the model is no such file. The end of
// its name decides.
func diagramKind(model string) string {
	for _, kind := range []string{"mdd", "edd"} {
		if strings.HasSuffix(model, "."+kind) || strings.HasSuffix(model, "."+kind+".gz") {
			return kind
		}
	}
	return ""
}

// checkFile refuses flags that have no meaning for a file with a diagram, and sets what is drawn of it.
func (d *drawCommand) checkFile(cmd *cobra.Command, model string) error {
	kind, changed := diagramKind(model), cmd.Flags().Changed
	if kind == "" {
		if changed("root") {
			return cli.Misuse(cmd, fmt.Errorf("--root has a meaning for a file that ends in .mdd or .edd; %s does not",
				model))
		}
		return nil
	}
	if changed("what") && d.what.Value != kind {
		return cli.Misuse(cmd, fmt.Errorf("%s has an %s, so there is nothing for --what %s", model, kind, d.what.Value))
	}
	for _, flag := range []string{"order", "method", "bound", "formula", models.LimitNodes} {
		if changed(flag) {
			return cli.Misuse(cmd, fmt.Errorf("--%s has no meaning for %s, which has a diagram", flag, model))
		}
	}
	d.what.Value = kind
	return nil
}

// stored writes the diagram of a file as a picture or in a form for programs, and returns the number of its nodes.
func (d *drawCommand) stored(ctx context.Context, file string, w io.Writer) (nodes int, err error) {
	x, err := models.Within(ctx, &d.Limits, func(ctx context.Context) (*picture.Diagram, error) {
		r, err := input.Open(ctx, file)
		if err != nil {
			return nil, cli.FileError("read", err)
		}
		defer r.Close()
		return picture.ReadDiagram(r, file, d.root, d.what.Value == "edd")
	})
	if err != nil {
		return 0, err
	}
	nodes = x.Nodes()
	if form, ok := d.form(); ok {
		return nodes, x.Write(w, form)
	}
	if err := d.few(nodes, "the diagram has %s nodes"); err != nil {
		return 0, err
	}
	return nodes, x.WriteDOT(w, d.most)
}
