package bench

import (
	"slices"
	"strings"
)

// A keeper puts the records of a sweep into its journal, each run once.
type keeper struct {
	sweep   *Sweep
	runner  *Runner
	journal *journal
	p       *estimate
	todo    []Task
	done    map[string]bool   // keys of those of todo that have a record now
	alike   map[string][]Task // in a portfolio, those of todo by their question, else nil
}

func newKeeper(sweep *Sweep, m *Runner, j *journal, p *estimate, todo []Task) *keeper {
	sweep.Missing = len(todo)
	return &keeper{sweep: sweep, runner: m, journal: j, p: p, todo: todo, done: map[string]bool{}}
}

// isOpen reports whether a task has no record yet.
func (k *keeper) isOpen(t Task) bool { return !k.done[t.Key()] }

// open lists the tasks without a record.
func (k *keeper) open() []Task {
	return slices.DeleteFunc(slices.Clone(k.todo), func(t Task) bool { return !k.isOpen(t) })
}

// keep adds the record of a task that is open.
func (k *keeper) keep(t Task, r Record) error {
	if err := k.journal.append(&r); err != nil {
		return err
	}
	k.done[t.Key()] = true
	k.sweep.Records = append(k.sweep.Records, r)
	k.sweep.Missing--
	return nil
}

// took keeps the record of a task, unless it has one already: the first wins. In a portfolio a certain verdict makes
// all open tasks of the same question moot; these get records that say so, and are returned.
func (k *keeper) took(t Task, r Record) (moot []Task, err error) {
	if err := k.runner.verify(t, &r); err != nil {
		return nil, err
	}
	if !k.isOpen(t) {
		return nil, nil
	}
	if err := k.keep(t, r); err != nil {
		return nil, err
	}
	k.p.ended(t.Cell, r.Wall)
	if r.Outcome != Done {
		return nil, nil
	}
	return k.settle(t.Cell.question(), r.Cell)
}

// settle keeps records that say which cell answered a question, of the tasks that are not to ask it any more.
func (k *keeper) settle(question, by string) (moot []Task, err error) {
	for _, t := range k.alike[question] {
		if k.isOpen(t) {
			if err := k.keep(t, k.runner.moot(t, by)); err != nil {
				return moot, err
			}
			moot = append(moot, t)
		}
	}
	return moot, nil
}

// portfolio has questions asked until one cell answers. Those that were answered before are settled at once.
func (k *keeper) portfolio(s *Suite) error {
	k.alike = map[string][]Task{}
	for _, t := range k.todo {
		if q := t.Cell.question(); q != "" {
			k.alike[q] = append(k.alike[q], t)
		}
	}
	cells := map[string]*Cell{}
	for i := range s.Cells {
		cells[s.Cells[i].Name()] = &s.Cells[i]
	}
	for _, r := range slices.Clone(k.sweep.Records) {
		if c := cells[r.Cell]; c != nil && r.Outcome == Done {
			if _, err := k.settle(c.question(), r.Cell); err != nil {
				return err
			}
		}
	}
	return nil
}

// question returns what distinguishes the question of a cell from others, "" if it asks for no verdict.
func (c *Cell) question() string {
	switch {
	case !c.checks():
		return ""
	case c.Model == "" || c.Question != "":
		return c.Question
	}
	parts := []string{c.Folder, c.Model, c.Property}
	if i := slices.Index(c.Flags, "--deadlock"); i >= 0 && i+1 < len(c.Flags) {
		parts = append(parts, c.Flags[i+1])
	}
	return strings.Join(parts, "\x00")
}
