package views

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"brim/internal/cli"
	"brim/internal/ui/window"

	"github.com/spf13/cobra"
)

// Where brim draw writes, and in which form.

// endings maps the ending of a file to the form that it has.
var endings = map[string]string{
	".svg": "svg", ".dot": "dot", ".gv": "dot", ".json": "json", ".lines": "lines", ".mdd": "lines", ".edd": "lines",
}

// foreign lists endings of pictures that only other programs write.
var foreign = []string{".pdf", ".png", ".ps", ".eps", ".jpg", ".jpeg", ".gif"}

// checkOutput takes the form from the ending of the file, unless --format says another one, and refuses what cannot be
// written or shown.
func (d *drawCommand) checkOutput(cmd *cobra.Command) error {
	if d.JSON && d.noFile() && (d.what.Value != widthsOf || d.open) {
		return fmt.Errorf("--json needs -o FILE: the picture itself goes to standard output")
	}
	if d.open {
		if err := window.Check(); err != nil {
			return fmt.Errorf("--open cannot show anything: %w; -o FILE writes the picture", err)
		}
	}
	if !cmd.Flags().Changed("format") {
		ending := strings.ToLower(filepath.Ext(d.file))
		if form := endings[ending]; form != "" {
			d.format.Value, d.byEnding = form, true
		} else if slices.Contains(foreign, ending) {
			return fmt.Errorf("-o %s: brim writes no %s; expected a file that ends in .svg or .dot, of which dot "+
				"-T%s makes one",
				d.file, ending[1:], ending[1:])
		} else if d.open && d.what.Value != widthsOf {
			d.format.Value, d.byEnding = "svg", true
		}
	}
	return cli.TryFile(d.file)
}

// noFile reports whether the picture goes to standard output.
func (d *drawCommand) noFile() bool { return d.file == "" || d.file == "-" }

// formatFlag writes what chose the form, for messages.
func (d *drawCommand) formatFlag() string {
	if d.byEnding {
		return "-o " + d.file
	}
	return "--format " + d.format.Value
}

// write writes the picture where it shall be, and shows it if that is wanted. It prints the name of a temporary
// file.
func (d *drawCommand) write(ctx context.Context, drawn []byte) error {
	if d.open && d.noFile() {
		path, err := window.Temporary("."+strings.Replace(d.formatName(), "text", "txt", 1), drawn)
		if path != "" {
			d.Note("%s", path)
		}
		return err
	}
	if d.JSON && d.noFile() {
		return nil // widths, which the report has
	}
	err := d.Output(ctx, d.file, func(w io.Writer) error { _, err := w.Write(drawn); return err })
	if err == nil && d.open {
		err = window.File(d.file)
	}
	return err
}
