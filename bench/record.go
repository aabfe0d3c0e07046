package bench

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Records: what is kept of one run, a line of JSON in the files of a sweep.

// An Outcome says how a run ended.
type Outcome string

const (
	Done    Outcome = "done"    // with the right verdict, or with one whose right answer is unknown
	Time    Outcome = "time"    // at the limit of time
	Memory  Outcome = "memory"  // at the limit of memory
	Unknown Outcome = "unknown" // without a verdict for another reason
	Wrong   Outcome = "wrong"   // with the wrong verdict
	Failed  Outcome = "failed"  // with an error, or by a signal that this package did not send
)

// Outcomes lists the outcomes in the order in which tables count them.
func Outcomes() []Outcome { return []Outcome{Done, Time, Memory, Unknown, Wrong, Failed} }

// A Record is one run of a cell, as one JSON line. What is not known is null. Keys may be added, none will change.
type Record struct {
	Suite    string    `json:"suite"`
	Cell     string    `json:"cell"` // its name
	Program  string    `json:"program,omitempty"`
	Tool     string    `json:"tool,omitempty"`     // the adapter, of a program that does not answer as brim does
	Version  string    `json:"version,omitempty"`  // as that program tells it
	Question string    `json:"question,omitempty"` // of a suite file; one question has one answer
	Warmup   int       `json:"warmup,omitempty"`   // runs just before that are not recorded
	Args     []string  `json:"args"`               // of brim, or that program, without the limits
	Seconds  float64   `json:"limit_seconds"`      // limits of the run
	Bytes    int64     `json:"limit_bytes"`        // of the process; 0: left to brim
	Run      int       `json:"run"`                // 1 for the first run of the cell in its sweep, and so on
	Began    time.Time `json:"began"`              // UTC
	// of the machine when the run began: processes at work, on average over a minute
	Load *float64 `json:"load,omitempty"`

	Outcome Outcome `json:"outcome"`
	Reason  string  `json:"reason,omitempty"` // why the outcome is not done
	Status  int     `json:"status"`           // of the process; -1 if a signal ended it
	CPU     float64 `json:"cpu_seconds"`      // user and system, the process with all that it started
	Wall    float64 `json:"wall_seconds"`     // from start to end
	RSS     int64   `json:"rss_bytes"`        // the most that were resident; 0 if unknown
	// What RSS is at least, whatever the run had, as package measure explains; 0 if nothing or, in records before
	// 2026-11-23, unknown.
	Floor int64 `json:"rss_floor_bytes,omitempty"`
	// How CPU time and memory were measured, as package measure names it; "" in records before 2026-11-22, which are of
	// the process and what it waited for.
	MeasuredBy string   `json:"measured_by,omitempty"`
	Pinned     []int    `json:"pinned,omitempty"`    // cores that it was kept on; none: any
	Disturbed  []string `json:"disturbed,omitempty"` // what may have disturbed it, each as "kind: text"
	Answer

	Machine

	runs []*Record // of a summary
}

// Resident returns the most memory of the run in MB, of 10⁶ bytes. It is an upper bound where the process that
// measured the run had as much memory itself, and empty where the memory is unknown.
func (r *Record) Resident() Value {
	v := Value{X: float64(r.RSS) / 1e6}
	switch {
	case r.RSS == 0:
		return Value{}
	case r.RSS <= r.Floor:
		v.Relation = '<'
	default:
		v.Relation = '='
	}
	return v
}

// Crowded reports whether more programs were at work than the machine has cores when the run began.
func (r *Record) Crowded() bool { return r.Load != nil && *r.Load > float64(r.Cores) }

// Megabytes writes Resident as tables do: "28.1", "<28.1", or "–" if it is not known.
func (r *Record) Megabytes() string {
	v := r.Resident()
	if v.Relation == 0 {
		return none
	}
	return strings.TrimPrefix(string(v.Relation), "=") + strconv.FormatFloat(v.X, 'f', 1, 64)
}

// An Answer is what brim printed, as far as records keep it.
type Answer struct {
	Engine string `json:"engine,omitempty"` // that was asked
	By     string `json:"by,omitempty"`     // the technique that answered
	Limit  string `json:"limit,omitempty"`  // that left it open: time, memory, nodes, state, depth, work or interrupt

	Verdict   *string `json:"verdict"`
	Complete  *bool   `json:"complete"`   // the verdict rests on all reachable markings
	Bound     *int    `json:"bound"`      // or on those within this number of steps
	States    *string `json:"states"`     // a decimal number: markings found
	Nodes     *int    `json:"nodes"`      // of the diagram of these
	PeakNodes *int    `json:"peak_nodes"` // the most at a time
	Rounds    []Round `json:"rounds"`     // of a search whose bound grows

	Steps  *int               `json:"steps,omitempty"`  // of the path that was found, by an engine that looks for paths
	Counts map[string]float64 `json:"counts,omitempty"` // all numbers in its statistics
	// Of other commands than check, all other numbers and words, by the path of their keys: "choice.work",
	// "orders.2.method".
	Words map[string]string `json:"words,omitempty"`
}

// A Round of a search is the exploration up to one bound.
type Round struct {
	Bound    *int     `json:"bound"`
	States   *string  `json:"states"`
	EDDNodes *int     `json:"edd_nodes"`
	MDDNodes *int     `json:"mdd_nodes"`
	Made     *int     `json:"made"` // nodes, to find the distances
	Seconds  *float64 `json:"seconds"`
}

// A Machine is where a run took place, and what ran.
type Machine struct {
	Build string `json:"build"` // the beginning of the SHA-256 of the executable, in hexadecimal
	// where the executable knows it; "+changes" behind it if the sources differed
	Commit    string `json:"commit,omitempty"`
	Go        string `json:"go"`
	System    string `json:"system"` // operating system and architecture
	Processor string `json:"cpu,omitempty"`
	Cores     int    `json:"cores"`
}

// key returns what determines a run of a cell, on one build. A sweep measures each key once.
func key(cell string, args []string, seconds float64, bytes int64, run int) string {
	return fmt.Sprintf("%s\x00%s\x00%g\x00%d\x00%d", cell, strings.Join(args, "\x00"), seconds, bytes, run)
}

func (r *Record) key() string { return key(r.Cell, r.Args, r.Seconds, r.Bytes, r.Run) }

func (c *Cell) key(run int) string { return key(c.Name(), c.Args(), c.Time.Seconds(), c.Memory, run) }
