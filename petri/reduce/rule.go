package reduce

// A Rule makes a net smaller. See the package comment for what each one does.
type Rule uint8

const (
	DeadParts    Rule = iota // T1
	Dominated                // T2
	Effectless               // T3
	OnlyTakes                // T4
	Composed                 // T5
	Source                   // T6
	PastGoal                 // T7
	Never                    // T8
	Sink                     // P1
	NeverShort               // P2
	Implied                  // P3
	Several                  // P4
	EqualFutures             // P6
	Scaled                   // P7
	Cone                     // I
	Circle                   // P8
	WordCircle               // P9
	Chain                    // C1
	Post                     // A1
	Pre                      // A2
	Free                     // A3
	OneProducer              // A4
	OneConsumer              // A5
	FireNow                  // A6
	Rules                    // how many there are
)

// rules has of each rule a name, what it does in words, and the classes for which it may be used.
var rules = [Rules]struct {
	name, title string
	keeps       keeps
}{
	DeadParts: {"T1", "transitions that can never fire, places that never change",
		keepBisimilar | keepCount | keepLive},
	Dominated:  {"T2", "transitions that another one replaces wherever they are enabled", keepBisimilar | keepCount},
	Effectless: {"T3", "transitions without effect", keepReach | keepCount},
	OnlyTakes:  {"T4", "transitions that only take tokens from places nobody observes", keepReach},
	Composed:   {"T5", "transitions that others replace one after the other", keepReach | keepCount},
	Source:     {"T6", "transitions without conditions: the net is never dead", keepDead},
	PastGoal:   {"T7", "transitions that fire after the goal only", keepReach},
	Never: {"T8", "transitions that the state equation or places that exclude each other prove dead",
		keepBisimilar | keepCount | keepLive},
	Sink:         {"P1", "places that no transition asks for", keepBisimilar | keepLive},
	NeverShort:   {"P2", "arcs, places that never lack tokens", keepBisimilar | keepCount | keepLive},
	Implied:      {"P3", "places that another one implies", keepBisimilar | keepCount | keepLive},
	Several:      {"P4", "places that several others imply", keepBisimilar | keepLive},
	EqualFutures: {"P6", "two places with the same future become one", keepBisimilar},
	Scaled:       {"P7", "weights and tokens divided by a common divisor", keepBisimilar | keepCount | keepLive},
	Cone:         {"cone", "what cannot influence the observed places", keepReach},
	Circle:       {"P8", "places among which tokens move freely become one", keepBranching | keepCount | keepLive},
	WordCircle: {"P9", "places among which tokens move freely by two steps, or with a resource, become one",
		keepCount},
	Chain:       {"C1", "a place that is filled from one other only joins it", keepReach | keepCount},
	Post:        {"A1", "what follows a place is done at once", keepBranching | keepLive},
	Pre:         {"A2", "what fills a place waits for who takes from it", keepStutter | keepLive},
	Free:        {"A3", "the same, where others may take the inputs", keepReach},
	OneProducer: {"A4", "what fills a place is joined with one of what follows, and leaves some tokens", keepStutter},
	OneConsumer: {"A5", "what fills a place is joined with one that takes from it", keepReach},
	FireNow:     {"A6", "transitions that fire first, since nothing can keep them from it", keepBranching | keepLive},
}

// Name returns the short name of the rule.
func (r Rule) Name() string { return rules[r].name }

func (r Rule) String() string { return rules[r].title }

// Keeps reports whether the rule may be used for a class.
func (r Rule) Keeps(c Class) bool { return rules[r].keeps.has(c) }
