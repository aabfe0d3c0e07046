// Package ask answers questions that have a name, such as whether a workflow is sound, and says why in the words of
// the user: in sentences, with the places and transitions that are in the way, and with runs. A named question is a
// small program over questions of package check/model, which the board decides.
//
// # The questions
//
//	workflow           one source place, one sink place, all else on a path between them [Aal97]
//	sound              of a workflow: option to complete, proper completion, no dead transitions [AHH11]
//	weak-sound         option to complete and proper completion
//	easy-sound         some case can complete
//	relaxed-sound      each transition is part of some case that completes
//	k-sound            option to complete, for K cases that begin together
//	generalised-sound  k-sound for all K
//	live               each transition can always fire again
//	quasi-live         each transition can fire
//	reversible         the initial marking can always be reached again
//	home               some marking can always be reached
//	bounded            no place holds any number of tokens
//	persistent         no transition that fires disables another one
//	conflicts          some transition that fires disables another one
//	deadlocks          some reachable marking enables no transition
//
// live and quasi-live list the degree of liveness of each transition [Mur89], bounded the bound of each place, home
// what is known of the home markings, conflicts and deadlocks a number of examples, each with a run.
//
// # Workflows
//
// A case begins with a token in the source place of a workflow net and completes with a token in the sink place and
// none elsewhere, whatever the initial marking in the file is. A net without inhibitor arcs that is sound is bounded:
// if M is reachable, and from M a larger marking M+D, then a run from M that completes leads from M+D to the final
// marking with the tokens D left over, which contradicts proper completion. So an unbounded net is not sound, and a run
// that shows how it grows is the diagnosis.
//
// # Reset arcs and priorities
//
// A net with reset arcs, or with priorities that arcs cannot express, is a system. It is a workflow net if it is one
// without its reset arcs, inhibitor arcs, capacities and priorities [AHH11]. Tokens that are left behind may be taken
// away later, so each condition of soundness is asked in full. The graph of all markings decides what needs
// copies of the net, as relaxed soundness; if it is too large, that is unknown. Such a net is unbounded if a run was
// found that can be repeated for ever, each time with more tokens. If neither that nor a bound is found, it is unknown,
// since no program can decide it [DFS98].
//
// # Time
//
// What is said of markings is said of those that a net with time reaches, in integer time: each of its states has a
// marking, and several states may have the same one. A net with time is a workflow net if it is one without its time,
// and a case begins with a new token. The conditions of soundness are asked of all states that are reached, as for
// timed-arc workflow nets [MSS15]; that a transition fires is no condition there. A deadlock is a state in which no
// transition can fire, however long one waits; if time cannot go on for ever either, it is a timelock. A transition
// that fires disables another one if both could fire at that moment, and afterwards the other cannot at that moment:
// it may be able to after a delay. Home markings, and the initial one of a reversible net, can always be reached again
// with whatever clocks or ages. The graph has the states, and units of time beside firings.
//
// # One run
//
// The programs are coroutines. Each asks for what it needs to know at the moment; what all of them ask about one net is
// decided by one run of the board, a question that several have in common only once. When all programs know their
// verdict, the questions that only add to the diagnosis go on for a short time.
package ask
