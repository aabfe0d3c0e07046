package comparisons

import (
	"fmt"
	"hash/fnv"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite techniques: what each technique of brim is worth on the contest's questions. Each examination is run with
// all techniques, without each of them, and with each alone. All runs of an examination stand side by side, and all
// cells are run once before any is run again, so that what disturbs the machine meets all of them.

// A techniqueWay is a technique, or a part of one, as --without and --only of brim mcc name it.
type techniqueWay struct {
	name string
	word string // what brim mcc prints of it behind TECHNIQUES, where that begins with the word or is it
	asks string // the beginnings of the only examinations for which it can matter; "" for all
	part bool   // of another technique in the list, which is left out as a whole, too
	only string // the only folder of nets that it works on; "" for all
}

var techniqueWays = []techniqueWay{
	{name: "initial", word: "INITIAL_STATE"},
	{name: "invariants", word: "TOPOLOGICAL"},
	{name: "concurrency", word: "TOPOLOGICAL CONCURRENCY"},
	{name: "rewrite", word: "TOPOLOGICAL QUERY_REDUCTION"},
	{name: "siphons", word: "TOPOLOGICAL SIPHON_TRAP"},
	{name: "walk", word: "RANDOM_WALK"},
	{name: "equation", word: "STATE_EQUATION"},
	{name: "counting", word: "STRUCTURAL_REDUCTION COUNTING", asks: "StateSpace"},
	{name: "symbolic"},
	{name: "all", word: "DECISION_DIAGRAMS SATURATION TOPOLOGICAL", part: true},
	{name: "rounds", word: "DECISION_DIAGRAMS SATURATION", part: true},
	{name: "parts", word: "DECISION_DIAGRAMS", part: true},
	{name: "cover", word: "TOPOLOGICAL EXPLICIT ABSTRACTIONS", part: true},
	{name: "explicit", word: "EXPLICIT"},
	{name: "local", word: "EXPLICIT LOCAL"},
	{name: "partial", word: "EXPLICIT PARTIAL"},
	{name: "product", word: "PRODUCT", asks: "LTL"},
	{name: "stubborn", word: "EXPLICIT STUBBORN_SETS"},
	{name: "bmc", word: "SAT_SMT TOPOLOGICAL"},
	{name: "ic3", word: "SAT_SMT IC3"},
	{name: "home", word: "TOPOLOGICAL HOME_MARKING LP_APPROX"},
	{name: "lasso", word: "COLLATERAL_PROCESSING LASSO", asks: "LTL"},
	{name: "reduced", word: "STRUCTURAL_REDUCTION"},
	{name: "colours", word: "UNFOLDING_TO_PT", only: "coloured"},
	{name: "fragment", word: "FRAGMENT", only: "coloured"},
	{name: "skeleton", word: "SKELETON", only: "coloured"},
	{name: "ctl", word: "LTL_AS_CTL", asks: "LTL"},
}

// matters reports whether the technique can matter for an examination.
func (w *techniqueWay) matters(t *techniqueTask) bool {
	return strings.HasPrefix(t.examination, w.asks) && (w.only == "" || w.only == t.folder)
}

// Labels of the runs: what is left out, none or again (the same once more, which shows what chance does), or what is
// alone.
const (
	leftOut  = "without"
	alone    = "only"
	none     = "none"
	noneElse = "again"
)

// A techniqueSet is a folder of nets of which a sample of examinations is run.
type techniqueSet struct {
	folder, nets string
	ctl          bool // examinations of CTL, which take most of the time; else all others
	limit        time.Duration
	one          uint32 // one of so many examinations of its nets belongs to the sample
	runs         int    // of each cell
	alone        uint32 // of these, one of so many is run with each technique alone; 0 for none
}

// name is what tables call it.
func (s *techniqueSet) name() string {
	if s.ctl {
		return s.folder + ", CTL"
	}
	return s.folder + ", others"
}

// has reports whether the examinations of the set include one.
func (s *techniqueSet) has(examination string) bool {
	return strings.HasPrefix(examination, "CTL") == s.ctl
}

var techniqueSets = []techniqueSet{
	{folder: "models", nets: contestModels, ctl: true, limit: 10 * time.Second, one: 4, runs: 3, alone: 3},
	{folder: "models", nets: contestModels, limit: 10 * time.Second, one: 24, runs: 3, alone: 2},
	{folder: "large", nets: contestLarge, ctl: true, limit: 3 * time.Second, one: 32, runs: 2},
	{folder: "large", nets: contestLarge, limit: 3 * time.Second, one: 128, runs: 2},
	{folder: "coloured", nets: contestColoured, limit: 3 * time.Second, one: 64, runs: 2},
}

// aloneTime is the limit of a technique that works alone, which often has nothing to answer.
const aloneTime = 2 * time.Second

// A techniqueTask is an examination of a net.
type techniqueTask struct {
	*techniqueSet
	net, examination string
	draw             uint32 // by which samples are taken: a hash, so that no property of the net decides
}

// techniqueTasks returns the sample.
func techniqueTasks() (list []techniqueTask) {
	for i := range techniqueSets {
		s := &techniqueSets[i]
		for _, net := range strings.Fields(s.nets) {
			for _, examination := range examinations {
				if !s.has(examination) {
					continue
				}
				h := fnv.New32a()
				fmt.Fprint(h, net, "/", examination)
				if draw := h.Sum32() >> 8; draw%s.one == 0 { // the lowest bits of this hash are poor
					list = append(list, techniqueTask{s, net, examination, draw / s.one})
				}
			}
		}
	}
	return list
}

// takesNothing is what brim prints if a technique alone takes no question of an examination, which is no failure.
var takesNothing = regexp.MustCompile(
	`(?m)^brim: (?:no technique is left that takes|the (?:engine|technique) \S+ decides|walks decide) .*$`)

// cell returns a run of the task, with a label of what is left out or alone.
func (t *techniqueTask) cell(kind, name string) bench.Cell {
	limit, flags := t.limit, []string{"--" + kind, name}
	if name == none || name == noneElse {
		flags = nil
	}
	if kind == alone {
		limit = aloneTime
	}
	dir := path.Join(t.folder, t.net)
	c := contestRun(t.net, dir, t.examination, bench.Label{Key: kind, Value: name}, limit, flags...)
	c.Folder, c.Runs = entry.Nets, t.runs
	if kind == alone {
		c.Runs = 1
		c.Tool.Reading.Outcomes = map[bench.Outcome][]*regexp.Regexp{bench.Unknown: {takesNothing}}
	}
	c.Tool.Questions.File, c.Tool.Questions.Group, c.Tool.Questions.Listed = path.Join(dir, "oracle.csv"),
		t.examination, true
	return c
}

// hasAlone reports whether the task is run with each technique alone.
func (t *techniqueTask) hasAlone() bool {
	return t.techniqueSet.alone > 0 && t.draw%t.techniqueSet.alone == 0
}

// cells returns the runs of the task.
func (t *techniqueTask) cells() (list []bench.Cell) {
	list = append(list, t.cell(leftOut, none), t.cell(leftOut, noneElse))
	for i := range techniqueWays {
		if w := &techniqueWays[i]; w.matters(t) {
			list = append(list, t.cell(leftOut, w.name))
		}
	}
	for i := range techniqueWays {
		if w := &techniqueWays[i]; t.hasAlone() && w.name != "ctl" && w.matters(t) {
			list = append(list, t.cell(alone, w.name))
		}
	}
	return list
}

// ownFolder stands for nets of families, which need no files of others.
const ownFolder = "families"

// quickRuns are the runs of the short version, by what is left out: at last the technique that answers first there.
var quickRuns = []string{none, noneElse, "concurrency"}

// ownTask returns the examination of a family's net.
func ownTask(quick bool) techniqueTask {
	return techniqueTask{
		techniqueSet: &techniqueSet{folder: ownFolder, runs: 1, limit: entry.Limit(quick, aloneTime), alone: 1},
		net:          "dphil_3", examination: "OneSafe",
	}
}

// Techniques compares the techniques of brim on a sample of the contest's examinations, after that of a family's net.
// Its short version has a few runs of the latter.
func Techniques(quick bool) bench.Suite {
	s := bench.Suite{
		Name: "techniques", Title: "each technique left out, and each alone, on a sample of the contest's examinations",
		Runs: 3,
	}
	tasks := slices.Concat([]techniqueTask{ownTask(quick)}, techniqueTasks())
	if quick {
		tasks = tasks[:1]
	}
	for i := range tasks {
		cells := tasks[i].cells()
		for k := range cells {
			if c := &cells[k]; tasks[i].folder == ownFolder {
				ownNet(c, "dphil:3", "OneSafe", "TRUE")
			}
		}
		if quick {
			cells = slices.DeleteFunc(cells,
				func(c bench.Cell) bool { return !slices.Contains(quickRuns, c.Label(leftOut)) })
		}
		s.Cells = append(s.Cells, cells...)
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sums := newTechniqueSums(tasks, r)
		return []*bench.Sheet{sums.leftOut(s.Name), sums.alone(s.Name + "-alone")}
	}
	return s
}

// ownNet makes a cell of a contest's net one of a net of a family, which needs no files of others, with the right
// answer.
func ownNet(c *bench.Cell, net, id, right string) {
	t := c.Tool
	t.Line[3], c.Folder = "{scratch}", ""
	t.Questions.File, t.Questions.Known = "", map[string]string{id: right}
	t.Prepare, t.Prepared = [][]string{{bench.Brim, "gen", net, "-o", "{scratch}/model.pnml"}}, []int{0}
}
