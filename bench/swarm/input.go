package swarm

import (
	"encoding/xml"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// What is asked about which model.

// An Input is a model and the questions about it.
type Input struct {
	Model       string   // file of PNML
	Properties  string   // file with questions; "" if it is one of the two below
	Formula     string   // one question
	Examination string   // of the Model Checking Contest, without a file
	IDs         []string // of the questions, as answers name them
	Part        bool     // the file has other questions, too
}

// global lists the examinations that need no file, with their questions.
var global = map[string][]string{
	"StateSpace":           {"STATES", "TRANSITIONS", "MAX_TOKEN_IN_PLACE", "MAX_TOKEN_PER_MARKING"},
	"ReachabilityDeadlock": {"ReachabilityDeadlock"},
	"QuasiLiveness":        {"QuasiLiveness"},
	"StableMarking":        {"StableMarking"},
	"Liveness":             {"Liveness"},
	"OneSafe":              {"OneSafe"},
}

// local lists the examinations that have a file of their name.
var local = []string{
	"UpperBounds", "ReachabilityCardinality", "ReachabilityFireability", "CTLCardinality", "CTLFireability",
	"LTLCardinality",
	"LTLFireability",
}

// Read returns what the arguments ask for: the model is a file, or a folder with a file model.pnml; the question is a
// formula, an examination, whose file is next to the model if it has one, or a file whose name ends in .xml, with the
// IDs of its properties, all if there are none.
func Read(model, question string, ids []string) (in Input, err error) {
	if info, err := os.Stat(model); err != nil {
		return in, fmt.Errorf("%s: expected a file of PNML, or a folder that has model.pnml: %w", model, err)
	} else if info.IsDir() {
		model = filepath.Join(model, modelFile)
	}
	in = Input{Model: model}
	if slices.Contains(local, question) {
		question = filepath.Join(filepath.Dir(model), question+".xml")
	}
	switch {
	case strings.HasSuffix(question, ".xml"):
		if in.Properties = question; !fileNames.MatchString(in.fileName()) {
			return in, fmt.Errorf("%s: expected a name of letters, digits, ., - and _ before .xml", question)
		}
		in.IDs, in.Part, err = properties(question, ids)
		return in, err
	case len(ids) > 0:
		return in, fmt.Errorf("expected one formula, or a file of properties before %s", strings.Join(ids, " "))
	case global[question] != nil:
		in.Examination, in.IDs = question, global[question]
	case strings.TrimSpace(question) == "":
		return in, errors.New("expected a question")
	default:
		in.Formula, in.IDs = question, []string{question}
	}
	return in, nil
}

// properties returns the IDs in a file of properties, or those that are wanted if any are, and whether there are more.
func properties(file string, wanted []string) (ids []string, more bool, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, false, err
	}
	var set struct {
		Properties []struct {
			ID string `xml:"id"`
		} `xml:"property"`
	}
	if err := xml.Unmarshal(text, &set); err != nil {
		return nil, false, fmt.Errorf("%s: %w", file, err)
	}
	var all []string
	for _, p := range set.Properties {
		all = append(all, strings.TrimSpace(p.ID))
	}
	for _, id := range wanted {
		if !slices.Contains(all, id) {
			return nil, false, fmt.Errorf("%s has no property %s", file, id)
		}
	}
	switch {
	case len(all) == 0:
		return nil, false, fmt.Errorf("%s has no properties", file)
	case len(wanted) > 0:
		return wanted, len(wanted) < len(all), nil
	}
	return all, false, nil
}

// proof returns a question as brim-verify reads it.
func (in *Input) proof(id string) string {
	if in.Properties != "" {
		return in.Properties + ":" + id
	}
	return id
}

// together returns the examination by which brim mcc answers all questions at once, "" if there is none.
func (in *Input) together() string {
	if in.Properties == "" {
		return in.Examination
	}
	if name := strings.TrimSuffix(filepath.Base(in.Properties), ".xml"); slices.Contains(local, name) && !in.Part {
		return name
	}
	return ""
}

// fileName returns the name of the file of properties for workers. The logic of a property is that of this name.
func (in *Input) fileName() string { return filepath.Base(in.Properties) }
