package serve

import (
	"brim/internal/ui/editor"
	"brim/internal/ui/trace"
)

// What follows is what page and server say to each other. Addresses begin with the token:
//
//	GET    api/models                  []ModelInfo
//	POST   api/models?name=FILE        the text of a PNML file; ModelInfo
//	POST   api/models/new              editor.Document; ModelInfo
//	DELETE api/models/ID               closes a model; ModelInfo
//	GET    api/models/ID/document      editor.Document, of a net without colours
//	GET    api/models/ID/text          DocumentText, of a coloured net: its file, or PNML
//	PUT    api/models/ID/document      editor.Document, which the model becomes; Saved
//	POST   api/text?as=FORM            editor.Document; DocumentText, in the form file or svg
//	GET    api/models/ID/net           Net
//	POST   api/models/ID/play          PlayRequest; Play
//	POST   api/models/ID/trace?name=   a trace in any form of package tracefile; Play, see tracefile.Replay.Played
//	POST   api/models/ID/ask           AskRequest; Job, whose result is an Answer
//	POST   api/models/ID/certificate   CertificateRequest; Job, whose result is a Certificate
//	POST   api/models/ID/explore       ExploreRequest; Job, whose result is a Space
//	POST   api/models/ID/facts         nothing; Job, whose result is a Facts
//	POST   api/models/ID/markings      MarkingsRequest; Markings
//	GET    api/questions               []NamedQuestion
//	GET    api/models/ID/names?typed=  Names, to complete a formula that is typed so far
//	POST   api/models/ID/properties?name=FILE  the text of a property file of the contest; []Listed
//	GET    api/jobs/ID                 Look, to be asked for several times a second
//	GET    api/jobs/ID/certificate     the file of the Certificate that a job found
//	DELETE api/jobs/ID                 stops a job; Job
//
// An error is a Problem with status 4xx or 5xx. Tokens are text, since numbers of a page are exact up to 2^53 only.

// A ModelInfo is a line in the list of models.
type ModelInfo struct {
	ID          int    `json:"id"`
	Name        string `json:"name"`           // as it was asked for, or the name of the file that was dropped
	Kind        string `json:"kind"`           // net, coloured net, circuit or listed system
	Size        string `json:"size,omitempty"` // of one that is no net
	Version     int    `json:"version"`        // from 1, one more for each change of the file
	Places      int    `json:"places"`
	Transitions int    `json:"transitions"`
	Arcs        int    `json:"arcs"`
	Unedited    string `json:"unedited,omitempty"` // why it cannot be edited
	Drawn       bool   `json:"drawn"`              // in the editor; no file is read again
	Problem     string `json:"problem,omitempty"`  // why the file cannot be read now; the net is the one before
}

// A Net is what is drawn, and what is played. Nodes are those of the coloured net if there is one; places and
// transitions are those of the net that is played, which is then its unfolding.
type Net struct {
	Name        string    `json:"name"`
	Nodes       []Node    `json:"nodes"`
	Arcs        []Arc     `json:"arcs"`
	Places      []Element `json:"places"`
	Transitions []Element `json:"transitions"`
	Frames      []Frame   `json:"frames"`
	Unplayed    string    `json:"unplayed,omitempty"` // why nothing is played: too large to unfold, or no net
}

// A Node is a place or a transition in the drawing.
type Node struct {
	Transition bool          `json:"transition"`
	Name       string        `json:"name"`             // the id of a PNML file
	Label      string        `json:"label"`            // what people call it
	About      string        `json:"about"`            // guard, or sort
	Note       string        `json:"note,omitempty"`   // capacity, or priority
	Silent     bool          `json:"silent,omitempty"` // see extended.Transition
	Final      bool          `json:"final,omitempty"`  // it has tokens in a final marking
	At         *editor.Point `json:"at,omitempty"`     // where it stands; null if that is open
}

// An Arc joins two nodes of the drawing.
type Arc struct {
	From  int       `json:"from"`
	To    int       `json:"to"`
	Label string    `json:"label"`         // its weight or inscription; "" is 1
	Kind  string    `json:"kind"`          // arc, read, inhibitor, reset or priority
	Via   []float64 `json:"via,omitempty"` // points between its ends: x, y, x, y, …
}

// An Element is a place or transition that is played.
type Element struct {
	Node  int    `json:"node"`          // where it is drawn
	Name  string `json:"name"`          // as witnesses have it
	Label string `json:"label"`         // as formulas have it
	Part  string `json:"part"`          // the colour, or the binding; "" without colours
	Arc   *int   `json:"arc,omitempty"` // of a listed system: where a transition is drawn
}

// A Frame is drawn around nodes: a unit of the file, or a component that was found.
type Frame struct {
	Name   string `json:"name"`
	Kind   string `json:"kind"`   // unit or component
	Nodes  []int  `json:"nodes"`  // its own
	Parent int    `json:"parent"` // the frame around this one, -1 for none
}

// A PlayRequest asks for the marking after firings. In a net with time a step is a number as game.Clocked.Steps has it.
type PlayRequest struct {
	Steps  []int  `json:"steps"`
	Random int    `json:"random"` // so many more steps, each drawn from what is enabled
	Seed   uint64 `json:"seed"`
}

// A Play is where a run of the token game stands.
type Play struct {
	Steps   []int    `json:"steps"`             // with those that were drawn
	Marking []Tokens `json:"marking"`           // of the places that have tokens
	Before  []Tokens `json:"before"`            // the same, one step earlier; null without steps
	Enabled []int    `json:"enabled"`           // steps that are firings
	Clock   *Clock   `json:"clock,omitempty"`   // of a net with time
	Problem string   `json:"problem,omitempty"` // why not all steps could be fired; Steps are those that could
	Command string   `json:"command"`
}

// A Clock is what of time there is where a game stands. Times are text, as tokens are.
type Clock struct {
	Elapsed string   `json:"elapsed"`          // since the beginning
	Longest string   `json:"longest"`          // the longest delay; "" if any is possible
	Soonest string   `json:"soonest"`          // the least delay until something can fire; "" if nothing ever can
	Clocks  []string `json:"clocks,omitempty"` // by transition: how long it has been enabled; "" if it is not
	Ages    []string `json:"ages,omitempty"`   // by place: the ages of its tokens; "" if it has none
	Takes   []string `json:"takes,omitempty"`  // by enabled step: the ages that it takes; "" if it has no choice
}

// Tokens are those of a place.
type Tokens struct {
	Place  int    `json:"place"`
	Tokens string `json:"tokens"`
}

// An AskRequest asks a question: a formula, or a question that has a name.
type AskRequest struct {
	Formula  string  `json:"formula"`
	Named    bool    `json:"named,omitempty"` // Formula is the name of a question
	K        int64   `json:"k,omitempty"`     // of k-sound
	Deadlock string  `json:"deadlock"`        // maximal or infinite; "" is maximal
	Seconds  float64 `json:"seconds"`         // 0 is the limit of the server
}

// An Answer is what is known of a question in the end.
type Answer struct {
	Formula string  `json:"formula"`
	Result  string  `json:"result"` // holds, fails or unknown
	By      string  `json:"by"`
	Bound   *int    `json:"bound"` // steps that the verdict rests on; null for all markings
	Reason  string  `json:"reason,omitempty"`
	Warning string  `json:"warning,omitempty"`
	Seconds float64 `json:"seconds"`
	Version int     `json:"version"` // of the model that was asked
	Walk    *Walk   `json:"walk"`    // null if there is nothing to walk through
	Why     string  `json:"why"`     // the text that brim check prints below the verdict

	// The outermost trace as a sequence chart.
	Sequence   string `json:"sequence"`    // SVG; "" for none, or one that would be too long
	Charted    int    `json:"charted"`     // the path of the Walk that is drawn
	ChartSteps int    `json:"chart_steps"` // of that path
	Command    string `json:"command"`

	// Of a question with a name.
	Summary  string         `json:"summary,omitempty"`
	Findings []NamedFinding `json:"findings,omitempty"`

	proven answered // what a certificate proves
}

// A NamedQuestion is a question that has a name.
type NamedQuestion struct {
	Name string `json:"name"`
	Asks string `json:"asks"`
}

// A NamedFinding is a part of the diagnosis of a question with a name.
type NamedFinding struct {
	About   string `json:"about,omitempty"` // the condition, if it is about one
	Verdict string `json:"verdict"`         // of the condition
	Text    string `json:"text"`
	Walk    *Walk  `json:"walk"` // null if no run shows it
}

// A CertificateRequest asks for the proof of an answer.
type CertificateRequest struct {
	Job string `json:"job"` // of the question
}

// A Certificate is the proof of an answer, and what brim-verify says of it.
type Certificate struct {
	File      string   `json:"file"`  // its name
	Bytes     int      `json:"bytes"` // 0 if there is none
	Evidence  []string `json:"evidence,omitempty"`
	Reason    string   `json:"reason,omitempty"`    // why there is none
	Verified  bool     `json:"verified"`            // brim-verify says that it proves this answer
	Said      string   `json:"said,omitempty"`      // what brim-verify printed
	Unchecked string   `json:"unchecked,omitempty"` // why it did not print anything
	Command   string   `json:"command,omitempty"`   // that checks it

	text []byte // compressed
}

// A Walk is a witness, with what it is called in the net that is played: an index into the Net's places and transitions
// for each of the Walk's, -1 where there is none.
type Walk struct {
	*trace.Walk
	PlayedPlaces      []int `json:"played_places"`
	PlayedTransitions []int `json:"played_transitions"`
	// Run is the only path as the game has it, of a net with time or a listed system: for each step that of a
	// PlayRequest. It is null for others, and where the game cannot go through the path.
	Run []int `json:"run,omitempty"`
}

// A Listed property is one of a file of the Model Checking Contest.
type Listed struct {
	ID      string `json:"id"`
	Formula string `json:"formula"` // to be asked
	Wrong   string `json:"wrong"`   // why it cannot be asked; then there is no Formula
}

// Names completes what is typed of a formula.
type Names struct {
	From int    `json:"from"` // where the word at the end begins, in UTF-16 units, as in JavaScript
	List []Name `json:"list"`
	More bool   `json:"more"` // there are others
}

// A Name may stand in a formula.
type Name struct {
	Text  string `json:"text"`  // as it is written there
	Kind  string `json:"kind"`  // place, transition, proposition or word
	About string `json:"about"` // what it means, or its second name
}

// An ExploreRequest asks for the state space.
type ExploreRequest struct {
	Order   [][]string `json:"order"`   // names of the places of each level, the lowest first; null has one chosen
	Seconds float64    `json:"seconds"` // 0 is the limit of the server
}

// A Space is what an exploration found.
type Space struct {
	States   string    `json:"states"` // a number, or "" if there was no time to count; if not Complete, of those found
	Complete bool      `json:"complete"`
	Stopped  string    `json:"stopped,omitempty"` // the limit that ended it
	Nodes    int       `json:"nodes"`
	Peak     int       `json:"peak"`
	Bytes    int64     `json:"bytes"`
	Seconds  float64   `json:"seconds"`
	Origin   string    `json:"origin"`           // of the order
	Order    string    `json:"order"`            // as a file for brim states --order; "" is too long
	Tried    int       `json:"tried"`            // orders
	Choosing float64   `json:"choosing_seconds"` // that it took to choose, a part of Seconds
	Height   int       `json:"height"`           // levels
	Widths   []int     `json:"widths"`           // as in a Growth
	Levels   []Level   `json:"levels"`           // the lowest first; none if they are many
	Diagram  *Diagram  `json:"diagram"`
	Counts   []Counted `json:"counts"` // what else was counted, in words: of nets with time, reset arcs or priorities
	Fixed    bool      `json:"fixed"`  // there is no choice of the order
	Command  string    `json:"command"`
}

// A Counted is a number with what it counts.
type Counted struct {
	Name   string `json:"name"`
	Number string `json:"number"`
}

// A Level is one of the diagram.
type Level struct {
	Name   string   `json:"name"`   // that of its place, or what the names of its places have in common, as *_1
	Places []string `json:"places"` // names
	Labels []string `json:"labels"`
	Nodes  int      `json:"nodes"`
	Values int      `json:"values"` // that its places take in some reachable marking
}

// A Diagram is a small decision diagram, node by node; null is too large to look at.
type Diagram struct {
	Nodes []DiagramNode `json:"nodes"` // the root last
}

// A DiagramNode has arcs to nodes before it, or to -1, the terminal one.
type DiagramNode struct {
	Level int          `json:"level"` // index into the levels of the Space
	Arcs  []DiagramArc `json:"arcs"`
}

// A DiagramArc stands for some values.
type DiagramArc struct {
	Values string `json:"values"` // as 0, 2–5
	To     int    `json:"to"`
}

// Facts are what is certain of a net without its state space.
type Facts struct {
	Invariants  []Invariant `json:"invariants"` // the short ones first
	Found       int         `json:"found"`      // invariants; more than are listed if they are long
	Complete    bool        `json:"complete"`   // these are all minimal ones
	Bounds      []string    `json:"bounds"`     // of each place; "" if no invariant bounds it
	Of          string      `json:"of"`         // which net they are of, as "the net without time"; "" if of the model
	Sums        bool        `json:"sums"`       // reset arcs make the sums of the invariants smaller, never larger
	Boundedness Boundedness `json:"boundedness"`
	Properties  []Property  `json:"properties"`
	Findings    []Finding   `json:"findings"`
	Sets        []Set       `json:"sets"`
	Command     string      `json:"command"`
}

// A Finding is what siphons, traps and invariants tell of a net.
type Finding struct {
	Name        string `json:"name"`
	Answer      string `json:"answer"` // yes, no or unknown
	Means       string `json:"means"`
	Reason      string `json:"reason"`
	Places      []int  `json:"places,omitempty"`      // that show it, as those of a siphon
	Transitions []int  `json:"transitions,omitempty"` // that show it
}

// A Set has places and transitions to be seen together.
type Set struct {
	Kind        string   `json:"kind"`  // siphon, trap, S-component, T-component or transition invariant
	About       string   `json:"about"` // what is known of it
	Places      []int    `json:"places"`
	Transitions []int    `json:"transitions"`
	Counts      []string `json:"counts,omitempty"` // of a transition invariant: how often each transition fires
}

// An Invariant is a weighted sum of tokens that no firing changes.
type Invariant struct {
	Places []Tokens `json:"places"` // with weights
	Value  string   `json:"value"`
}

// Boundedness says whether each place has a largest number of tokens.
type Boundedness struct {
	Verdict string `json:"verdict"` // bounded, unbounded or unknown
	Reason  string `json:"reason"`
	Places  []int  `json:"places"` // if unbounded: places that grow
	Prefix  []int  `json:"prefix"` // transitions, from the initial marking
	Loop    []int  `json:"loop"`   // transitions that can be repeated for ever after those
}

// A Property is one that a net has, or has not.
type Property struct {
	Name        string `json:"name"`
	Holds       bool   `json:"holds"`
	Means       string `json:"means"`
	Places      []int  `json:"places,omitempty"`      // that it tells of
	Transitions []int  `json:"transitions,omitempty"` // that it tells of
}

// A MarkingsRequest asks for the first markings as a graph, breadth-first.
type MarkingsRequest struct {
	Steps []int `json:"steps"` // fired before
	Depth int   `json:"depth"`
	Most  int   `json:"most"`
}

// Markings is a part of the reachability graph. The first node is the marking that it was asked of.
type Markings struct {
	Nodes    []MarkingNode `json:"nodes"`
	Edges    []MarkingEdge `json:"edges"`
	Complete bool          `json:"complete"` // all markings are there that can be reached from the first
	Command  string        `json:"command"`
}

// A MarkingNode is a marking.
type MarkingNode struct {
	Text  string `json:"text"` // the places that have tokens, cut if they are many
	Depth int    `json:"depth"`
	Dead  bool   `json:"dead"`
	Open  bool   `json:"open"`  // not all of its successors are there
	Steps []int  `json:"steps"` // that lead here from the first node, which is where those of the request lead
}

// A MarkingEdge is a firing.
type MarkingEdge struct {
	From       int `json:"from"`
	To         int `json:"to"`
	Transition int `json:"transition"`
}

// A Progress is a look at a job.
type Progress struct {
	By      string  `json:"by"`    // the technique; "" if it is none
	Phase   string  `json:"phase"` // waiting, before it begins
	Detail  string  `json:"detail"`
	Nodes   int     `json:"nodes"`
	Bytes   int64   `json:"bytes"`
	Done    int     `json:"done"` // levels closed
	Levels  int     `json:"levels"`
	States  int     `json:"states"`
	Depth   int     `json:"depth"`
	Seconds float64 `json:"seconds"`
	Growth  *Growth `json:"growth,omitempty"` // of explore
}

// A Growth is a diagram while it is built.
type Growth struct {
	Labels []string `json:"labels"` // of the levels, the lowest first; null if they are many
	Widths []int    `json:"widths"` // nodes by level, garbage included; of many levels the widest of each few
}

// A Look is how a job is.
type Look struct {
	Job      Job      `json:"job"`
	Progress Progress `json:"progress"`
}

// A Job is work that goes on after its request.
type Job struct {
	ID      string `json:"id"`
	Model   int    `json:"model"`
	What    string `json:"what"`              // ask, certificate, explore or facts
	State   string `json:"state"`             // runs, also while it waits, done, stopped or failed
	Problem string `json:"problem,omitempty"` // why it failed, or why it was stopped if nobody asked for that
	Result  any    `json:"result,omitempty"`  // if it is done, or what was known when it was stopped
}

// A Problem is the body of an answer that is an error: one sentence, as the command would print it.
type Problem struct {
	Problem string `json:"problem"`
	At      *Place `json:"at,omitempty"` // of a text that cannot be read
}

// A Place is where something is wrong with a text.
type Place struct {
	Line   int    `json:"line"`   // from 1
	Column int    `json:"column"` // from 1, in characters; 0 if only the line is known
	Text   string `json:"text"`   // the line
	What   string `json:"what"`   // what is wrong, without the place
}
