package questions

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/internal/ui/trace"
	"brim/internal/watch"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Questions with a name: brim check MODEL --ask sound.

// askHelp returns the topic of named questions, with the list of their names.
func askHelp() string {
	var b strings.Builder
	b.WriteString(`--ask NAME answers a question that has a name, and says why in sentences and runs; several names are joined by
commas and share one run. The names:

`)
	for _, n := range check.QuestionNames() {
		fmt.Fprintf(&b, "  %-18s %s\n", n.Name, n.Asks)
	}
	b.WriteString(`
A workflow net has one source place, where a case begins with one token, whatever the initial marking is, and one sink
place, where it completes. Everything else is on a path between them. If the file names final markings, a case begins
in the initial marking and completes in a final one; else a net that is no workflow net has none of the kinds of
soundness. They are those of van der Aalst and others (2011):

  option to complete     from each reachable marking the one with a token in the sink alone can be reached
  proper completion      a reachable marking with a token in the sink has no others
  no dead transitions    each transition fires in some run

sound asks for all three, as Woflan and PM4Py's check_soundness do, which say it of the net with a transition from the
sink to the source: it has to be live and bounded. PM4Py also refuses an initial or final marking of several places.
weak-sound asks for the first two. k-sound asks for the option to complete when --k cases begin together,
generalised-sound for any number of them. Where no run of three cases or fewer shows that it fails, the answer says
with which tokens some of many cases are left.

The degrees of liveness are those of Murata (1989): a dead transition never fires; L1: it fires in some run; L2: for
each number in some run as often; L3: in some run infinitely often; L4: it can always fire again. home says which
markings can be reached from each reachable one. conflicts and deadlocks list --most examples. An answer about a
coloured net is about its unfolding. A net with reset arcs or priorities is a workflow net if it is one without these.

Of a net with time markings are those that it reaches, and a workflow net is one without its time. Runs have delays. A
deadlock is a state in which nothing can fire any more, however long one waits; where time cannot go on either, it is a
timelock. Transitions are in conflict if both can fire at one moment, but after the one the other cannot at that
moment. An answer that may be another one in real time says so.

The exit status is 0 if all answers are yes, also to conflicts and deadlocks, 1 if one is no, 3 if one is unknown.
'brim help check json' lists the keys of the result with --json.

With --certificate FOLDER proofs are written to a folder, one for each condition that the answer rests on: all of them
together show that the answer is yes, and each one that it is no. The result has the command lines by which brim-verify
checks them. Conditions are in FOLDER/questions.xml. A proof about a net that brim-verify does not read from its file,
which one with cases in its source is, too, names FOLDER/net.pnml or another file there.`)
	return b.String()
}

// askFlags are the values of the flags of named questions.
type askFlags struct {
	names []string
	k     int64
	most  int
}

// flags declares them.
func (f *askFlags) flags(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringSliceVar(&f.names, "ask", nil, "questions by their `names`, as sound,deadlocks; help lists them")
	flags.Int64Var(&f.k, "k", 1, "how many cases begin together; of --ask k-sound")
	flags.IntVar(&f.most, "most", 10, "how many examples --ask conflicts and --ask deadlocks list")
	names := []string{"help\tlist the names"}
	for _, n := range check.QuestionNames() {
		names = append(names, n.Name+"\t"+n.Asks)
	}
	_ = cmd.RegisterFlagCompletionFunc("ask", cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp))
}

// besideAsk are the flags of check that have a meaning with --ask.
var besideAsk = []string{"ask", "k", "most", "no-trace", "without", "only", "certificate", "limit-time", "limit-memory",
	models.LimitNodes, models.LimitStates, models.LimitDepth}

// help reports whether the names are asked for.
func (f *askFlags) help() bool { return slices.Equal(f.names, []string{"help"}) }

// wrong returns what is wrong about the flags.
func (f *askFlags) wrong(cmd *cobra.Command) (err error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if err == nil && cmd.InheritedFlags().Lookup(flag.Name) == nil && !slices.Contains(besideAsk, flag.Name) {
			err = fmt.Errorf("--%s has no meaning with --ask", flag.Name)
		}
	})
	if err == nil {
		var known []string
		for _, n := range check.QuestionNames() {
			known = append(known, n.Name)
		}
		for _, n := range f.names {
			if !slices.Contains(known, n) {
				err = errors.New(cli.UnknownOf("question", n, known))
			}
		}
	}
	switch {
	case err != nil:
	case f.k < 1:
		err = fmt.Errorf("--k %d: expected a number from 1 on", f.k)
	case f.most < 1:
		err = fmt.Errorf("--most %d: expected a number from 1 on", f.most)
	case cmd.Flags().Changed("k") && !slices.Contains(f.names, "k-sound"):
		err = errors.New("--k has a meaning with --ask k-sound only")
	case cmd.Flags().Changed("most") && !slices.Contains(f.names, "conflicts") &&
		!slices.Contains(f.names, "deadlocks"):
		err = errors.New("--most has a meaning with --ask conflicts and --ask deadlocks only")
	}
	if err != nil {
		return cli.Misuse(cmd, err)
	}
	return nil
}

// An askReport is the result of brim check --ask, as --json prints it.
type askReport struct {
	models.Report
	*trace.Named                // of the only question
	Questions    []*trace.Named `json:"questions,omitempty"`
	Proofs       []*namedProof  `json:"proofs,omitempty"`
	RSS          int64          `json:"rss_bytes"`

	model   *check.Model
	answers []*check.NamedAnswer
}

// ask answers the named questions of the command line. The error carries the exit status, that of the worst answer.
func (c *checkCommand) ask(cmd *cobra.Command, model string) error {
	if err := c.asked.wrong(cmd); err != nil {
		return err
	}
	if err := c.Limits.Begin(cmd); err != nil {
		return err
	}
	if err := c.stateLimits.Begin(cmd); err != nil {
		return err
	}
	ctx := cmd.Context()
	p := c.StartProgress()
	defer p.End()
	m, err := models.LoadAny(ctx, c.App, &c.Limits, model)
	if err != nil {
		return err
	}
	var questions []check.NamedQuestion
	for _, n := range c.asked.names {
		questions = append(questions, check.NamedQuestion{Name: n, K: c.asked.k, Most: c.asked.most})
	}
	answers, err := check.AskNamed(ctx, m, questions,
		check.Options{Limits: c.all(), Without: c.use.Left(), Progress: models.Progress(p)})
	p.End()
	var fault *check.Fault
	switch {
	case errors.As(err, &fault):
		return cli.Exit(cli.StatusInternal, err)
	case models.Limited(err):
		return c.Limits.Early(err)
	case err != nil:
		return err
	}
	r := &askReport{Report: models.NewReport("check", model, answers[0].Model), RSS: watch.ResidentPeak(),
		model: answers[0].Model, answers: answers}
	if c.certificate != "" {
		if r.Proofs, err = c.proveNamed(ctx, model, m, questions, answers); err != nil {
			return err
		}
	}
	for _, a := range answers {
		if c.noTrace {
			for i := range a.Findings {
				a.Findings[i].Run = nil
			}
		}
		r.Questions = append(r.Questions, trace.OfNamed(a))
	}
	if len(answers) == 1 {
		r.Named, r.Questions = r.Questions[0], nil
	}
	if err := c.Result(r, r.text); err != nil {
		return err
	}
	return r.status()
}

// status returns the error that carries the exit status.
func (r *askReport) status() error {
	var rows []propertyRow
	for _, a := range r.answers {
		rows = append(rows, propertyRow{result: a.Result})
	}
	return propertiesStatus(rows)
}

// text writes the report for people.
func (r *askReport) text(w io.Writer) error {
	var b bytes.Buffer
	t := &terminal.Table{}
	models.Heading(t, r.model)
	for i, a := range r.answers {
		if i > 0 {
			b.WriteByte('\n')
		}
		text := a.Result.String()
		switch a.Result {
		case check.Holds:
			text = terminal.Styled(w, terminal.Green, text)
		case check.Fails:
			text = terminal.Styled(w, terminal.Red, text)
		}
		fmt.Fprintf(&b, "%s: %s\n", printable.Text(a.Name), text)
		trace.WriteNamed(&b, cmp.Or(terminal.Columns(w), trace.Width), a)
	}
	if r.Proofs != nil {
		b.WriteByte('\n')
		for _, x := range r.Proofs {
			fmt.Fprintln(&b, printable.Text(x.String()))
		}
	}
	t.Add("memory", quantity.Size(r.RSS).String())
	var took float64
	for _, a := range r.answers {
		took = max(took, a.Took.Seconds())
	}
	t.Addf("time", "%s", quantity.Seconds(quantity.Duration(took)))
	b.WriteByte('\n')
	if err := t.Write(&b); err != nil {
		return err
	}
	return terminal.WriteText(w, b.Bytes())
}

// askNames writes the list of named questions.
func (c *checkCommand) askNames() error {
	t := &terminal.Table{Header: []string{"name", "question"}}
	list := check.QuestionNames()
	for _, n := range list {
		t.Add(n.Name, n.Asks)
	}
	return c.Result(list, t.Write)
}
