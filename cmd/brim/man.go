package main

import (
	"cmp"
	"context"
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"brim/internal/cli"
	"brim/internal/output"

	"github.com/spf13/cobra"
)

// newMan returns the command that writes the manual pages. It is for those who make releases, so the help does not
// list it.
func newMan(a *cli.App) *cobra.Command {
	return &cobra.Command{
		Use: "man DIRECTORY", Long: "Write the manual pages of all commands into a directory, which is made if there is none.",
		Example: "  brim man man && man -l man/brim-check.1",
		Args:    cobra.ExactArgs(1),
		ValidArgsFunction: func(*cobra.Command, []string, string) ([]cobra.Completion, cobra.ShellCompDirective) {
			return nil, cobra.ShellCompDirectiveFilterDirs
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			return writeManual(cmd.Context(), args[0], cmd.Root(), a.Topics)
		},
	}
}

// writeManual writes the page of a command and those of its subcommands.
func writeManual(ctx context.Context, dir string, cmd *cobra.Command, topics map[string][]cli.Topic) error {
	page := manPage(cmd, topics[cmd.Name()])
	err := output.Write(ctx, filepath.Join(dir, pageName(cmd)+".1"), func(w io.Writer) error {
		_, err := io.WriteString(w, page)
		return err
	})
	for _, c := range subcommands(cmd) {
		if err == nil {
			err = writeManual(ctx, dir, c, topics)
		}
	}
	return err
}

func pageName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// subcommands returns those that have a page of their own.
func subcommands(cmd *cobra.Command) []*cobra.Command {
	return slices.DeleteFunc(slices.Clone(cmd.Commands()), func(c *cobra.Command) bool { return !c.IsAvailableCommand() })
}

// manPage returns the page of a command in the language of man(7).
func manPage(cmd *cobra.Command, topics []cli.Topic) string {
	cmd.InitDefaultHelpFlag()
	r := &roff{}
	r.title(pageName(cmd), commitDate(), "brim "+cli.Version(), "brim")
	r.section("NAME")
	r.filled(pageName(cmd) + " - " + cmd.Short)
	r.section("SYNOPSIS")
	r.literal(cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		r.literal(cmd.CommandPath() + " COMMAND [flags]")
	}
	r.section("DESCRIPTION")
	about, exit := aboutExit(cmd)
	r.text(about)
	elsewhere := map[string]bool{}
	for _, t := range topics {
		r.subsection(t.Title)
		r.text(t.Text)
		for _, f := range t.Flags {
			elsewhere[f] = true
		}
		if len(t.Flags) > 0 {
			r.options(cmd.LocalFlags(), func(name string) bool { return slices.Contains(t.Flags, name) })
		}
	}
	r.section("OPTIONS")
	r.options(cmd.LocalFlags(), func(name string) bool { return !elsewhere[name] })
	r.options(cmd.InheritedFlags(), func(string) bool { return true })
	if cmd.Example != "" {
		r.section("EXAMPLES")
		r.literal(cmd.Example)
	}
	r.section("EXIT STATUS")
	r.text(exit)
	var also []string
	if cmd.HasParent() {
		also = append(also, pageName(cmd.Parent())+"(1)")
	}
	for _, c := range subcommands(cmd) {
		also = append(also, pageName(c)+"(1)")
	}
	r.section("SEE ALSO")
	r.filled(strings.Join(also, ", "))
	return r.String()
}

// aboutExit returns what the help of a command says, and what is said about the exit status: its own paragraph, or that
// of all commands.
func aboutExit(cmd *cobra.Command) (about, exit string) {
	const begin = "Exit status: "
	paragraphs := strings.Split(cmp.Or(cmd.Long, cmd.Short+"."), "\n\n")
	i := slices.IndexFunc(paragraphs, func(p string) bool { return strings.HasPrefix(p, begin) })
	if i < 0 {
		return strings.Join(paragraphs, "\n\n"), cli.ExitStatus
	}
	exit = strings.TrimPrefix(paragraphs[i], begin)
	return strings.Join(slices.Delete(paragraphs, i, i+1), "\n\n"), exit
}

// commitDate returns the day of the commit that brim was built from, "" if that is not known: pages of equal commits
// are equal.
func commitDate() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	i := slices.IndexFunc(info.Settings, func(s debug.BuildSetting) bool { return s.Key == "vcs.time" })
	if i < 0 {
		return ""
	}
	day, _, _ := strings.Cut(info.Settings[i].Value, "T")
	return day
}
