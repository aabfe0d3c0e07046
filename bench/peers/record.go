package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// A record is one run of brim.
type record struct {
	Time    string  `json:"time"`   // when it began, UTC
	Commit  string  `json:"commit"` // of the sources; "+changes" behind it if they differed
	Go      string  `json:"go"`
	System  string  `json:"system"` // operating system and architecture
	CPU     string  `json:"cpu,omitempty"`
	Cores   int     `json:"cores"`
	Family  string  `json:"family"`
	N       int     `json:"n"`
	Seconds float64 `json:"cpu_seconds"`  // user and system, the whole process
	Wall    float64 `json:"wall_seconds"` // from start to end
	Memory  int64   `json:"peak_bytes"`   // the most that were resident
	Status  int     `json:"status"`       // of the process

	Result json.RawMessage `json:"result"` // as brim printed it
}

func (r *record) row() row { return row{r.Family, r.N} }

// A result is what the table needs of brim's output.
type result struct {
	Complete  bool   `json:"complete"`
	Reason    string `json:"reason"`
	States    string `json:"states"`
	Nodes     int    `json:"nodes"`
	PeakNodes int    `json:"peak_nodes"`
}

func (r *record) result() (res result, err error) {
	err = json.Unmarshal(r.Result, &res)
	return res, err
}

// appendRecord writes r as one line.
func appendRecord(w io.Writer, r record) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

func readRecords(path string) ([]record, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var list []record
	for in, line := bufio.NewReader(bytes.NewReader(b)), 1; ; line++ {
		text, err := in.ReadBytes('\n')
		if len(bytes.TrimSpace(text)) > 0 {
			var r record
			if err := json.Unmarshal(text, &r); err != nil {
				return nil, fmt.Errorf("%s:%d: %w", path, line, err)
			}
			list = append(list, r)
		}
		if errors.Is(err, io.EOF) {
			return list, nil
		}
	}
}
