// Package board runs techniques on questions about one model, and composes their answers: a blackboard architecture.
//
// The board holds the questions with what is known of each. A technique sees it through a Turn: the open questions that
// it takes, what others have found, and a way to give answers. Early techniques work first, one after the other, then
// all others at the same time, each in a goroutine. The first certain answer to a question is replayed and ends the
// work on it; two certain answers that differ are a Fault. Techniques that work in slices of time share the processors
// that are left; see Turn.Slices.
//
// The board makes questions of others where that helps: a formula of CTL for one of LTL that it implies, and for a
// global property of a coloured net one question for each of its places or transitions.
package board
