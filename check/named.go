package check

import (
	"context"

	"brim/check/ask"
)

// Questions that have a name, such as whether a workflow is sound; see package check/ask.
type (
	NamedQuestion = ask.Question
	NamedAnswer   = ask.Answer
	QuestionName  = ask.Name
	Finding       = ask.Finding
	Degree        = ask.Degree
	PlaceBound    = ask.Bound
	Claim         = ask.Claim
)

// QuestionNames lists the named questions with what they ask.
func QuestionNames() []QuestionName { return ask.Names() }

// AskNamed answers named questions about a net, all of them in one run, and says why, in sentences and runs. What is
// not known within the limits is Unknown, with a Reason. The error is a *Fault, an error in brim itself, or says that a
// question does not exist or has no meaning for the model. Of the options, All, Count, Folded and Answered have no
// meaning.
//
//	answers, err := check.AskNamed(ctx, m, []check.NamedQuestion{{Name: "sound"}}, check.Options{})
//	fmt.Println(answers[0].Result, answers[0].Summary)
func AskNamed(ctx context.Context, m *Model, questions []NamedQuestion, o Options) ([]*NamedAnswer, error) {
	return ask.Decide(ctx, m, questions, o, DecideAll)
}

// Claims returns what an answer to a named question rests on, in questions that a Certifier of the claim's model finds
// certificates for. If the answer is yes, all claims together show it, else each one does. The error says why there are
// none.
func Claims(a *NamedAnswer, q NamedQuestion) ([]Claim, error) { return ask.Claims(a, q) }
