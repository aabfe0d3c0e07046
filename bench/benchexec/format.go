package benchexec

import "encoding/xml"

// The elements of a result file of BenchExec, as both directions use them.

// The document type that is written. The grammar is testdata/result.dtd.
const doctype = `<!DOCTYPE result PUBLIC "+//IDN sosy-lab.org//DTD BenchExec result 3.12//EN" ` +
	`"https://www.sosy-lab.org/benchexec/result-3.12.dtd">`

// A result is the root of a file, as its grammar has it.
type result struct {
	XMLName   xml.Name `xml:"result"`
	Name      string   `xml:"name,attr,omitempty"`
	Benchmark string   `xml:"benchmarkname,attr"`
	Start     string   `xml:"starttime,attr"`
	End       string   `xml:"endtime,attr,omitempty"`
	Date      string   `xml:"date,attr"`
	Tool      string   `xml:"tool,attr"`
	Module    string   `xml:"toolmodule,attr"`
	Version   string   `xml:"version,attr"`
	Options   string   `xml:"options,attr,omitempty"`
	Memory    string   `xml:"memlimit,attr,omitempty"`
	Time      string   `xml:"timelimit,attr,omitempty"`
	Generator string   `xml:"generator,attr"`

	Titles  []column `xml:"columns>column"`
	Systems []system `xml:"systeminfo"`
	Runs    []run    `xml:"run"`
	Common  []column `xml:"column"`
}

// A column is a value with its title. A title alone stands in the list of those that tables show.
type column struct {
	Title  string  `xml:"title,attr"`
	Value  *string `xml:"value,attr,omitempty"`
	Hidden string  `xml:"hidden,attr,omitempty"`
}

// A system is the machine.
type system struct {
	OS struct {
		Name string `xml:"name,attr"`
	} `xml:"os"`
	CPU struct {
		Cores string `xml:"cores,attr"`
		Model string `xml:"model,attr"`
	} `xml:"cpu"`
	RAM struct {
		Size string `xml:"size,attr"`
	} `xml:"ram"`
	Environment struct{} `xml:"environment"`
}

// A run is one run.
type run struct {
	Name       string   `xml:"name,attr"`
	Properties string   `xml:"properties,attr,omitempty"`
	Expected   string   `xml:"expectedVerdict,attr,omitempty"`
	Options    string   `xml:"options,attr,omitempty"`
	Columns    []column `xml:"column"`
}

// own is the beginning of the titles of columns that are keys of records, and of the generator of our files.
const (
	own       = "brim:"
	generator = "brim "
)

// shown lists the keys of records that are columns of tables, under their own names.
var shown = []string{"states", "nodes", "peak_nodes", "bound", "steps"}

// mapped lists the keys of records that BenchExec has a place for.
var mapped = []string{"suite", "cell", "limit_seconds", "limit_bytes", "began", "cpu_seconds", "wall_seconds",
	"rss_bytes"}
