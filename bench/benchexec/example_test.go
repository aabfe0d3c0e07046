package benchexec_test

import (
	"fmt"

	"brim/bench/benchexec"
)

// A result file of another tool is read as records.

func ExampleRead() {
	records, err := benchexec.Read("tool.results.xml", []byte(`<result benchmarkname="nets" tool="T" timelimit="900s" generator="BenchExec 3.30">
  <run name="kanban.pnml" properties="bounds">
    <column title="status" value="false"/>
    <column title="cputime" value="1.25s"/>
  </run>
</result>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	r := records[0]
	fmt.Println(r.Suite, r.Cell, r.Outcome, *r.Verdict, r.CPU, r.Seconds)
	// Output: nets task=kanban.pnml/property=bounds/tool=T done fails 1.25 900
}
