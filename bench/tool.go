package bench

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Command lines of any programs: what is replaced in them, files of their input, and their versions.

// A Tool is a command line of any program, and how its answer is read. In what it runs, {brim} stands for the
// executable of brim and {scratch} for a folder that is empty before each run and deleted after it; in Time and Memory
// {seconds} (whole ones, rounded up), {milliseconds}, {bytes} and {megabytes} stand for the limits.
type Tool struct {
	Name         string     // of the adapter, or of the suite file's own
	Line         []string   // the executable and its arguments; limits come where "{limits}" stands, else at the end
	Time, Memory []string   // arguments for the limits; none for a program that knows no limit: this package ends it
	Prepare      [][]string // commands that run before, in the same folder, and are not measured
	Prepared     []int      // statuses with which they may end
	Version      []string   // a command that prints the version; nil if there is none
	Env          []string   // NAME=value, in addition to what this process has; the words for limits stand in them, too
	Folder       string     // where it runs; "" for that of this process
	Input        string     // the file on standard input; "" for none
	Files        []File     // that are made in {scratch} before each run
	Questions    *Questions // of a run that answers several; nil for one, which has a Reading
	Reading
}

// A File is a small file by its name.
type File struct{ Name, Text string }

// Words in the arguments of a Tool that are replaced before a run.
const (
	wordBrim    = "{brim}"
	wordScratch = "{scratch}"
	wordLimits  = "{limits}"
)

// prepareLeast is how long the preparations of a run may take at least; they may take as long as the run.
const prepareLeast = time.Minute

// executable returns the first words of the command line of a tool: the command that Options has for its name, or the
// executable that its line names. The error says that this machine does not have it.
func (o *Options) executable(c *Cell) ([]string, error) {
	if given := o.Programs[c.Program]; len(given) > 0 {
		return given, nil
	}
	return o.lookup(c.Tool.Folder, c.Tool.Line[0])
}

// lookup finds an executable as a process in a folder would.
func (o *Options) lookup(folder, name string) ([]string, error) {
	if name == wordBrim {
		return o.Command, nil
	}
	if strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
		name = filepath.Join(folder, name)
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, err
	}
	path, err = filepath.Abs(path) // the run takes place in another folder
	return []string{path}, err
}

// words replaces the placeholders in words of the command line by the paths and limits of the run.
func (c *Cell) words(o *Options, scratch string, words []string) []string {
	r := strings.NewReplacer(wordBrim, o.Command[0], wordScratch, scratch,
		"{seconds}", fmt.Sprint(int(math.Ceil(c.Time.Seconds()))), "{milliseconds}", fmt.Sprint(c.Time.Milliseconds()),
		"{bytes}", fmt.Sprint(c.Memory), "{megabytes}", fmt.Sprint(c.Memory>>20))
	list := make([]string, len(words))
	for i, w := range words {
		list[i] = r.Replace(w)
	}
	return list
}

// toolLine returns the command line of a cell that has a tool.
func (c *Cell) toolLine(o *Options, scratch string) ([]string, error) {
	line, err := o.executable(c)
	if err != nil {
		return nil, err
	}
	var limits []string
	if limits = append(limits, c.Tool.Time...); c.Memory > 0 {
		limits = append(limits, c.Tool.Memory...)
	}
	rest := slices.Clone(c.Tool.Line[1:])
	if i := slices.Index(rest, wordLimits); i >= 0 {
		rest = slices.Replace(rest, i, i+1, limits...)
	} else {
		rest = append(rest, limits...)
	}
	return append(slices.Clone(line), c.words(o, scratch, rest)...), nil
}

// prepare runs the commands that prepare a run. Unless ctx is done, an error says what went wrong.
func (c *Cell) prepare(ctx context.Context, o *Options, scratch string) error {
	ctx, cancel := context.WithTimeout(ctx, max(prepareLeast, c.Time))
	defer cancel()
	for _, f := range c.Tool.Files {
		if err := os.WriteFile(filepath.Join(scratch, f.Name), []byte(f.Text), 0o600); err != nil {
			return fmt.Errorf("preparation: %w", err)
		}
	}
	for _, p := range c.Tool.Prepare {
		command, err := o.lookup(c.Tool.Folder, p[0])
		if err != nil {
			return fmt.Errorf("preparation: %w", err)
		}
		cmd := c.process(ctx, o, scratch, append(slices.Clone(command), c.words(o, scratch, p[1:])...))
		out, err := o.output(cmd)
		if err != nil && (ctx.Err() != nil || !slices.Contains(c.Tool.Prepared, cmd.ProcessState.ExitCode())) {
			return fmt.Errorf("preparation: %s: %w: %s", strings.Join(p, " "), err, firstLine(out))
		}
	}
	return nil
}

// process returns the process of a command line, in the folder and with the variables of the tool.
func (c *Cell) process(ctx context.Context, o *Options, scratch string, line []string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	if c.Tool != nil {
		cmd.Dir, cmd.Env = c.Tool.Folder, append(os.Environ(), c.words(o, scratch, c.Tool.Env)...)
	}
	return cmd
}

// output runs a process that is not measured and returns what it prints on both ways out.
func (o *Options) output(cmd *exec.Cmd) (string, error) {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	_, err := o.run(cmd, func(*os.Process) {})
	return out.String(), err
}

// versionTime is how long a program may take to print its version.
const versionTime = 10 * time.Second

// version runs the version command of a cell's tool, for versionTime at most, and returns the first line that it
// prints. It returns "" if the tool has no such command, or if it cannot be run.
func (c *Cell) version(ctx context.Context, o *Options) string {
	if c.Tool == nil || len(c.Tool.Version) == 0 {
		return ""
	}
	command, err := o.lookup(c.Tool.Folder, c.Tool.Version[0])
	if given := o.Programs[c.Program]; len(given) > 0 && c.Tool.Version[0] == c.Tool.Line[0] {
		command, err = given, nil
	}
	if err != nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	out, err := o.output(c.process(ctx, o, "", append(slices.Clone(command), c.words(o, "", c.Tool.Version[1:])...)))
	var status *exec.ExitError
	if err != nil && !errors.As(err, &status) { // some end with a status of their own
		return ""
	}
	for line := range strings.Lines(out) {
		if line = strings.TrimSpace(line); line != "" {
			return firstLine(line)
		}
	}
	return ""
}

// scratch makes an empty folder for a run of a tool and returns its path with a function that deletes it. Cells
// without a tool get no folder.
func (c *Cell) scratch() (folder string, remove func(), err error) {
	if c.Tool == nil {
		return "", func() {}, nil
	}
	folder, err = os.MkdirTemp("", "brim-bench-")
	return folder, func() { _ = os.RemoveAll(folder) }, err // it is in the folder of what may be deleted
}

// absent lists the programs of cells that are not there, for people.
func absent(cells []Cell, o *Options) (list []string) {
	for i := range cells {
		c := &cells[i]
		if c.Tool == nil {
			continue
		}
		if _, err := o.executable(c); err != nil {
			list = AddNew(list, cmp.Or(c.Program, c.Tool.Line[0]))
		} else if checker := c.Checker(); checker != "" && len(o.Programs[checker]) == 0 {
			list = AddNew(list, checker)
		}
	}
	return list
}

// line returns the command line of a run, when its preparations are done. A failure is what went wrong with these; err
// is that ctx ended them.
func (c *Cell) line(ctx context.Context, o *Options, scratch string) (line []string, failure, err error) {
	if c.Tool == nil {
		return slices.Concat(o.command(c), c.Args(), c.limitArgs()), nil, nil
	}
	if failure = c.prepare(ctx, o, scratch); failure != nil {
		return nil, failure, ctx.Err()
	}
	line, err = c.toolLine(o, scratch)
	return line, nil, err
}

// input opens what a tool reads.
func (c *Cell) input(scratch string) (*os.File, error) {
	name := strings.ReplaceAll(c.Tool.Input, wordScratch, scratch)
	if !filepath.IsAbs(name) {
		name = filepath.Join(c.Tool.Folder, name)
	}
	return os.Open(name)
}
