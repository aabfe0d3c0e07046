package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/nearest"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/malformed"
)

// read returns what is asked: a formula without a name, or properties, of which one alone is not Wrong.
func (c *checkCommand) read(ctx context.Context, names syntax.Names, args []string) ([]syntax.Property, error) {
	pool := syntax.NewPool()
	if c.properties != "" {
		list, err := pool.ReadPropertyFile(ctx, c.properties, names)
		if err != nil {
			return nil, readError(err)
		}
		list, err = choose(list, args, c.properties)
		if err == nil && len(list) == 1 {
			err = list[0].Wrong
		}
		return list, err
	}
	text, name, err := c.formula(ctx, args)
	if err != nil {
		return nil, err
	}
	f, err := pool.Parse(text, name, names)
	return []syntax.Property{{Formula: f}}, err
}

// readError makes errors of files plainer.
func readError(err error) error {
	var wrong *malformed.Error
	if errors.As(err, &wrong) {
		return err
	}
	return fileError("read", err)
}

// choose returns the properties with the given IDs, in that order, or all if there are none.
func choose(list []syntax.Property, ids []string, file string) ([]syntax.Property, error) {
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no properties; expected at least one <property>", file)
	}
	if len(ids) == 0 {
		return list, nil
	}
	var chosen []syntax.Property
	for _, id := range ids {
		i := slices.IndexFunc(list, func(p syntax.Property) bool { return p.ID == id })
		if i < 0 {
			var known []string
			for _, p := range list {
				known = append(known, p.ID)
			}
			hint := ""
			if best, ok := nearest.Of(id, slices.Values(known)); ok {
				hint = "; did you mean " + best + "?"
			}
			return nil, fmt.Errorf("%s has no property %q%s", file, id, hint)
		}
		chosen = append(chosen, list[i])
	}
	return chosen, nil
}

// A propertyRow is what a table of properties says of one.
type propertyRow struct {
	id, answer, question string
	bound                bool // a number is asked for, not a verdict
	result               engine.Result
	reason               string // why the result is unknown
	wrong                error  // why the property cannot be answered at all
}

// writeProperties writes a table of properties and adds a summary to the statistics.
func writeProperties(b *bytes.Buffer, rows []propertyRow, statistics *table) error {
	t := &table{header: []string{"property", "answer", "formula"}}
	results := map[engine.Result]int{}
	wrong := 0
	var reasons []string
	for _, r := range rows {
		switch {
		case r.wrong != nil:
			wrong++
			t.add(r.id, "cannot answer", r.wrong.Error())
			continue
		case !r.bound || r.result == engine.Unknown:
			results[r.result]++
		}
		t.add(r.id, r.answer, printable.Cut(r.question, longOperand))
		if r.result == engine.Unknown && !slices.Contains(reasons, r.reason) {
			reasons = append(reasons, r.reason)
		}
	}
	summary := quantity.Int(len(rows))
	sep := ": "
	for _, w := range []struct {
		n         int
		one, many string
	}{
		{results[engine.Holds], "holds", "hold"}, {results[engine.Fails], "fails", "fail"}, {results[engine.Unknown], "unknown", "unknown"},
		{wrong, "cannot be answered", "cannot be answered"},
	} {
		switch {
		case w.n == 1:
			summary += sep + "1 " + w.one
		case w.n > 1:
			summary += sep + quantity.Int(w.n) + " " + w.many
		default:
			continue
		}
		sep = ", "
	}
	statistics.add("properties", summary)
	if reasons != nil {
		statistics.add("unknown", strings.Join(reasons, "; "))
	}
	return t.write(b)
}

// propertiesStatus returns the error that carries the exit status, that of the worst answer: nil if all formulas hold.
func propertiesStatus(rows []propertyRow) error {
	status := statusOK
	for _, r := range rows {
		switch {
		case r.wrong != nil:
			status = statusInput
		case r.result == engine.Fails && status != statusInput:
			status = statusFails
		case r.result == engine.Unknown && status == statusOK:
			status = statusUnknown
		}
	}
	if status == statusOK {
		return nil
	}
	return &statusError{status: status, object: true}
}
