package command

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"brim/bench"
	"brim/bench/tables"
	"brim/internal/cli"
)

// What brim bench says about the claims of papers, with --summary and below several suites, and which stored records
// decide them.

// A claimReport is what --json says of a claim.
type claimReport struct {
	bench.Claim
	bench.Finding
}

// bySuite returns the results by the names of their suites.
func bySuite(results []benchResult) map[string]bench.Results {
	list := map[string]bench.Results{}
	for _, x := range results {
		list[x.Name] = x.Results
	}
	return list
}

// claims returns the claims that the results are about with what they say of them.
func claims(results []benchResult) (list []claimReport) {
	measured := bySuite(results)
	list = []claimReport{}
	for _, c := range tables.Claims() {
		if r, ok := measured[c.Suite]; ok {
			list = append(list, claimReport{c, c.Find(r)})
		}
	}
	return list
}

// overview prints how many claims of the papers hold, by suite, and with --summary each of them, also those that no
// suite decides; that is saved, too.
func (c *benchCommand) overview(ctx context.Context, results []benchResult) error {
	measured := bySuite(results)
	list := slices.DeleteFunc(tables.Claims(), func(x bench.Claim) bool {
		_, ok := measured[x.Suite]
		return !ok && (x.Suite != "" || !c.summary)
	})
	agreement, each := bench.ClaimSheets(list, measured)
	each.Notes = append(each.Notes, "made by `brim "+bench.CommandLine(c.line())+"`")
	sheets := []*bench.Sheet{agreement}
	if c.summary {
		sheets = append(sheets, each)
	}
	for i, s := range sheets {
		if err := c.print(s, i > 0); err != nil {
			return err
		}
		if c.summary {
			c.keepTable(ctx, &benchResult{}, s)
		}
	}
	return nil
}

// sources returns the files of records that --from names: of a directory the fullest one of each suite.
func (c *benchCommand) sources(suites []bench.Suite) (files []string, err error) {
	for _, name := range c.from {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			files = append(files, name) // reading it says what is wrong
			continue
		}
		found := false
		for i := range suites {
			fullest, _, err := bench.Fullest(name, &suites[i])
			if err != nil {
				return nil, cli.FileError("read", err)
			}
			if fullest != "" {
				files, found = append(files, filepath.Join(name, fullest)), true
			}
		}
		if !found {
			return nil, fmt.Errorf("--from %s: no records of these suites in this directory; expected the folder "+
				"raw of the results, with --quick if they are of short versions", name)
		}
	}
	return files, nil
}
