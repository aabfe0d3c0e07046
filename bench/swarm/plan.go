package swarm

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Plans: which options of brim look for an answer.

// A Plan is one way to look for an answer.
type Plan struct {
	Name    string
	Options []string // of brim check
	Share   int      // of the time: its slices are so many times as long
	Seeded  bool     // runs with other random numbers look elsewhere; they get --seed
	Learned bool     // runs with the order of the places by which diagrams decided another question; waits for one
}

// Plans returns all plans, those first that decide most. All techniques together come first and have the largest share;
// the others take turns. Diagrams with several orders, random parts [MSW09], greedy repairs [WR00] with several seeds,
// and depth-first searches with several bounds [UDR11] are a swarm.
func Plans() []Plan {
	list := []Plan{
		{Name: "auto", Share: 4},
		{Name: "learned", Options: []string{"--only", "all,ctl"}, Share: 1, Learned: true},
	}
	for _, name := range []string{"walk", "equation", "stubborn", "rounds", "bmc", "reduced", "ic3", "local",
		"explicit", "product"} {
		list = append(list, Plan{Name: name, Options: []string{"--only", name}, Share: 1})
	}
	for _, o := range []string{"force", "invariant force", "sloan", "bandwidth", "force reversed", "chain"} {
		list = append(list, Plan{Name: "order " + o, Options: []string{"--only", "all,ctl", "--order", o}, Share: 1})
	}
	for _, breadth := range []string{"10", "100", "1000"} {
		options := []string{"--engine", "bbmc", "--breadth", breadth, "--chance", "0.001"}
		list = append(list, Plan{Name: "part " + breadth, Options: options, Share: 1, Seeded: true})
	}
	for _, length := range []string{"25", "100"} {
		options := []string{"--engine", "gmc", "--length", length, "--tries", "1000000"}
		list = append(list, Plan{Name: "repair " + length, Options: options, Share: 1, Seeded: true})
	}
	for _, steps := range []string{"10", "100", "1000"} {
		list = append(list, Plan{Name: "depth " + steps, Options: []string{"--engine", "dfs", "--increment", steps},
			Share: 1})
	}
	return list
}

// Choose returns the plans of these names, all if there are none.
func Choose(names []string) ([]Plan, error) {
	all := Plans()
	if len(names) == 0 {
		return all, nil
	}
	var list []Plan
	for _, n := range names {
		i := slices.IndexFunc(all, func(p Plan) bool { return p.Name == n })
		if i < 0 {
			var known []string
			for _, p := range all {
				known = append(known, p.Name)
			}
			return nil, fmt.Errorf("there is no plan %s; expected some of %s", n, strings.Join(known, ", "))
		}
		list = append(list, all[i])
	}
	return list, nil
}

// together reports whether brim mcc, too, has the options of a plan.
func (p *Plan) together() bool {
	return !p.Learned && (len(p.Options) == 0 || len(p.Options) == 2 && p.Options[0] == "--only" &&
		p.Options[1] != "product")
}

// allowed are the options of jobs with the values that they may have: words and numbers, none of which is a file.
var allowed = map[string]*regexp.Regexp{
	"--only":      regexp.MustCompile(`^[a-z0-9,]{1,100}$`),
	"--engine":    regexp.MustCompile(`^[a-z0-9]{1,20}$`),
	"--order":     order,
	"--breadth":   number,
	"--chance":    regexp.MustCompile(`^0\.[0-9]{1,9}$`),
	"--seed":      number,
	"--length":    number,
	"--tries":     number,
	"--increment": number,
}

var (
	number = regexp.MustCompile(`^[0-9]{1,9}$`)
	// order matches the methods that order places.
	order = regexp.MustCompile(`^(auto|file|force|bandwidth|sloan|chain|invariant|nupn|tuned)( force| reversed|\+groups){0,3}$`)
)

// refuse says why a worker does not run brim with options.
func refuse(options []string) error {
	for i := 0; i < len(options); i += 2 {
		values := allowed[options[i]]
		if values == nil || i+1 == len(options) || !values.MatchString(options[i+1]) {
			return fmt.Errorf("options %q: workers accept some that neither write files nor run programs, with "+
				"words and numbers", options)
		}
	}
	return nil
}
