// Package nets has the commands that write nets: gen, a net of a family; reduce, a net made smaller for a question; and
// unfold, the place/transition net of a coloured one.
package nets

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/watch"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/pnml"

	"github.com/spf13/cobra"
)

const genHelp = `Write a net of a parametric family as PNML.

'brim gen --list' lists the families, with the propositions that formulas may use besides places and
transitions: eating_1 of dphil:3 means HasL_1 = 1 & HasR_1 = 1. A net has those of the family that its
name, or the id in its file, belongs to. Some families have sizes of several numbers, as brp:440,81,
and some sizes have names, as prise:S does; prise:2,2,2,2 is the same net. Families whose names end in
-col are of coloured nets, which are written as symmetric nets and unfold into those of the other family:
dphil-col:3 into dphil:3. Families of nets with time, as fischer, are written by 'brim convert'.

Into a file that ends in .aut it writes the reachable states as a labelled transition system in the
Aldebaran format, if there are at most 10 million: diagrams count them before, for 2s. The labels are the names of the transitions up to the
first dot, with what is behind _ in brackets: c2(d1,0) for c2_d1_0.T1_0.K. lift:3, a model of three lifts that
raise a load together, is such a system and no net. ` + check.Motor + `, a motor control that reacts to events, is a
circuit: it is written in the AIGER format, in binary into a file that ends in .aig.

With --json and -o a summary is printed as one object with the keys model, file, and places,
transitions and arcs, or states, transitions and labels, or inputs, latches, gates, outputs, bad and constraints; with --list and --json an object with the key families, an array of objects
with name, title, parameter, min, max, states_known, depth_known, numbers, an array of objects with
name, min and max, sizes, an array of objects with name and numbers, and propositions, an array of
objects with name and formula.`

const genExamples = `  brim gen --list
  brim gen kanban:10 > kanban.pnml
  brim gen dphil:1000 -o dphil.pnml
  brim gen abp:2 -o abp.aut`

// Gen returns the command brim gen, which lists the families of nets (--list) or writes a net of a family, its
// reachable states or a circuit.
func Gen(a *cli.App) *cobra.Command {
	var list bool
	var file string
	var l models.Limits
	cmd := &cobra.Command{
		Use:               "gen FAMILY:N",
		Long:              genHelp,
		Example:           genExamples,
		ValidArgsFunction: completeFamily,
		Args: func(cmd *cobra.Command, args []string) error {
			switch {
			case list && len(args) > 0:
				return cli.Misuse(cmd, fmt.Errorf("--list takes no family"))
			case !list && len(args) == 0:
				return cli.Misuse(cmd, fmt.Errorf("gen needs a family and a size, as in kanban:10 ('brim gen "+
					"--list' lists the families)"))
			case len(args) > 1:
				return cli.Misuse(cmd, fmt.Errorf("gen takes one family:N, not %d: %s", len(args),
					strings.Join(args, " ")))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if list {
				return listFamilies(a)
			}
			if err := cmp.Or(l.Begin(cmd), cli.TryFile(file)); err != nil {
				return err
			}
			return generate(cmd.Context(), a, &l, args[0], file)
		},
	}
	cmd.Flags().BoolVar(&list, "list", false, "list the families")
	cmd.Flags().StringVarP(&file, "output", "o", "", "write into a `file` instead of standard output")
	l.ProcessFlags(cmd)
	return cmd
}

func completeFamily(cmd *cobra.Command, args []string, typed string) ([]cobra.Completion, cobra.ShellCompDirective) {
	list, directive := models.Complete(cmd, args, typed)
	return list, directive | cobra.ShellCompDirectiveNoFileComp
}

// A genReport tells what gen wrote. Its keys are stable.
type genReport struct {
	Model string `json:"model"`
	File  string `json:"file"`
	models.Extent
}

// generate writes the model named spec to a file or to standard output: a circuit in the AIGER format, a transition
// system or the reachable states of a net in the Aldebaran format, a coloured or plain net as PNML. The ending of the
// file's name chooses between a net and its states. After writing a file it prints a summary, as JSON if asked for.
func generate(ctx context.Context, a *cli.App, l *models.Limits, spec, file string) error {
	circuit, listing := check.IsCircuit(spec) || check.IsCircuit(file), check.IsLTS(spec) || check.IsLTS(file)
	toFile := file != "" && file != "-"
	switch {
	case circuit && spec != check.Motor:
		return fmt.Errorf("%s is no circuit, so it cannot be written as AIGER; expected %s", spec, check.Motor)
	case !toFile && a.JSON && (circuit || listing):
		return errNoFile
	case toFile && circuit && !check.IsCircuit(file):
		return fmt.Errorf("%s is a circuit; expected a file that ends in .aag or .aig, not %s", spec, file)
	case toFile && listing && !circuit && !strings.HasSuffix(file, ".aut"):
		return fmt.Errorf("%s is a labelled transition system, no net; expected a file that ends in .aut, not %s", spec,
			file)
	}
	var m *check.Model
	var err error
	var write func(io.Writer) error
	switch {
	case circuit:
		if m, err = check.Load(ctx, spec); err == nil && strings.HasSuffix(file, ".aig") {
			write = m.Circuit.WriteBinary
		} else if err == nil {
			write = m.Circuit.WriteASCII
		}
	case listing:
		p := a.StartProgress()
		defer p.End()
		if m, err = listed(ctx, a, l, spec, p); err == nil {
			write = m.WriteAUT
		}
		p.At("writing")
	case nets.IsColoured(spec):
		if m, err = models.Load(ctx, a, l, spec); err == nil {
			write = func(w io.Writer) error { return pnml.WriteColoured(w, m.Coloured) }
		}
	case nets.IsTimed(spec):
		err = fmt.Errorf("%s has time, and gen writes PNML, which has none; 'brim convert %s OUT' writes a file "+
			"with time", spec, spec)
	default:
		var net *petri.Net
		if net, err = models.Within(ctx, l,
			func(context.Context) (*petri.Net, error) { return nets.Parse(spec) }); err == nil {
			m, write = check.OfNet(net), func(w io.Writer) error { return pnml.Write(w, net) }
		}
	}
	if err != nil {
		return err
	}
	if !toFile && a.JSON {
		return errNoFile
	}
	w := watch.New(ctx, l.Process())
	defer w.Cancel(nil)
	if err := a.Output(w.Ctx, file, write); err != nil || !toFile {
		return err
	}
	if a.JSON {
		return cli.WriteJSON(a.Out, genReport{spec, file, models.ExtentOf(m)})
	}
	a.Note("%s: %v", file, models.ExtentOf(m))
	return nil
}

var errNoFile = errors.New("--json needs -o FILE: the net itself goes to standard output")
