package command

import (
	"errors"

	"brim/bench/artifact"
	"brim/bench/tables"
	"brim/internal/cli"

	"github.com/spf13/cobra"
)

// The command artifact.

const artifactHelp = `Write a folder for the evaluation of artifacts: the sources of the commit that is checked out with all
modules, a container file, scripts for a smoke test of minutes and for the full run, and the claims of
the papers, each with its command and with what the records in results/raw say.

It runs in a checkout without changes, and needs git and Go. FOLDER must not be there; it is made whole
or not at all. What it takes is a minute, and 60 MB on the disk.

Exit status: 0 if the folder was made, 2 for wrong use, or where there is no checkout.`

// newArtifact returns the command.
func newArtifact(a *cli.App) *cobra.Command {
	var source string
	cmd := &cobra.Command{
		Use:     "artifact FOLDER",
		Long:    artifactHelp,
		Example: "  brim bench artifact ../brim-artifact",
		Args:    oneFolder,
		RunE: func(cmd *cobra.Command, args []string) error {
			p := a.StartProgress()
			defer p.End()
			o := artifact.Options{Source: source, Dir: args[0], Suites: tables.All(false), Claims: tables.Claims()}
			if p != nil {
				o.Progress = p.At
			}
			err := artifact.Write(cmd.Context(), o)
			if cmd.Context().Err() != nil {
				return cli.Exit(cli.StatusUnknown, errors.New("interrupted; nothing was written"))
			}
			return err
		},
	}
	cmd.Flags().StringVar(&source, "source", ".", "a `directory` of the checkout")
	_ = cmd.MarkFlagDirname("source")
	return cmd
}

// oneFolder wants one argument.
func oneFolder(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cli.Misuse(cmd, errors.New("artifact needs the name of the folder to make, and nothing else"))
	}
	return nil
}
