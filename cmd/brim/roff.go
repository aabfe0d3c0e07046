package main

import (
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// A roff is a manual page while it is written, in the language of man(7), as groff and mandoc read it.
type roff struct{ strings.Builder }

var (
	inText = strings.NewReplacer(`\`, `\e`, "-", `\-`, "^", `\(ha`, "~", `\(ti`, "`", "\\(ga", "'", `\(aq`, `"`, `\(dq`)
	inWord = strings.NewReplacer(`"`, "", "\n", " ") // of the title line
)

// escape returns a line of text in which nothing has a meaning for roff.
func escape(line string) string {
	line = inText.Replace(line)
	if strings.HasPrefix(line, ".") {
		line = `\&` + line
	}
	return line
}

func (r *roff) title(name, day, source, manual string) {
	fmt.Fprintf(r, ".TH \"%s\" \"1\" \"%s\" \"%s\" \"%s\"\n", strings.ToUpper(name), day, inWord.Replace(source), manual)
}

func (r *roff) section(name string) { fmt.Fprintf(r, ".SH \"%s\"\n", name) }

func (r *roff) subsection(name string) { fmt.Fprintf(r, ".SS \"%s\"\n", escape(name)) }

// filled writes text whose lines may be broken anew.
func (r *roff) filled(text string) {
	for line := range strings.Lines(text) {
		fmt.Fprintln(r, escape(strings.TrimSpace(line)))
	}
}

// literal writes lines as they are.
func (r *roff) literal(text string) {
	r.WriteString(".nf\n")
	for line := range strings.Lines(text) {
		fmt.Fprintln(r, escape(strings.TrimRight(line, "\n")))
	}
	r.WriteString(".fi\n")
}

// text writes the text of a help: lines with a layout, those that are indented or have columns, stay as they are,
// others are filled. An empty line is between paragraphs.
func (r *roff) text(text string) {
	var lines []string
	laid := false
	end := func() {
		if len(lines) > 0 {
			run := strings.Join(lines, "\n")
			if laid {
				r.literal(run)
			} else {
				r.filled(run)
			}
		}
		lines = nil
	}
	for line := range strings.Lines(strings.TrimSpace(text)) {
		line = strings.TrimRight(line, "\n")
		if strings.TrimSpace(line) == "" {
			end()
			r.WriteString(".PP\n")
			continue
		}
		if is := strings.HasPrefix(line, " ") || strings.Contains(line, "  "); is != laid {
			end()
			laid = is
		}
		lines = append(lines, line)
	}
	end()
}

// options writes those flags that are wanted, each with what it does below it.
func (r *roff) options(flags *pflag.FlagSet, wanted func(string) bool) {
	flags.VisitAll(func(f *pflag.Flag) {
		if f.Hidden || !wanted(f.Name) {
			return
		}
		name := "--" + f.Name
		if f.Shorthand != "" {
			name = "-" + f.Shorthand + ", " + name
		}
		value, usage := pflag.UnquoteUsage(f)
		if value != "" {
			name += " " + value
		}
		switch f.DefValue {
		case "", "0", "false", "[]", "0s":
		default:
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(r, ".TP\n\\fB%s\\fR\n", escape(name))
		r.filled(usage)
	})
}
