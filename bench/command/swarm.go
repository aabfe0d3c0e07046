package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"brim/bench/swarm"
	"brim/bench/tables/comparisons"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/queue"

	"github.com/spf13/cobra"
)

// The command swarm: many runs of brim look for the answers to the questions about a model, on this machine and others.

const swarmHelp = `Decide questions about a Petri net by many runs of brim at the same time, on this machine and others.

MODEL is a file of PNML, or a folder that has model.pnml. QUESTION is a formula as brim check reads it, an
examination of brim mcc such as StateSpace or CTLFireability, whose file is next to the model, or a file of properties
whose name ends in .xml, behind which IDs may select some of them.

Workers run brim with one technique, order of the places or seed each, in rounds in which each job may take twice as
long as in the round before; all techniques together have the largest share. The first answer with a certificate
that brim-verify accepts on this machine decides a question and ends all other runs of it. So no worker has to be
believed. A worker that is killed, hangs or answers wrongly costs time; it is not heard while more of its
certificates were rejected than verified. An answer without a certificate is a claim: it is listed and decides nothing, unless --trust
says so.

Without --serve there are as many workers as cores, on this machine only. With --serve others can come by
brim work --queue URL, and --workers says how many there are here (default 0). Workers get the files by the
queue, so they need brim-bench, brim and brim-queue, and nothing else. This needs brim-queue, too: see
docs/swarm.md. --silence, --tries, --queue-name, --token-file, --credentials and the certificates are those of
brim bench --serve.

--log writes what each job took and brought. With --measure each is given out once and may use its whole
slice, whatever others have found; of such a log brim-bench scaling says what more machines would bring.

With --json the result is one object with the keys tool, version, command, model, seconds, jobs, and questions: a
list of objects with question, answer ("" if it is unknown), verified, by, plan, worker, seconds, reason (why
it is unknown), and claims, a list of objects with answer, by, worker, reason (why it is not verified) and times.

Exit status: 0 if all formulas hold, or numbers are known; 1 if one fails; 2 for wrong use or input; 3 if none fails and
one is unknown.`

const swarmExamples = `  brim-bench swarm model.pnml 'AG EF home'
  brim-bench swarm model.pnml CTLFireability.xml --limit-time 10m --serve 4222
  brim work --queue nats://127.0.0.1:4222`

// A swarmCommand is one run of brim-bench swarm.
type swarmCommand struct {
	*cli.App
	brim, verifier executable
	serve          serverFlags
	workers        int
	limit, slice   quantity.Span
	proof          quantity.Span
	plans          []string
	log            string
	trust, measure bool

	jobs int // that were given out
}

const (
	swarmSilence = 10 * time.Second
	swarmSlice   = 5 * time.Second
)

// newSwarm returns the command swarm with its flags.
func newSwarm(a *cli.App) *cobra.Command {
	c := &swarmCommand{App: a, verifier: executable{name: comparisons.Verifier}}
	cmd := &cobra.Command{
		Use: "swarm MODEL QUESTION [ID…]", Long: swarmHelp, Example: swarmExamples,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) < 2 {
				return cli.Misuse(cmd, errors.New("swarm needs a model and a question, as in brim-bench swarm "+
					"model.pnml 'EF deadlock'"))
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]cobra.Completion,
			cobra.ShellCompDirective) {
			if len(args) == 0 {
				return []cobra.Completion{"pnml"}, cobra.ShellCompDirectiveFilterFileExt
			}
			return []cobra.Completion{"xml"}, cobra.ShellCompDirectiveFilterFileExt
		},
		RunE: func(cmd *cobra.Command, args []string) error { return c.run(cmd, args) },
	}
	f := cmd.Flags()
	c.serve.silence, c.slice, c.proof = quantity.Span(swarmSilence), quantity.Span(swarmSlice),
		quantity.Span(time.Minute)
	f.StringVar(&c.serve.at, "serve", "",
		"let workers of other machines come to this `address`, or URL of a NATS server with JetStream")
	f.IntVar(&c.workers, "workers", -1, "the `number` of workers on this machine (default one for each core, 0 with "+
		"--serve)")
	f.Var(&c.limit, "limit-time", "end after this time")
	f.Var(&c.slice, "slice", "what a job may take in the first round")
	f.Var(&c.proof, "limit-proof", "what brim-verify may take for a certificate")
	f.StringSliceVar(&c.plans, "plans", nil, "`names` of the plans that are used (default all)")
	f.BoolVar(&c.trust, "trust", false, "answers without a certificate decide, too")
	f.StringVar(&c.log, "log", "", "write what each job took and brought into this `file`")
	f.BoolVar(&c.measure, "measure", false, "give out each job once and end none, for --log")
	f.Var(&c.serve.silence, "silence", "a worker that is silent for this time loses its job to another one")
	f.IntVar(&c.serve.tries, "tries", triesDefault, "a job that this number of workers have lost is given up")
	c.serve.declare(cmd, "")
	c.brim.flag(cmd, "brim", "workers on this machine run")
	c.verifier.flag(cmd, "verifier", "certificates are checked by")
	_ = cmd.MarkFlagFilename("log", "jsonl")
	for _, name := range []string{"serve", "plans"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	return cmd
}

// begin checks the flags and returns the setup of the queue and what is asked for.
func (c *swarmCommand) begin(cmd *cobra.Command, args []string) (setup queue.Setup, in swarm.Input, o swarm.Options,
	err error) {
	if c.workers < 0 {
		c.workers = 0
		if c.serve.at == "" {
			c.workers = runtime.NumCPU()
		}
	}
	if c.serve.at == "" {
		c.serve.at = "0" // any port of the loopback
	}
	for name, span := range map[string]quantity.Span{"slice": c.slice, "limit-proof": c.proof} {
		if err = positive(name, span); err != nil {
			return setup, in, o, cli.Misuse(cmd, err)
		}
	}
	if setup, err = c.serve.setup(); err == nil && c.measure && c.log == "" {
		err = errors.New("--measure needs --log, which gets the measurements")
	}
	if err == nil {
		o.Plans, err = swarm.Choose(c.plans)
	}
	if err != nil {
		return setup, in, o, cli.Misuse(cmd, err)
	}
	o.Slice, o.Proof, o.Trust, o.Measure = time.Duration(c.slice), time.Duration(c.proof), c.trust, c.measure
	o.Checkers = max(runtime.NumCPU()/2, 1)
	in, err = swarm.Read(args[0], args[1], args[2:])
	return setup, in, o, err
}

// run looks for the programs, starts the front and the workers of this machine, and prints the outcomes.
func (c *swarmCommand) run(cmd *cobra.Command, args []string) error {
	setup, in, o, err := c.begin(cmd, args)
	if err != nil {
		return err
	}
	helper, err := queue.Find()
	if err != nil {
		return err
	}
	brim, err := c.brim.find(cmd.Context(), c.App)
	if err != nil {
		return err
	}
	defer c.brim.remove()
	verifier, err := c.verifier.find(cmd.Context(), c.App, brim)
	if err != nil {
		return err
	}
	defer c.verifier.remove()
	o.Verifier = []string{verifier}
	begin := time.Now()
	ctx := cmd.Context()
	if c.limit > 0 {
		limited, stop := context.WithTimeout(ctx, time.Duration(c.limit))
		defer stop()
		ctx = limited
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		if err := refusedBy(ctx, brim, &in); err != nil {
			cancel(err)
		}
	}()
	crew, err := newCrew(ctx, c, setup, brim)
	if err != nil {
		return err
	}
	defer crew.end()
	p := c.StartProgress()
	defer p.End()
	o.Ready = func(url string) {
		if c.serve.at != "0" || c.workers == 0 {
			more := ""
			if cmd.Flags().Changed("queue-name") {
				more = " --queue-name " + setup.Name
			}
			c.Line.Aside(func() { fmt.Fprintf(c.Err, "workers come by: brim work --queue %s%s\n", url, more) })
		}
		crew.start(url)
	}
	o.Tell = func(e swarm.Event) {
		c.jobs = e.Jobs
		if e.Text != "" && c.Line != nil {
			c.Note("brim-bench: %s", e.Text)
		}
		if p != nil {
			p.At(fmt.Sprintf("%s open, %s", quantity.Count(e.Open, "question"), quantity.Count(e.Jobs, "job")))
		}
	}
	list, err := c.search(ctx, helper, setup, in, o)
	crew.end()
	p.End()
	var wrong *refusedError
	if errors.As(context.Cause(ctx), &wrong) {
		return wrong
	}
	if err != nil {
		return err
	}
	return c.report(&in, list, time.Since(begin))
}

// search runs the front, with the log if it is asked for.
func (c *swarmCommand) search(
	ctx context.Context, helper string, setup queue.Setup, in swarm.Input, o swarm.Options,
) (list []swarm.Outcome, err error) {
	if c.log == "" {
		return swarm.Run(ctx, helper, setup, in, o, c.Err)
	}
	err = c.Output(context.WithoutCancel(ctx), c.log, func(w io.Writer) (err error) {
		o.Log = w
		list, err = swarm.Run(ctx, helper, setup, in, o, c.Err)
		return err
	})
	return list, err
}

// A refusedError is what brim says of a model or a question that it cannot read.
type refusedError struct{ text string }

func (e *refusedError) Error() string { return e.text }

// refusedTime is how long brim may look at the questions to say that it cannot read them.
const refusedTime = "2s"

// refusedBy asks brim whether it can read the model and the questions. Where it cannot tell soon, there is no error.
func refusedBy(ctx context.Context, brim string, in *swarm.Input) error {
	args := []string{"check", "--json", "--no-trace", "--limit-time", refusedTime}
	switch {
	case in.Properties != "":
		args = append(args, "--properties", in.Properties, "--", in.Model)
	case in.Formula != "":
		args = append(args, "--", in.Model, in.Formula)
	default:
		args = append(args, "--", in.Model, "EF deadlock")
	}
	out, err := exec.CommandContext(ctx, brim, args...).Output()
	var exit *exec.ExitError
	var says struct{ Error string }
	if !errors.As(err, &exit) || exit.ExitCode() != cli.StatusInput ||
		json.NewDecoder(bytes.NewReader(out)).Decode(&says) != nil || says.Error == "" {
		return nil
	}
	return &refusedError{strings.TrimSpace(says.Error)}
}
