// Package queue is the protocol between brim and brim-queue, which is a separate program, since a server of
// messages weighs more than brim: brim starts it, as git starts its helpers, writes lines of JSON to its standard input
// and reads such lines from its standard output. It ends when its input does.
//
// brim-queue knows messages only, not what is in them: which runs there are, what is a record of which, and what is
// measured already, is known to brim alone.
package queue

import (
	"encoding/json"
	"time"
)

// Version is that of the lines. Both programs have to have the same.
const Version = 2

// A Setup is the first line that brim-queue reads.
type Setup struct {
	Version int    `json:"version"`
	Work    bool   `json:"work"`   // take tasks; else give them out
	Listen  string `json:"listen"` // give them out by a server of its own, at this address; "" if there is one at URL
	URL     string `json:"url"`    // of a server
	Name    string `json:"name"`   // of the queue there: letters, digits, - and _
	Build   string `json:"build"`  // of brim; "" if workers may have any
	// programs and folders that tasks need, or that a worker has
	Needs []string `json:"needs"`

	TokenFile   string `json:"token_file"`  // has the token that clients name
	Credentials string `json:"credentials"` // file of a user of the server at URL
	// certificates, in files: of authorities to be believed, and one's own with its key
	CA, Certificate, Key string

	Silence  time.Duration `json:"silence"`  // after which a worker that has a task is taken for dead
	Tries    int           `json:"tries"`    // how often a task is given to a worker at most
	Patience time.Duration `json:"patience"` // how long a worker waits for a server that does not answer

	// brim does not know all tasks at first: brim-queue says by Wanted how many more there should be
	OnDemand bool `json:"on_demand"`
}

// A Kind says what a Line is.
type Kind string

// The lines that give out tasks. Of brim:
const (
	Put   Kind = "put"   // this task, ID and Body
	Drop  Kind = "drop"  // the task is not to be done any more; also told to a worker
	Taken Kind = "taken" // the answer Ticket is kept, or if there is a Text, refused for that reason
	End   Kind = "end"   // there are no more tasks; also told to a worker, with a Text
)

// Of brim-queue:
const (
	Ready  Kind = "ready"  // workers can come to the server at the URL Text; or a worker has found it
	Answer Kind = "answer" // to the task ID, in Body; Ticket tells it from others. Also what a worker's brim says
	Lost   Kind = "lost"   // the task was given to workers Count times, none of which answered
	Failed Kind = "failed" // it cannot go on, because of Text
)

// Files that tasks and answers are about, named by the SHA-256 of what is in them. Of brim on both sides:
const (
	Share Kind = "share" // give others the file at the path Text under the name ID
	Fetch Kind = "fetch" // write what others gave under the name ID into a new file at the path Text
)

// Of brim-queue:
const (
	Done   Kind = "done"   // what Ticket asked for is done, or is not because of Text
	Wanted Kind = "wanted" // Count workers wait for tasks; if a Setup says OnDemand
)

// The lines of a worker, in addition to these. Of brim:
const (
	Next Kind = "next" // another task is wanted
	Back Kind = "back" // the task ID is given back
)

// Of brim-queue:
const (
	Task    Kind = "task"    // a task, ID and Body
	Refused Kind = "refused" // the answer to ID was refused, because of Text
)

// A Line is one message.
type Line struct {
	Kind   Kind            `json:"kind"`
	ID     string          `json:"id,omitempty"`
	Ticket int             `json:"ticket,omitempty"`
	Count  int             `json:"count,omitempty"`
	Text   string          `json:"text,omitempty"`
	Body   json.RawMessage `json:"body,omitempty"`
}
