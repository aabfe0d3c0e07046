package command

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"brim/internal/cli"
)

// The tables in results/ are compared with what their records say.

var (
	recordsLine = regexp.MustCompile(`(?m)^- records: ((?:results/raw/)?([^,/]+)-[0-9]{8}-[0-9]{6}-[0-9a-f]{8}\.jsonl(?:, results/raw/.*)?)$`)
	madeLine    = regexp.MustCompile("(?m)^- made by `brim (.*)`$")
	suiteFile   = regexp.MustCompile(`^bench (\S+\.toml)`)
	limitFlag   = regexp.MustCompile(`--limit-time ([0-9a-z.]+)`)
)

// The tables in results/ are what brim bench makes of their records, word for word: they were not changed by hand,
// and no change of this program has left them behind. One whose suite has got cells that were not measured yet is left
// out.
func TestSavedTables(t *testing.T) {
	root := filepath.Join("..", "..")
	files, err := filepath.Glob(filepath.Join(root, "results", "tables", "*.md"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no tables: %v", err)
	}
	made := map[string]string{} // folders, by the file of records
	compared := 0
	for _, file := range files {
		saved, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		records, command := recordsLine.FindSubmatch(saved), madeLine.FindSubmatch(saved)
		if records == nil || command == nil {
			t.Errorf("%s does not say of which records it was made, and how", file)
			continue
		}
		args := []string{string(records[2]), "--save"}
		if suite := suiteFile.FindSubmatch(command[1]); suite != nil {
			args[0] = filepath.Join(root, string(suite[1]))
		}
		for file := range strings.SplitSeq(string(records[1]), ", ") {
			args = append(args, "--from", filepath.Join(root, file))
		}
		if limit := limitFlag.FindSubmatch(command[1]); limit != nil {
			args = append(args, "--limit-time", string(limit[1]))
		}
		if strings.Contains(string(command[1]), " --mixed ") {
			args = append(args, "--mixed")
		}
		folder, ok := made[string(records[1])]
		if !ok {
			folder = t.TempDir() // the status is unknown where runs failed; these are records, too
			made[string(records[1])] = folder
			if status, _, errs := brimBench(t.Context(),
				append(slices.Clone(args), "--results", folder)...); status != cli.StatusOK &&
				status != cli.StatusUnknown {
				t.Errorf("%s: status %d: %s", file, status, errs)
				continue
			}
		}
		again, err := os.ReadFile(filepath.Join(folder, "tables", filepath.Base(file)))
		if os.IsNotExist(err) {
			t.Logf("%s was not measured as a whole", file)
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		compared++
		for _, line := range []*regexp.Regexp{recordsLine, madeLine} {
			saved, again = line.ReplaceAll(saved, nil), line.ReplaceAll(again, nil)
		}
		again = regexp.MustCompile(`(?m)^- records: .*$`).ReplaceAll(again, nil)
		if !bytes.Equal(saved, again) {
			t.Errorf("%s is not what its records say; brim-bench %s writes it anew", file,
				strings.ReplaceAll(strings.Join(args, " "), root+string(filepath.Separator), ""))
		}
	}
	if compared < len(files)/2 {
		t.Errorf("only %d of %d tables were compared", compared, len(files))
	}
}
