package nets

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"brim/check"
	"brim/check/reduction"
	"brim/cmd/brim/internal/models"
	"brim/ctl/syntax"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/internal/watch"
	"brim/petri/pnml"
	"brim/petri/reduce"

	"github.com/spf13/cobra"
)

// brim reduce: a net made smaller so that it keeps the answers to given questions.

const reduceHelp = `Make a net smaller by rules that keep what a question needs.

` + models.Help + `

Without a formula or properties, --keep says what is kept:

  states          the reachable markings themselves, by equations between those of both nets
  reach           what the places named in the questions can hold
  deadlock        whether a marking that enables no transition is reachable
  reach-deadlock  both
  ltl             the runs on these places up to stuttering: LTL without X
  ctl             the same with branching: CTL without EX, AX and deadlock
  ctlx            bisimulation: all of CTL
  liveness        whether all transitions are live

With --formula or --properties it is, if --keep does not say more, the weakest that is enough for all of
them together. What place invariants and the initial marking decide becomes true or false in the formulas
before. Reducing for one formula at a time makes nets much smaller: name a property behind the model.

-o DIR writes into a directory: model.pnml, the smaller net; properties.xml, the formulas about it, in
which a transition that is enabled is written by its places; for states equations.json, the equations.
So 'brim check DIR --properties DIR/properties.xml' has the answers to the questions about the original.
docs/reduce.md has the format of equations.

Of a coloured net the unfolding is made smaller; see 'brim unfold'. Questions name what the coloured net
has, the formulas that are written the places that are left. --keep liveness is refused: each transition
of a coloured net has to be live with some colours only.

If the time or the memory ends before nothing changes any more, the net is as small as it was then.

With --json the result is one object with these keys; more may be added, none will change:

  tool, version, command      "brim", its version, "reduce"
  model, net                  the model as named, the net's own name
  places, transitions, arcs   of the model
  keep, seconds, rounds       what is kept, what it took, and how often all rules were tried
  left                        places, transitions and arcs of the smaller net
  rules                       an array of objects with rule, what it does (does), times, places and
                              transitions; these can be negative: some rules bring more than they take
  never_dead                  for deadlock: a transition is always enabled
  never_live                  for liveness: some transition can never fire
  limit                       what ended it early: time, memory or interrupt
  directory                   of -o

Exit status: 0, or 2 for wrong use or input.`

const reduceExamples = `  brim reduce model.pnml --keep deadlock -o smaller
  brim reduce model.pnml --formula 'EF p >= 3' --json
  brim reduce model.pnml --properties UpperBounds.xml Bound-07 -o smaller
  brim reduce kanban:10 --keep states -o smaller`

// reduceGrace is for putting together what is left of a large net when a limit has come.
const reduceGrace = 2 * time.Second

// A reduceCommand is one run of brim reduce.
type reduceCommand struct {
	*cli.App
	models.Limits
	formula, properties, directory string
	keep                           keepFlag
}

// A keepFlag is a class as an option.
type keepFlag struct {
	class reduce.Class
	given bool
}

func (k *keepFlag) Type() string { return "what" }

func (k *keepFlag) String() string {
	if !k.given {
		return ""
	}
	return k.class.String()
}

func (k *keepFlag) Set(text string) (err error) {
	k.class, err = reduce.ParseClass(text)
	if err != nil {
		return errors.New(cli.UnknownOf("kind", text, reduce.ClassNames()))
	}
	k.given = true
	return nil
}

func Reduce(a *cli.App) *cobra.Command {
	r := &reduceCommand{App: a}
	cmd := &cobra.Command{
		Use: "reduce MODEL [PROPERTY…]", Long: reduceHelp, Example: reduceExamples,
		ValidArgsFunction: models.CompleteProperties(&r.properties),
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 1 && r.properties != "" {
				args = args[:1]
			}
			return models.OneModel(cmd, args)
		},
		RunE: r.run,
	}
	f := cmd.Flags()
	f.StringVar(&r.formula, "formula", "", "keep what this `formula` of CTL needs")
	f.StringVar(&r.properties, "properties", "",
		"keep what the properties in an XML `file` need, or those named behind the model")
	f.Var(&r.keep, "keep", "`what` to keep: states, reach, deadlock, reach-deadlock, ltl, ctl, ctlx or liveness")
	f.StringVarP(&r.directory, "output", "o", "", "write the smaller net and what belongs to it into a `directory`")
	r.ProcessFlags(cmd)
	_ = cmd.MarkFlagFilename("properties", "xml")
	_ = cmd.RegisterFlagCompletionFunc("keep",
		cobra.FixedCompletions(reduce.ClassNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("formula", cobra.NoFileCompletions)
	return cmd
}

// run checks the flags, loads and unfolds the model, reads the questions, reduces the net within the limits, writes the
// results into the directory of -o, and prints a report.
func (r *reduceCommand) run(cmd *cobra.Command, args []string) error {
	if err := r.Begin(cmd); err != nil {
		return err
	}
	switch {
	case r.formula != "" && r.properties != "":
		return cli.Misuse(cmd, errors.New("--formula and --properties exclude each other"))
	case r.formula == "" && r.properties == "" && !r.keep.given:
		return cli.Misuse(cmd, errors.New("reduce needs a question: --formula, --properties or --keep"))
	}
	p := r.StartProgress()
	defer p.End()
	if err := models.OnlyNets(args[0]); err != nil {
		return err
	}
	m, err := models.Load(cmd.Context(), r.App, &r.Limits, args[0])
	if err != nil {
		return err
	}
	questions, err := models.Within(cmd.Context(), &r.Limits,
		func(ctx context.Context) ([]*check.Question, error) { return r.questions(ctx, m, args[1:]) })
	if err != nil {
		return err
	}
	if m.Coloured != nil {
		if r.keep.given && r.keep.class == reduce.Live {
			return fmt.Errorf("%s is a coloured net, which is live if each transition is with some colours; "+
				"expected another kind than liveness, or the net that brim unfold writes", args[0])
		}
		p.At("unfolding")
	}
	if m, questions, err = models.Unfold(cmd.Context(), r.App, &r.Limits, m, questions,
		check.UnfoldOptions{Whole: true}); err != nil {
		return err
	}
	p.At("reducing")
	start := time.Now()
	w := watch.New(cmd.Context(), r.Limits.Process())
	defer w.Cancel(nil)
	var x *reduction.Reduction
	late := w.Do(reduceGrace, func() {
		x, err = reduction.Reduce(w.Ctx, m, reduction.Fold(w.Ctx, m, questions),
			reduction.Options{Class: r.keep.class, Given: r.keep.given, Growing: true, Programs: true})
	})
	if late != nil {
		return cli.Exit(cli.StatusUnknown, errors.New(r.Reason(late)))
	}
	if err != nil {
		return err
	}
	took := time.Since(start)
	p.End()
	if r.directory != "" {
		if err := r.write(cmd.Context(), m, x); err != nil {
			return err
		}
	}
	report := newReduceReport(args[0], m, x, took)
	report.Directory = r.directory
	if stop := r.Limits.Check(); x.Stopped != nil {
		why := stop.Stop(errors.Join(w.Cause(), x.Stopped))
		report.Limit = string(why.Kind)
		r.Note("brim: %v; the net can become smaller still", why)
	}
	return r.Result(report, func(w io.Writer) error { return reduceTable(m, x, took).Write(w) })
}

// questions returns the questions whose answers the reduction has to keep: the formula, the properties with the given
// IDs, or none if only --keep is given. A property that cannot be read is an error.
func (r *reduceCommand) questions(ctx context.Context, m *check.Model, ids []string) ([]*check.Question, error) {
	switch {
	case r.formula != "":
		q, err := m.Ask(r.formula, syntax.Maximal)
		if err != nil {
			return nil, err
		}
		q.ID = "formula"
		return []*check.Question{q}, nil
	case r.properties == "":
		return nil, nil
	}
	list, err := m.Properties(ctx, r.properties, syntax.Maximal, syntax.ByFile)
	if err != nil {
		return nil, models.ReadError(err)
	}
	if list, err = models.ChooseProperties(list, ids, r.properties); err != nil {
		return nil, err
	}
	for _, q := range list {
		if q.Wrong != nil {
			return nil, q.Wrong
		}
	}
	return list, nil
}

// write writes all files, each whole or not at all.
func (r *reduceCommand) write(ctx context.Context, m *check.Model, x *reduction.Reduction) error {
	if err := os.MkdirAll(r.directory, 0o755); err != nil {
		return cli.FileError("write", err)
	}
	file := func(name string, write func(io.Writer) error) error {
		return r.Save(ctx, r.Deadline(), filepath.Join(r.directory, name), write)
	}
	if err := file("model.pnml", func(w io.Writer) error { return pnml.Write(w, x.Net) }); err != nil {
		return err
	}
	if x.Questions != nil {
		var list []syntax.Property
		for _, q := range x.Questions {
			list = append(list, syntax.Property{ID: q.ID, Formula: q.Asks(), Bound: q.Sum})
		}
		if err := file("properties.xml",
			func(w io.Writer) error { return syntax.WriteProperties(w, list) }); err != nil {
			return err
		}
	}
	if x.Class == reduce.Count {
		return file("equations.json", func(w io.Writer) error { return x.Equations.Write(w, m.Net, x.Net) })
	}
	return nil
}

// A reduceReport is the result of brim reduce, as --json prints it. The keys are documented in the help and stable.
type reduceReport struct {
	models.Report
	Keep      string        `json:"keep"`
	Seconds   float64       `json:"seconds"`
	Rounds    int           `json:"rounds"`
	Left      models.Extent `json:"left"`
	Rules     []ruleReport  `json:"rules"`
	NeverDead bool          `json:"never_dead"`
	NeverLive bool          `json:"never_live"`
	Limit     string        `json:"limit,omitempty"`
	Directory string        `json:"directory,omitempty"`
}

type ruleReport struct {
	Rule        string `json:"rule"`
	Does        string `json:"does"`
	Times       int    `json:"times"`
	Places      int    `json:"places"`
	Transitions int    `json:"transitions"`
}

func newReduceReport(name string, m *check.Model, x *reduction.Reduction, took time.Duration) *reduceReport {
	r := &reduceReport{
		Report: models.NewReport("reduce", name, m), Keep: x.Class.String(), Seconds: took.Seconds(), Rounds: x.Rounds,
		Left: models.NewReport("", "", x.Model).Extent, Rules: []ruleReport{}, NeverDead: x.NeverDead,
		NeverLive: x.NeverLive,
	}
	for rule, hit := range x.Hits {
		if hit.Times > 0 {
			rule := reduce.Rule(rule)
			r.Rules = append(r.Rules, ruleReport{rule.Name(), rule.String(), hit.Times, hit.Places, hit.Transitions})
		}
	}
	return r
}

// reduceTable says what went, rule by rule.
func reduceTable(m *check.Model, x *reduction.Reduction, took time.Duration) *terminal.Table {
	t := &terminal.Table{Header: []string{"rule", "times", "places", "transitions", "what it drops or joins"},
		Right: []bool{false, true, true, true}}
	size := func(label string, places, transitions int, text string) {
		t.Add(label, "", quantity.Int(places), quantity.Int(transitions), text)
	}
	size("before", len(m.Net.Places), len(m.Net.Transitions), "keeps "+x.Class.String())
	for rule, hit := range x.Hits {
		if rule := reduce.Rule(rule); hit.Times > 0 {
			t.Add(rule.Name(), quantity.Int(hit.Times), quantity.Int(-hit.Places), quantity.Int(-hit.Transitions),
				rule.String())
		}
	}
	size("after", len(x.Net.Places), len(x.Net.Transitions),
		fmt.Sprintf("%s in %s", quantity.Count(x.Rounds, "round"), quantity.Seconds(took)))
	return t
}
