package nets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/input"
	"brim/internal/watch"
	"brim/malformed"
	"brim/petri/extended"
	"brim/petri/format"
	"brim/petri/nets"
	"brim/petri/timed"

	"github.com/spf13/cobra"
)

// brim convert: a net in another file format.

const convertHelp = `Write a net in another format.

IN is a file with a net, a directory with a file model.pnml, "-" for standard input, or a net of a family,
written family:N. OUT is a file, or "-" for standard output. The endings of their names tell the formats,
on standard input the text does, and --from and --to name them where that is not enough; 'brim formats'
lists the formats, with the endings and with what each holds.

What OUT cannot hold is told on standard error. What has no bearing on the behaviour, such as positions
and labels, is left out. What the format says in another way is written in that way: read arcs as arcs that
take tokens and give them back, capacities and priorities as inhibitor arcs, names by other names. What is
left and would change the behaviour is an error, and nothing is written, unless --lossy is given.

The net itself is converted, not its unfolding: of a coloured net 'brim unfold' writes that. Nested units
(NUPN) are not kept.

With --json, and OUT that is a file, the result is one object with these keys; more may be added, none will
change:

  tool, version, command      "brim", its version, "convert"
  model, net                  IN as named, the net's own name
  places, transitions, arcs   of the net written
  from, to                    the names of the formats; from is "family" for a net of a family
  file                        OUT
  losses                      an array of objects with text, a sentence, and behaviour, true if the net
                              in OUT behaves differently

Exit status: 0, 2 for wrong use or input, or for a net that OUT cannot hold, 3 if a limit or an interrupt
ended it.`

const convertExamples = `  brim convert buffer.net buffer.pnml
  brim convert model.pnml model.lola
  brim convert kanban:10 - --to tina | less
  curl -s https://example.org/net.pnml | brim convert - net.ndr
  brim convert workflow.pnml workflow.g --lossy`

// A convertCommand is one run of brim convert.
type convertCommand struct {
	*cli.App
	models.Limits
	from, to string
	lossy    bool
}

// A convertReport is the result of brim convert, as --json prints it. The keys are documented in the help and stable.
type convertReport struct {
	Tool        string       `json:"tool"`
	Version     string       `json:"version"`
	Command     string       `json:"command"`
	Model       string       `json:"model"`
	Net         string       `json:"net"`
	Places      int          `json:"places"`
	Transitions int          `json:"transitions"`
	Arcs        int          `json:"arcs"`
	From        string       `json:"from"`
	To          string       `json:"to"`
	File        string       `json:"file"`
	Losses      []lossReport `json:"losses"`
}

type lossReport struct {
	Text      string `json:"text"`
	Behaviour bool   `json:"behaviour"`
}

func Convert(a *cli.App) *cobra.Command {
	c := &convertCommand{App: a}
	cmd := &cobra.Command{
		Use: "convert IN OUT", Long: convertHelp, Example: convertExamples, RunE: c.run,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.Misuse(cmd, fmt.Errorf("convert needs two names, IN and OUT, not %d", len(args)))
			}
			return nil
		},
		ValidArgsFunction: func(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion,
			cobra.ShellCompDirective) {
			if len(args) == 1 {
				return endings(format.Endings(true)), cobra.ShellCompDirectiveFilterFileExt
			}
			return models.Complete(cmd, args, typed)
		},
	}
	f := cmd.Flags()
	f.StringVar(&c.from, "from", "", "the `format` of IN, where its name and text do not tell")
	f.StringVar(&c.to, "to", "", "the `format` of OUT, where its name does not tell")
	f.BoolVar(&c.lossy, "lossy", false, "leave out what the format cannot hold even if that changes the behaviour")
	c.ProcessFlags(cmd)
	_ = cmd.RegisterFlagCompletionFunc("from",
		cobra.FixedCompletions(formatNames(false), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("to",
		cobra.FixedCompletions(formatNames(true), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// formatNames returns the names of the formats, or of those that are written.
func formatNames(written bool) (list []string) {
	for _, f := range format.All() {
		if f.Writable() || !written {
			list = append(list, f.Name)
		}
	}
	return list
}

// endings returns endings without their dots, as shells want them.
func endings(list []string) (bare []string) {
	for _, e := range list {
		bare = append(bare, strings.TrimPrefix(e, "."))
	}
	return bare
}

// run reads the net, makes it fit the format of OUT, says what that changed, and writes it.
func (c *convertCommand) run(cmd *cobra.Command, args []string) error {
	in, out := args[0], args[1]
	if err := cmp.Or(c.Begin(cmd), models.OnlyNets(in)); err != nil {
		return err
	}
	if c.JSON && out == "-" {
		return cli.Misuse(cmd, errors.New("--json needs a file OUT: the net itself goes to standard output"))
	}
	to, err := c.target(out)
	if err != nil {
		return err
	}
	if err := cli.TryFile(out); err != nil {
		return err
	}
	p := c.StartProgress()
	defer p.End()
	source, err := models.Within(cmd.Context(), &c.Limits,
		func(ctx context.Context) (*sourceNet, error) { return c.read(ctx, in) })
	if err != nil {
		return err
	}
	d, losses, err := to.Fit(source.net)
	if err != nil {
		return err
	}
	changes := []string{}
	for _, l := range losses {
		if l.Behaviour && !c.lossy {
			changes = append(changes, l.Text)
		} else {
			c.Note("brim: %s", l.Text)
		}
	}
	if len(changes) > 0 {
		return fmt.Errorf("the format %s cannot hold this net: %s; --lossy writes it all the same", to.Name,
			strings.Join(changes, "; "))
	}
	p.At("writing")
	w := watch.New(cmd.Context(), c.Limits.Process())
	defer w.Cancel(nil)
	if err := c.Output(w.Ctx, out, func(w io.Writer) error { return to.Write(w, d) }); err != nil {
		return err
	}
	p.End()
	if c.JSON {
		return cli.WriteJSON(c.Out, newConvertReport(in, out, source.format, to, d.Net(), losses))
	}
	return nil
}

func newConvertReport(in, out, from string, to *format.Format, net *extended.Net, losses []format.Loss) *convertReport {
	r := &convertReport{
		Tool: "brim", Version: cli.Version(), Command: "convert", Model: in, Net: net.Name, Places: len(net.Places),
		Transitions: len(net.Transitions), Arcs: len(net.Arcs), From: from, To: to.Name, File: out,
		Losses: []lossReport{},
	}
	for _, l := range losses {
		r.Losses = append(r.Losses, lossReport(l))
	}
	return r
}

// named returns the format of that name.
func named(name string) (*format.Format, error) {
	f, ok := format.Named(name)
	if !ok {
		return nil, errors.New(cli.UnknownOf("format", name, formatNames(false)))
	}
	return f, nil
}

// target returns the format in which to write: that of --to, or the first of those with the ending of the name.
func (c *convertCommand) target(out string) (*format.Format, error) {
	if c.to != "" {
		f, err := named(c.to)
		if err == nil && !f.Writable() {
			err = fmt.Errorf("nets in the format %s are read, but not written; expected one of %s", c.to,
				strings.Join(formatNames(true), ", "))
		}
		return f, err
	}
	switch {
	case out == "-":
		return nil, fmt.Errorf("- as OUT needs --to and a format: %s", strings.Join(formatNames(true), ", "))
	case strings.HasSuffix(out, ".gz"):
		return nil, fmt.Errorf("%s: compressed files are read, but not written; expected another name", out)
	}
	for _, f := range format.ByEnding(out) {
		if f.Writable() {
			return f, nil
		}
	}
	return nil, fmt.Errorf("the name %s does not tell the format; expected one that ends in %s, or --to", out,
		strings.Join(format.Endings(true), ", "))
}

// A sourceNet is a net that was read, and the name of its format.
type sourceNet struct {
	net    *timed.Document
	format string
}

// read reads IN.
func (c *convertCommand) read(ctx context.Context, in string) (*sourceNet, error) {
	if nets.IsTimed(in) {
		d, err := nets.ParseTimed(in)
		if err != nil {
			return nil, err
		}
		return &sourceNet{d, "family"}, nil
	}
	if nets.IsSpec(in) {
		net, err := nets.Parse(in)
		if err != nil {
			return nil, err
		}
		return &sourceNet{&timed.Document{Untimed: extended.Of(net)}, "family"}, nil
	}
	file, text := in, io.Reader(nil)
	if in == "-" {
		file, text = "standard input", input.Reader(ctx, c.In)
	} else {
		if info, err := os.Stat(in); err == nil && info.IsDir() {
			file = filepath.Join(in, "model.pnml")
		}
		f, err := input.Open(ctx, format.File(file))
		if err != nil {
			return nil, cli.FileError("read", err)
		}
		defer f.Close()
		text = f
	}
	from, err := named(cmp.Or(c.from, format.PNML))
	if err == nil && c.from == "" {
		from, text, err = format.Open(text, file)
	}
	if err != nil {
		return nil, err
	}
	net, err := from.Read(text, file)
	var wrong *malformed.Error
	switch {
	case err != nil && !errors.As(err, &wrong):
		return nil, cli.FileError("read", err)
	case err != nil:
		return nil, err
	}
	return &sourceNet{net, from.Name}, nil
}
