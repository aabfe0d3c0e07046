package comparisons

import (
	"path"
	"strings"
	"time"

	"brim/bench"
	"brim/bench/tables/entry"
)

// The suite contest: all examinations of the contest on its nets, as the contest asks them, against the known answers;
// and some of them with less and with more memory.

// contestTime is the limit of an examination. The contest gives an hour.
const contestTime = time.Minute

// contestMemory is the limit of memory, where memory is not what is compared.
const contestMemory = 4 << 30

// contestFolders are the sets of nets in the order of the tables.
var contestFolders = []struct{ name, nets string }{
	{"models", contestModels}, {"large", contestLarge}, {"coloured", contestColoured},
}

// hungry are the examinations and the nets that are run with several limits of memory: the nets of the set large whose
// runs take the most.
const (
	hungryNets         = "ASLink-PT-08b DNAwalker-PT-13ringRLLarge NoC3x3-PT-2B SafeBus-PT-06"
	hungryExaminations = "UpperBounds CTLCardinality LTLFireability"
)

// hungerMemory are the limits that are compared, in the order of the columns.
var hungerMemory = []struct {
	name  string
	bytes int64
}{{"512M", 512 << 20}, {"1G", 1 << 30}, {"2G", 2 << 30}, {"8G", 8 << 30}}

// A contestTask is an examination of a net of a folder.
type contestTask struct{ folder, net, examination string }

// contestTasks lists the examinations of all nets.
func contestTasks() (list []contestTask) {
	for _, f := range contestFolders {
		for _, net := range strings.Fields(f.nets) {
			for _, examination := range examinations {
				list = append(list, contestTask{f.name, net, examination})
			}
		}
	}
	return list
}

// hungerTasks lists the examinations that are run with several limits of memory.
func hungerTasks() (list []contestTask) {
	for _, net := range strings.Fields(hungryNets) {
		for _, examination := range strings.Fields(hungryExaminations) {
			list = append(list, contestTask{"large", net, examination})
		}
	}
	return list
}

// cell returns the run of a task within a limit of memory, which has a name.
func (t *contestTask) cell(limit time.Duration, name string, bytes int64) bench.Cell {
	dir := path.Join(t.folder, t.net)
	c := contestRun(t.net, dir, t.examination, bench.Label{Key: "memory", Value: name}, limit)
	c.Memory, c.Folder = bytes, entry.Nets
	c.Tool.Questions.File, c.Tool.Questions.Group = path.Join(dir, "oracle.csv"), t.examination
	return c
}

// usual returns the run of a task within the memory that all examinations have.
func (t *contestTask) usual(limit time.Duration) bench.Cell {
	return t.cell(limit, "4G", contestMemory)
}

// own returns the run of an examination of a family's net, which needs no files of others.
func (t *contestTask) own(limit time.Duration) bench.Cell {
	c := t.usual(limit)
	ownNet(&c, "dphil:3", "OneSafe", "TRUE")
	return c
}

// Contest counts right answers to the contest's questions by set of nets and examination, and compares what the runs
// took with their limits. Its short version has an examination of a family's net.
func Contest(quick bool) bench.Suite {
	limit := entry.Limit(quick, contestTime)
	first := contestTask{ownFolder, "dphil_3", "OneSafe"}
	tasks := []contestTask{first}
	s := bench.Suite{
		Name: "contest", Title: "all examinations of the contest on its nets, against the known answers",
		Cells: []bench.Cell{first.own(limit)},
	}
	var hunger []contestTask
	if !quick {
		hunger = hungerTasks()
		for _, t := range contestTasks() {
			tasks, s.Cells = append(tasks, t), append(s.Cells, t.usual(limit))
		}
		for _, t := range hunger {
			for _, m := range hungerMemory {
				s.Cells = append(s.Cells, t.cell(limit, m.name, m.bytes))
			}
		}
	}
	s.Report = func(r bench.Results) []*bench.Sheet {
		sums := contestSums{limit: limit, tasks: tasks, results: r}
		return []*bench.Sheet{
			sums.answers(s.Name), sums.limits(s.Name + "-limits"), sums.memory(s.Name+"-memory", hunger),
		}
	}
	return s
}

// bestTool is what the best tool of the contest of 2023 decided of all questions about all nets, in percent, with an
// hour and four cores, and which tool that was where it is one.
var bestTool = map[string]string{
	"StateSpace": "69, tedd", "UpperBounds": "94, ITS-Tools",
	"ReachabilityDeadlock": globalBest, "QuasiLiveness": globalBest, "StableMarking": globalBest,
	"Liveness":                globalBest,
	"OneSafe":                 globalBest,
	"ReachabilityCardinality": "95", "ReachabilityFireability": "95",
	"CTLCardinality": "75, TAPAAL", "CTLFireability": "75, TAPAAL",
	"LTLCardinality": "94", "LTLFireability": "94",
}

// globalBest is that number for the five global properties together.
const globalBest = "95, ITS-Tools"
