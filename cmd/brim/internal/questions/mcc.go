package questions

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"brim/check"
	"brim/check/board"
	"brim/check/technique/colours"
	"brim/check/technique/fragment"
	"brim/check/technique/reduced"
	"brim/check/technique/skeleton"
	"brim/cmd/brim/internal/models"
	"brim/ctl/syntax"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/watch"

	"github.com/spf13/cobra"
)

// brim mcc: the front end for the Model Checking Contest, which reads its orders from the environment.

const mccHelp = `Front end for the Model Checking Contest. It takes its orders from the environment:

  BK_EXAMINATION          what to examine: StateSpace, UpperBounds, ReachabilityDeadlock, QuasiLiveness,
                          StableMarking, Liveness, OneSafe, ReachabilityCardinality,
                          ReachabilityFireability, CTLCardinality, CTLFireability,
                          LTLCardinality or LTLFireability
  BK_INPUT                name of the instance, for messages only
  BK_TIME_CONFINEMENT     seconds
  BK_MEMORY_CONFINEMENT   megabytes

and reads model.pnml, and for formulas the XML file of the examination, in the current directory. A net with time,
reset arcs or priorities has no certificates. Each line of the answer is printed as soon as it is known. Of an unbounded
net, and where the state space is not found in four fifths of the time, it says what is certain nevertheless.

Several techniques work at the same time, and who has an answer first prints it; 'brim help check engines' lists them.
For comparison --without leaves some of them out, and --only uses no others; symbolic stands for all of decision
diagrams.

Coloured nets are unfolded, for each examination as far as its questions need it: colours that nothing tells apart are
one where no number of the state space is asked for, unless --all-colours is given.

With --certificates each answer gets a file ID.cert.gz in the directory, a proof that brim-verify checks, where there
is one; 'brim help check certificates' says more. Proofs are looked for when an answer is printed; those that take more
than a moment when all answers are known, or half of the time is over.

An examination that is not supported gives DO_NOT_COMPETE, a failure before the first line, or an
unfolding that is too large, CANNOT_COMPUTE; the reason goes to standard error. A formula that makes no sense has its own
CANNOT_COMPUTE, beside the answers to the others. Nothing uncertain is printed.

Exit status: 0 with an answer, complete or not, and with DO_NOT_COMPETE; otherwise 2 for wrong use
or input, 3 for a limit.`

const mccExamples = `  BK_EXAMINATION=StateSpace BK_TIME_CONFINEMENT=3600 BK_MEMORY_CONFINEMENT=16384 brim mcc
  BK_EXAMINATION=StateSpace brim mcc --dir models/Kanban-PT-00005
  BK_EXAMINATION=ReachabilityDeadlock BK_TIME_CONFINEMENT=1 brim mcc --only bmc --dir models/Dekker-PT-020`

func MCC(a *cli.App) *cobra.Command {
	m := &contest{App: a, getenv: os.Getenv}
	cmd := &cobra.Command{
		Use:     "mcc",
		Long:    mccHelp,
		Example: mccExamples,
		Args:    cli.NoArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return m.run(cmd.Context()) },
	}
	cmd.Flags().StringVar(&m.dir, "dir", ".", "`directory` of the instance")
	_ = cmd.MarkFlagDirname("dir")
	m.techniques.Flags(cmd)
	models.ColoursFlag(cmd, &m.allColours)
	cmd.Flags().StringVar(&m.certificates, "certificates", "",
		"write proofs of the answers into this `directory`; see above")
	_ = cmd.MarkFlagDirname("certificates")
	return cmd
}

// A contest is one run of the front end.
type contest struct {
	*cli.App
	getenv     func(string) string
	dir        string
	techniques models.Techniques
	allColours bool
	limits     models.Limits

	certificates string // the directory
	proofs       *proofs
	lines        int   // answers printed so far
	failed       error // why one could not be printed
}

// run reads the limits and the examination from the environment, loads the model and answers the questions of the
// examination.
func (m *contest) run(ctx context.Context) error {
	if err := m.readConfinement(); err != nil {
		return m.giveUp(err)
	}
	examination := m.getenv("BK_EXAMINATION")
	kinds, known := examinations[examination]
	switch {
	case examination == "":
		return m.giveUp(errors.New("BK_EXAMINATION is not set; expected StateSpace or another examination"))
	case !known:
		m.Note("brim: examination %s is not supported", examination)
		return m.print("DO_NOT_COMPETE")
	}
	model, err := models.LoadAny(ctx, m.App, &m.limits, filepath.Join(m.dir, "model.pnml"))
	if err != nil {
		return m.giveUp(err)
	}
	if kinds == nil {
		return m.formulas(ctx, model, examination)
	}
	var questions []*check.Question
	for _, kind := range kinds {
		questions = append(questions, &check.Question{ID: examination, Kind: kind})
	}
	return m.settle(ctx, model, questions)
}

// examinations lists what is supported: the questions, or nil for those in the file of the examination.
var examinations = map[string][]check.Kind{
	"StateSpace":              {check.States, check.MostInPlace, check.MostInMarking, check.Firings},
	"ReachabilityDeadlock":    {check.Deadlock},
	"QuasiLiveness":           {check.QuasiLiveness},
	"StableMarking":           {check.StableMarking},
	"Liveness":                {check.Liveness},
	"OneSafe":                 {check.OneSafe},
	"UpperBounds":             nil,
	"ReachabilityCardinality": nil,
	"ReachabilityFireability": nil,
	"CTLCardinality":          nil,
	"CTLFireability":          nil,
	"LTLCardinality":          nil,
	"LTLFireability":          nil,
}

// linear are the examinations whose formulas are of LTL, also where CTL could read them.
var linear = map[string]bool{"LTLCardinality": true, "LTLFireability": true}

// formulas answers the properties in the XML file of the examination. It prints CANNOT_COMPUTE at once for those that
// cannot be read, and passes the others to settle.
func (m *contest) formulas(ctx context.Context, model *check.Model, examination string) error {
	file := filepath.Join(m.dir, examination+".xml")
	list, err := models.Within(ctx, &m.limits, func(ctx context.Context) ([]*check.Question, error) {
		logic := syntax.AsWritten
		if linear[examination] {
			logic = syntax.LTL
		}
		list, err := model.Properties(ctx, file, syntax.Maximal, logic)
		if err != nil {
			err = models.ReadError(err)
		}
		return list, err
	})
	if err != nil {
		return m.giveUp(err)
	}
	sound := slices.DeleteFunc(slices.Clone(list), func(q *check.Question) bool { return q.Wrong != nil })
	for _, q := range list {
		if q.Wrong != nil {
			m.Note("brim: %s: %v", q.ID, q.Wrong)
			if err := m.print("FORMULA " + q.ID + " CANNOT_COMPUTE"); err != nil {
				return err
			}
		}
	}
	if len(sound) == 0 && len(list) > 0 {
		return cli.Exit(cli.StatusInput, nil)
	}
	return m.settle(ctx, model, sound)
}

// settle unfolds the model, lets the techniques answer the questions and prints each answer as soon as it is known.
// Then it reports the questions without an answer: as an error if nothing was printed, as remarks otherwise.
func (m *contest) settle(ctx context.Context, model *check.Model, questions []*check.Question) error {
	if err := m.beginProofs(ctx, model); err != nil {
		return m.giveUp(err)
	}
	defer m.proofs.end()
	p := m.StartProgress()
	defer p.End()
	found, fault := check.DecideAll(ctx, model, questions, check.Options{
		Limits: m.limits.Check(), Without: m.techniques.Left(), AllColours: m.allColours, Answered: m.answer,
		Progress: models.Progress(p),
	})
	p.End()
	if m.failed != nil {
		return m.failed
	}
	if fault != nil {
		return cli.Exit(cli.StatusInternal, fault)
	}
	for i, q := range questions {
		a := found.Answers[i]
		why := a.Wrong
		switch {
		case why == nil && a.Result != check.Unknown:
			continue
		case why == nil:
			why = cli.Exit(cli.StatusUnknown, errors.New(a.Reason))
		}
		if m.lines == 0 {
			return m.giveUp(why)
		}
		m.Note("brim: %s: %v", q.ID, why)
	}
	return nil
}

// readConfinement sets the limits of time and memory from the environment variables of the contest. It keeps a part of
// both in reserve, so that the process can end in an orderly way before it is killed. Without the variables the time is
// not limited, and the memory is limited to 3/4 of the machine's.
func (m *contest) readConfinement() error {
	m.limits = models.Limits{Start: time.Now(), Memory: quantity.Size(watch.MachineMemory() / 4 * 3)}
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
		m.limits.Time = quantity.Span((confined - reserve) * float64(time.Second))
	}
	megabytes, err := positive("BK_MEMORY_CONFINEMENT")
	if err != nil {
		return err
	}
	if megabytes > 0 {
		m.limits.Memory = quantity.Size(megabytes*1e6) / 16 * 15
	}
	return nil
}

// answer prints an answer. Standard output is not buffered, so it is out at once.
func (m *contest) answer(q *check.Question, a *check.Answer) {
	if m.failed != nil {
		return
	}
	value := strings.ToUpper(strconv.FormatBool(a.Result == check.Holds))
	switch {
	case a.Infinite:
		value = "+inf"
	case a.Number != nil:
		value = a.Number.String()
	}
	line := "FORMULA " + q.ID
	if name := stateSpaceLines[q.Kind]; name != "" {
		line = "STATE_SPACE " + name
	}
	m.lines++
	m.failed = m.print(line + " " + value + " TECHNIQUES " + contestTechniques(a))
	m.proofs.want(q, a)
}

// stateSpaceLines names the lines of the examination StateSpace.
var stateSpaceLines = map[check.Kind]string{
	check.States: "STATES", check.Firings: "TRANSITIONS", check.MostInPlace: "MAX_TOKEN_IN_PLACE",
	check.MostInMarking: "MAX_TOKEN_PER_MARKING",
}

// contestWords are how the contest calls techniques. Each technique has words of its own, so that they can be counted.
var contestWords = map[string]string{
	"initial":     "INITIAL_STATE",
	"invariants":  "TOPOLOGICAL",
	"concurrency": "TOPOLOGICAL CONCURRENCY",
	"rewrite":     "TOPOLOGICAL QUERY_REDUCTION",
	"siphons":     "TOPOLOGICAL SIPHON_TRAP",
	"all":         "DECISION_DIAGRAMS SATURATION TOPOLOGICAL",
	"rounds":      "DECISION_DIAGRAMS SATURATION",
	"parts":       "DECISION_DIAGRAMS",
	"cover":       "TOPOLOGICAL EXPLICIT ABSTRACTIONS",
	"bmc":         "SAT_SMT TOPOLOGICAL",
	"walk":        "RANDOM_WALK",
	"equation":    "STATE_EQUATION LP_APPROX",
	"parikh":      "STATE_EQUATION RANDOM_WALK",
	"explicit":    "EXPLICIT",
	"local":       "EXPLICIT LOCAL",
	"partial":     "EXPLICIT PARTIAL",
	"stubborn":    "EXPLICIT STUBBORN_SETS",
	"ic3":         "SAT_SMT IC3",
	"counting":    "STRUCTURAL_REDUCTION COUNTING",
	"reduced":     "STRUCTURAL_REDUCTION",
	"home":        "TOPOLOGICAL HOME_MARKING LP_APPROX",
	"lasso":       "COLLATERAL_PROCESSING LASSO",
}

// contestTechniques is how the contest calls the technique that gave an answer. What it found on a reduced net, or of a
// formula of CTL in place of one of LTL, is said by a word more.
func contestTechniques(a *check.Answer) string {
	by, more := a.By, ""
	for _, x := range []struct{ suffix, word string }{{board.AsCTL, " LTL_AS_CTL"},
		{reduced.Suffix, " STRUCTURAL_REDUCTION"}, {colours.Suffix, " UNFOLDING_TO_PT"},
		{fragment.Suffix, " FRAGMENT"}, {skeleton.Suffix, " SKELETON"}} {
		if strings.Contains(by, x.suffix) {
			by, more = strings.ReplaceAll(by, x.suffix, ""), more+x.word
		}
	}
	words := contestWords[by]
	if words == "" {
		words = strings.ToUpper(by)
	}
	return words + more
}

func (m *contest) print(line string) (err error) {
	m.Line.Aside(func() { _, err = fmt.Fprintln(m.Out, line) })
	return err
}

// giveUp prints CANNOT_COMPUTE in place of an answer and returns the reason.
func (m *contest) giveUp(why error) error {
	if err := m.print("CANNOT_COMPUTE"); err != nil {
		return err
	}
	return why
}
