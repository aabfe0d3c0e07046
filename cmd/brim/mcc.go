package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"brim/engine/symbolic"
	"brim/internal/quantity"
	"brim/internal/watch"
	"brim/malformed"
	"brim/petri"

	"github.com/spf13/cobra"
)

const mccHelp = `Front end for the Model Checking Contest. It takes its orders from the environment:

  BK_EXAMINATION          what to examine: StateSpace, UpperBounds, ReachabilityDeadlock, QuasiLiveness,
                          StableMarking, Liveness, OneSafe, ReachabilityCardinality,
                          ReachabilityFireability, CTLCardinality or CTLFireability
  BK_INPUT                name of the instance, for messages only
  BK_TIME_CONFINEMENT     seconds
  BK_MEMORY_CONFINEMENT   megabytes

and reads model.pnml, and for formulas the XML file of the examination, in the current directory. Each line of the answer is printed as soon as it is
known. Of an unbounded net, and where the state space is not found in four fifths of the time, it says what is certain
nevertheless.

--engine says what answers. Decision diagrams answer all examinations. bmc, bounded model checking by satisfiability, decides
EF f, AG f, EG f and AF f, where f has no path operators, ReachabilityDeadlock and OneSafe, on nets whose places are known to be
bounded. With both, bmc begins beside the diagrams after 0.1 s, or where there is one core only when two fifths of
the time are gone. Who has an answer first prints it. Each engine alone is there for comparison.

An examination that is not supported and a coloured net give DO_NOT_COMPETE, a failure before the
first line CANNOT_COMPUTE; the reason goes to standard error. A formula that makes no sense has its own
CANNOT_COMPUTE, beside the answers to the others. Nothing uncertain is printed.

Exit status: 0 with an answer, complete or not, and with DO_NOT_COMPETE; otherwise 2 for wrong use
or input, 3 for a limit.`

const mccExamples = `  BK_EXAMINATION=StateSpace BK_TIME_CONFINEMENT=3600 BK_MEMORY_CONFINEMENT=16384 brim mcc
  BK_EXAMINATION=StateSpace brim mcc --dir models/Kanban-PT-00005
  BK_EXAMINATION=ReachabilityDeadlock BK_TIME_CONFINEMENT=1 brim mcc --engine diagrams --dir models/Dekker-PT-020`

// What answers.
const (
	engineBoth     = "both"
	engineDiagrams = "diagrams"
	engineBMC      = "bmc"
)

func newMCC(a *app) *cobra.Command {
	m := &contest{app: a, getenv: os.Getenv}
	cmd := &cobra.Command{
		Use:     "mcc",
		Short:   "answer an examination of the Model Checking Contest",
		Long:    mccHelp,
		Example: mccExamples,
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return m.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&m.dir, "dir", ".", "`directory` of the instance")
	_ = cmd.MarkFlagDirname("dir")
	m.engine.flag(cmd, "engine", "what answers", engineBoth, engineDiagrams, engineBMC)
	return cmd
}

// A contest is one run of the front end.
type contest struct {
	*app
	getenv func(string) string
	dir    string
	engine choice
	limits limits
	lines  int // answers printed so far
}

func (m *contest) run(ctx context.Context) error {
	if err := m.readConfinement(); err != nil {
		return m.giveUp("CANNOT_COMPUTE", err)
	}
	examination := m.getenv("BK_EXAMINATION")
	examine := m.examiner(examination)
	switch {
	case examination == "":
		return m.giveUp("CANNOT_COMPUTE", errors.New("BK_EXAMINATION is not set; expected StateSpace or another examination"))
	case examine == nil || m.engine.value == engineBMC && !unrolls(examination):
		m.note("brim: examination %s is not supported%s", examination, map[bool]string{true: " by bounded model checking"}[m.engine.value == engineBMC])
		return m.print("DO_NOT_COMPETE")
	}
	net, err := reading(ctx, &m.limits, func(ctx context.Context) (*petri.Net, error) {
		return m.readNet(ctx, filepath.Join(m.dir, "model.pnml"))
	})
	if coloured(err) {
		m.note("brim: %v", err)
		return m.print("DO_NOT_COMPETE")
	}
	if err != nil {
		return m.giveUp("CANNOT_COMPUTE", err)
	}
	return examine(ctx, net)
}

// coloured tells whether a net could not be read because it is a coloured one.
func coloured(err error) bool {
	var wrong *malformed.Error
	return errors.As(err, &wrong) && strings.HasPrefix(wrong.Msg, "coloured nets are not supported")
}

// readConfinement takes the limits from the environment, less a reserve for a clean end.
func (m *contest) readConfinement() error {
	m.limits = limits{start: time.Now(), memory: quantity.Size(watch.MachineMemory() / 4 * 3)}
	positive := func(name string) (float64, error) {
		text := m.getenv(name)
		if text == "" {
			return 0, nil
		}
		n, err := strconv.ParseFloat(text, 64)
		if err != nil || n <= 0 || n > 1e9 {
			return 0, fmt.Errorf("%s is %q; expected a positive number", name, text)
		}
		return n, nil
	}
	confined, err := positive("BK_TIME_CONFINEMENT")
	if err != nil {
		return err
	}
	if confined > 0 {
		reserve := min(max(0.5, 0.02*confined), confined/2)
		m.limits.time = quantity.Span((confined - reserve) * float64(time.Second))
	}
	megabytes, err := positive("BK_MEMORY_CONFINEMENT")
	if err != nil {
		return err
	}
	if megabytes > 0 {
		m.limits.memory = quantity.Size(megabytes*1e6) / 16 * 15
	}
	return nil
}

// stateSpace prints the four lines of the examination StateSpace, those that are known at least.
func (m *contest) stateSpace(ctx context.Context, net *petri.Net) error {
	p := m.startProgress()
	defer p.end()
	x, err := explore(ctx, net, symbolic.Options{Memory: m.limits.process().Room()}, &m.limits, p)
	if u, ok := unbounded(err); ok {
		m.note("brim: %v", u)
		for _, line := range []string{"STATES", "TRANSITIONS", "MAX_TOKEN_IN_PLACE", "MAX_TOKEN_PER_MARKING"} {
			if err := m.answer(line, "+inf", "TOPOLOGICAL", "EXPLICIT"); err != nil {
				return err
			}
		}
		return nil
	}
	if err != nil {
		return m.giveUp("CANNOT_COMPUTE", err)
	}
	defer x.close()
	if x.stopped != nil {
		return m.giveUp("CANNOT_COMPUTE", &statusError{statusUnknown, false, errors.New(m.limits.reason(x.stopped))})
	}
	techniques := []string{"DECISION_DIAGRAMS", "SATURATION", "TOPOLOGICAL"}
	if net.Units != nil && strings.Contains(x.Order.Method, "nupn") {
		techniques = append(techniques, "USE_NUPN")
	}
	questions := []struct {
		line string
		ask  func() *big.Int
	}{
		{"STATES", x.States},
		{"MAX_TOKEN_IN_PLACE", func() *big.Int { return big.NewInt(x.MaxInPlace()) }},
		{"MAX_TOKEN_PER_MARKING", x.MaxTokens},
		{"TRANSITIONS", x.Firings},
	}
	var stopped error
	for _, q := range questions {
		var n *big.Int
		if err := x.ask("counting "+q.line, func() { n = q.ask() }); err != nil {
			stopped = cmp.Or(stopped, err)
			continue
		}
		if err := m.answer(q.line, n.String(), techniques...); err != nil {
			return err
		}
	}
	if stopped != nil {
		err := errors.New(m.limits.reason(stopped))
		if m.lines == 0 {
			return m.giveUp("CANNOT_COMPUTE", &statusError{statusUnknown, false, err})
		}
		m.note("brim: %v", err)
	}
	return nil
}

// answer prints one line of the StateSpace examination. Standard output is not buffered, so it is out at once.
func (m *contest) answer(line, value string, techniques ...string) error {
	m.lines++
	return m.print(fmt.Sprintf("STATE_SPACE %s %s TECHNIQUES %s", line, value, strings.Join(techniques, " ")))
}

func (m *contest) print(line string) (err error) {
	m.line.aside(func() { _, err = fmt.Fprintln(m.out, line) })
	return err
}

// giveUp prints a verdict in place of an answer and returns the reason.
func (m *contest) giveUp(verdict string, why error) error {
	if err := m.print(verdict); err != nil {
		return err
	}
	return why
}
