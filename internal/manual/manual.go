// Package manual writes the manual pages of a program, one for each of its commands, from the texts of their help. The
// pages are made by cobra/doc, which reads Markdown; so the texts are turned into Markdown that keeps their layout.
// Only the build tag manual links this package into a program, which then writes its pages and does nothing else.
package manual

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"brim/internal/cli"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// Main writes the pages of a program into the folder that the command line names.
func Main(root func(*cli.App) *cobra.Command) {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "expected a folder for the manual pages")
		os.Exit(cli.StatusInput)
	}
	a := &cli.App{}
	if err := Write(root(a), a.Topics, os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(cli.StatusInput)
	}
}

// Write writes the page of a command and those of its subcommands into a folder, which is made if it does not exist.
// The topics are those of App. Pages have the date SOURCE_DATE_EPOCH, or today's.
func Write(root *cobra.Command, topics map[string][]cli.Topic, dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	root.DisableAutoGenTag = true
	root.InitDefaultCompletionCmd()
	prepare(root, topics)
	header := &doc.GenManHeader{Section: "1", Source: root.Name() + " " + cli.Version(), Manual: root.Name()}
	return doc.GenManTreeFromOpts(root, doc.GenManTreeOptions{Header: header, Path: dir, CommandSeparator: "-"})
}

// Page returns the file of the page of a command in the folder.
func Page(dir string, cmd *cobra.Command) string {
	return filepath.Join(dir, strings.ReplaceAll(cmd.CommandPath(), " ", "-")+".1")
}

// prepare turns the texts of a command and its subcommands into Markdown: the long help, then its topics, then what the
// exit status says, which is that of all commands unless the help has a paragraph about it.
func prepare(cmd *cobra.Command, topics map[string][]cli.Topic) {
	const begin = "Exit status: "
	paragraphs := strings.Split(cmp.Or(cmd.Long, cmd.Short+"."), "\n\n")
	exit := cli.ExitStatus
	if i := slices.IndexFunc(paragraphs, func(p string) bool { return strings.HasPrefix(p, begin) }); i >= 0 {
		exit = strings.TrimPrefix(paragraphs[i], begin)
		paragraphs = slices.Delete(paragraphs, i, i+1)
	}
	text := markdown(strings.Join(paragraphs, "\n\n"))
	for _, t := range topics[cmd.Name()] {
		text += "\n## " + escaped.Replace(t.Title) + "\n\n" + markdown(t.Text)
	}
	cmd.Long = text + "\n# EXIT STATUS\n\n" + markdown(exit)
	for _, c := range cmd.Commands() {
		prepare(c, topics)
	}
}

var (
	escaped = strings.NewReplacer(
		`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "{", `\{`, "}", `\}`, "[", `\[`, "]", `\]`, "<", `\<`, ">", `\>`,
		"#", `\#`, "|", `\|`, "~", `\~`,
		"&", "&amp;",
	)
	item = regexp.MustCompile(`^([-+]|\d+[.)])`) // what begins an item of a list
)

// markdown returns a text of the help as Markdown: lines that have a layout, those that are indented or have columns,
// are code, and all others prose.
func markdown(text string) string {
	var b strings.Builder
	code := false
	for line := range strings.Lines(strings.TrimSpace(text) + "\n") {
		line = strings.TrimRight(line, " \n")
		laid := strings.HasPrefix(line, " ") || strings.Contains(strings.TrimSpace(line), "  ")
		if line != "" && laid != code {
			b.WriteString("\n")
			code = laid
		}
		switch {
		case laid:
			b.WriteString("    " + line)
		case item.MatchString(line):
			b.WriteString(`\` + escaped.Replace(line))
		default:
			b.WriteString(escaped.Replace(line))
		}
		b.WriteString("\n")
	}
	return b.String()
}
