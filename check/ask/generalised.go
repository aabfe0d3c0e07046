package ask

import (
	"fmt"

	"brim/engine"
	"brim/petri/structure"
)

// Generalised soundness: k-soundness for all numbers k of cases that begin together. It is decidable [HSV04], but for
// nets of any kind by methods that are no use in practice; what is done here is certain, and often enough:
//
//   - A net that is not k-sound for some small k is not generalised sound.
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
	for k := range int64(mostCases) {
		out := a.soundness(false)(a.several(k + 1))
		switch {
		case out.Result == engine.Fails:
			out.Summary = fmt.Sprintf("the workflow is not generalised sound: it is not %d-sound", k+1)
			return out
		case out.Result == engine.Unknown:
			out.Summary = "whether the workflow is generalised sound is unknown"
			return out
		case p.free():
			return &Answer{Result: engine.Holds, Summary: "the workflow is generalised sound: it is sound and free-choice"}
		}
	}
	return &Answer{
		Result: engine.Unknown, Summary: "whether the workflow is generalised sound is unknown",
		Reason: fmt.Sprintf("it is k-sound for k up to %d, but larger numbers may differ", mostCases),
	}
}

// free reports whether the net is free-choice.
func (p *process) free() bool {
	facts := structure.Describe(p.net, nil)
	return facts.Ordinary && facts.ExtendedFreeChoice && p.plain
}
