package ask

import (
	"fmt"
	"slices"

	"brim/check/ask/internal/workflow"
	"brim/check/limit"
	"brim/engine"
	"brim/internal/quantity"
	"brim/petri"
	"brim/petri/structure"
)

// Generalised soundness: k-soundness for all numbers k of cases that begin together.
//
//   - Rules that keep k-soundness for all k may leave one step from the source to the sink.
//   - Of what they leave, finitely many markings decide, if they are not too many; see workflow.AllSound.
//   - A net that is not k-sound for some small k is not generalised sound, which a run shows.
//   - A free-choice net that is sound is k-sound for all k. The net with a transition from its sink to its source is
//     then live and bounded with one token in the source, and so with k of them: liveness of free-choice nets is
//     monotonic, and they are bounded by their structure [DE95]. In such a net all runs without that transition end in
//     one and the same marking, which enables nothing else [GHM03]; k cases one after the other reach the marking with
//     k tokens in the sink, so this is it.

// mostCases is how many cases are tried together.
const mostCases = 3

// generalisedSound answers whether the net is k-sound for all k.
func (a *asker) generalisedSound(Question) *Answer {
	p, wrong := a.flow(1)
	if wrong != nil {
		return wrong
	}
	all, left, err := a.allSound(p)
	if all == engine.Holds {
		return &Answer{Result: engine.Holds,
			Summary: "the workflow is generalised sound: it is k-sound for each number k"}
	}
	open := &Answer{Summary: "whether the workflow is generalised sound is unknown"}
	for k := range int64(mostCases) {
		out := a.soundness(false)(a.several(k + 1))
		switch {
		case out.Result == engine.Fails:
			out.Summary = fmt.Sprintf("the workflow is not generalised sound: it is not %d-sound", k+1)
			return out
		case out.Result == engine.Unknown && all == engine.Fails:
			return a.leftBehind(p, left)
		case out.Result == engine.Unknown:
			out.Summary = open.Summary
			return out
		case p.free():
			return &Answer{Result: engine.Holds,
				Summary: "the workflow is generalised sound: it is sound and free-choice"}
		}
	}
	if all == engine.Fails {
		return a.leftBehind(p, left)
	}
	open.Reason = fmt.Sprintf("it is k-sound for k up to %d, but larger numbers may differ", mostCases)
	if err != nil {
		open.Reason += ": " + err.Error()
	}
	return open
}

// allSound decides what the core of the net decides.
func (a *asker) allSound(p *process) (engine.Result, *workflow.Left, error) {
	c := a.coreOf(p)
	switch {
	case c.Core == nil:
		return engine.Unknown, nil, nil
	case c.Step():
		return engine.Holds, nil, nil
	}
	ctx, cancel := limit.Share(a.ctx, verdictPart)
	defer cancel()
	return c.AllSound(ctx)
}

// leftBehind is the answer for a net that is k-sound for small k only.
func (a *asker) leftBehind(p *process, left *workflow.Left) *Answer {
	m := make(petri.Marking, len(p.net.Places))
	c := a.coreOf(p)
	for i, n := range left.Marking {
		m[c.Places[i]] = n
	}
	text := fmt.Sprintf("if any number of cases could always complete, there could be tokens left over in %s",
		a.held(m))
	if left.Cases > 0 {
		text = fmt.Sprintf("if any number of cases could always complete, %s among them could come to tokens in %s, "+
			"with which they cannot", quantity.Count(int(left.Cases), "case"), a.held(m))
	}
	return &Answer{
		Result: engine.Fails, Summary: "the workflow is not generalised sound: large numbers of cases need not " +
			"complete",
		Findings: []Finding{{Result: engine.Fails, Places: slices.Clone(marked(m)), Text: text}},
	}
}

// free reports whether the net is free-choice.
func (p *process) free() bool {
	facts := structure.Describe(p.net, nil)
	return facts.Ordinary && facts.ExtendedFreeChoice && p.plain
}
