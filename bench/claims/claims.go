// Package claims has what five papers say of their experiments, as data: for each claim its place in the paper, the
// suite whose records decide it, and the judges that do so, by name and with their parameters. The judges themselves
// are functions of package bench/tables, which knows the suites.
//
// There is a file for each paper, named by its number in REFERENCES.md. A claim has the keys name, where, sentence, and
// either reason, why no records decide it, or suite, cases and needs:
//
//	[[claim]]
//	name = "001-continuing"
//	where = "section 4.1"
//	suite = "table1"
//	sentence = "The continuing strategy is typically more efficient than the restarting algorithm."
//	needs = "most"
//	cases = [{ judge = "faster", columns = ["cont"], than = ["rest"] }]
//
// Each entry of cases names a judge and has its parameters; together they add the cases of the claim. needs says how
// many cases must support the claim: "all" (the default), "most", "a third" or "one". If two suites decide a sentence,
// it appears twice, for example when a relation holds under one variable order only.
package claims

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"brim/bench"

	"github.com/pelletier/go-toml/v2"
)

//go:embed *.toml
var files embed.FS

// A Judge adds the cases of a claim that records decide, by parameters as they stand in the data.
type Judge func(parameters map[string]any) (Cases, error)

// Cases adds cases to those of a claim, from the records of its suite.
type Cases func(bench.Results, *bench.Cases)

// By returns the judge that decides by a function of parameters and records. Parameters are fields of P, whose names
// are those in the data but for capital letters; the data may name no others.
func By[P any](cases func(P, bench.Results, *bench.Cases)) Judge {
	return func(parameters map[string]any) (Cases, error) {
		text, err := json.Marshal(parameters)
		if err != nil {
			return nil, err
		}
		var p P
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&p); err != nil {
			return nil, err
		}
		return func(r bench.Results, c *bench.Cases) { cases(p, r, c) }, nil
	}
}

// entry is a claim as it stands in the data.
type entry struct {
	Name, Where, Suite, Sentence, Needs, Reason string
	Cases                                       []map[string]any
}

// Read returns the claims of all data files in the order of the papers' numbers. judges has the functions that the
// data name; an error says which file and claim name one that is missing or has wrong parameters.
func Read(judges map[string]Judge) ([]bench.Claim, error) {
	names, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var list []bench.Claim
	for _, file := range names {
		text, err := files.ReadFile(file.Name())
		if err != nil {
			return nil, err
		}
		var entries struct{ Claim []entry }
		if err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&entries); err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
		for _, e := range entries.Claim {
			c := bench.Claim{Name: e.Name, Paper: strings.TrimSuffix(file.Name(), ".toml"), Where: e.Where,
				Sentence: e.Sentence, Suite: e.Suite, Reason: e.Reason}
			if e.Suite != "" {
				c.Command = "brim bench " + e.Suite
			}
			if c.Judge, err = e.judge(judges); err != nil {
				return nil, fmt.Errorf("%s: %s: %w", file.Name(), e.Name, err)
			}
			list = append(list, c)
		}
	}
	return list, nil
}

// judge returns the function that decides a claim: it collects the cases of all judges that the data name, and
// applies the rule in needs. The function is nil for a claim that no records decide.
func (e *entry) judge(judges map[string]Judge) (func(bench.Results) bench.Finding, error) {
	if len(e.Cases) == 0 {
		return nil, nil
	}
	var all []Cases
	for _, parameters := range e.Cases {
		name, _ := parameters["judge"].(string)
		judge, ok := judges[name]
		if !ok {
			return nil, fmt.Errorf("there is no judge %q", name)
		}
		parameters = maps.Clone(parameters)
		delete(parameters, "judge")
		cases, err := judge(parameters)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		all = append(all, cases)
	}
	needs, ok := map[string]func(*bench.Cases) bench.Finding{
		"": (*bench.Cases).All, "all": (*bench.Cases).All, "most": (*bench.Cases).Most, "a third": (*bench.Cases).Third,
		"one": (*bench.Cases).One,
	}[e.Needs]
	if !ok {
		return nil, fmt.Errorf("needs = %q; expected all, most, a third or one", e.Needs)
	}
	return func(r bench.Results) bench.Finding {
		var c bench.Cases
		for _, cases := range all {
			cases(r, &c)
		}
		return needs(&c)
	}, nil
}
