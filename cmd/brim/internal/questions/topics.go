package questions

import (
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
)

// The topics of the help of brim check.

const strategyHelp = `--strategy says how to search. The default looks for all markings and, by turns, at those within
--bound steps, --step more, and so on. So formulas that depend on few steps are decided fast, even on
huge state spaces.

  auto   both: rounds as with cont, and all markings as with unlim; first of all what place
         invariants say of sums of tokens
  unlim  all markings at once
  rest   rounds only; each starts again from the initial marking
  cont   each round goes on from what the last one found
  comp   each goes on from the border of the last one, and what was found before is a set
  fix    there is one round only

An unbounded net is explored by auto in ever larger parts, for 10s if there is no --limit-time. What
they show is certain, and what holds of all markings that can be covered; the rest is unknown. The
strategies in rounds work on unbounded nets, too, but never end where no part decides.

--distances says how a round finds the distances of the markings within its bound. All ways find the
same and give the same verdicts; they differ in time and memory.

  budgeted   what is left of the bound travels down the diagram: nothing beyond it is made;
             comp goes on as layered after its first round
  exact      the reference version, which cuts each new part of the diagram at the bound exactly
  approx     the reference version, which cuts where a single edge is beyond the bound
  layered    breadth-first search, with a set for each distance, for comparison
  auto       layered and budgeted in turns until one of them ends: for nets that are puzzles;
             comp goes on as layered after its first round

--ctl says how a formula is decided on the markings that were found:

  near         where that is quickest: near the initial marking, forward from it, or by sets
  constrained  by the sets of all its parts alone, backward by constrained saturation and as fixed
               points, as the papers do; for comparison
  loops        the same, but backward by plain loops: predecessors, then an intersection, and so on`

const checkJSONHelp = `With --json the result is one object with these keys; more may be added, none will change:

  tool, version, command      "brim", its version, "check"
  engine                      as asked for
  model, net                  the model as named, the net's own name
  places, transitions, arcs   numbers
  deadlock, strategy          as asked for
  property                    the ID; with --properties
  formula                     as it was read
  verdict                     holds, fails or unknown
  error                       of several properties: why this one cannot be answered, in place of formula and
                              verdict
  complete                    true if the verdict rests on all reachable markings
  by                          the technique that gave the answer; see "brim help check engines"
  bound                       if not, how many steps deep all markings were looked at; where known
  reason                      why the verdict is unknown, or why there is no trace
  limit                       which limit that was, in a word: time, memory, nodes, state, depth, work, unfolding
                              or interrupt
  witness                     of the formula, or of its negation if it fails:
    formula                   what it shows, negations pushed inwards; of LTL E before a path formula
    claimed                   true if that speaks of all paths: then there are no steps
    start                     the tokens of the marked places
    steps                     a list of objects with transition and changes, a list of objects
                              with place, from and to; of a coloured net, whose unfolding has these
                              names, with coloured, the transition, and binding, the colours of its
                              variables, and each change with coloured, the place, and colour
    start_colours             of a coloured net: the start by place and colour
    loop                      the last step leads back to the marking after so many steps; or null. A run of
                              LTL without a loop stays in its last marking, which is dead
    dead                      true if the last marking enables no transition
    branches                  witnesses of operands, with the same keys but for the start, and at: they
                              begin in the marking after so many steps
    cut                       true if there were too many of these
  sum, max                    for a property that asks for a bound: the sum and its largest value, a
                              decimal string or +inf, in place of formula, verdict and witness
  time                        for a question for a time: a number, a decimal string, or +inf, in place of verdict
  seconds                     time of deciding, the trace included; of an unknown answer, the time of the run
  question, summary           with --ask: the name, and a sentence that says what the verdict means
  findings                    with --ask: a list of objects with about (a condition, if it is about one), verdict (of
                              the condition), text, places, transitions (lists of names) and run, which has the keys
                              of a witness; with a loop, its steps can be repeated and add tokens each time; of a net
                              with time path, which has the keys of a path, in place of run
  degrees, bounds             with --ask live, quasi-live and bounded: degree by transition, bound by place, as text
  questions                   for several names after --ask: a list of objects with the keys question, verdict,
                              summary, findings, degrees, bounds, reason, warning, limit and seconds
  proofs                      with --ask and --certificate: a list of objects with question (the name), about, and
                              arguments, those of brim-verify, or reason, if there is no proof
  properties                  for several properties: a list of objects with the keys from property
                              to seconds, without witness
  automaton_states, automaton_arcs, automaton_marks, automaton_class
                              of a formula of LTL: numbers of the Büchi automaton that a run has to satisfy,
                              and terminal, weak or strong; left out where none was made
  rounds                      of a strategy with rounds: a list of objects with bound, states (a decimal
                              string), edd_nodes and mdd_nodes (of the distances and of the set of what
                              was found), made (nodes, all that were made to find the distances) and
                              seconds
  drawing                     the file that --draw writes next
  trace_file                  the file that --trace-out writes next
  certificate                 what --certificate wrote: file, bytes and evidence, a list of the words part, never,
                              explore, sets, product, lasso and pump, of a circuit invariant, and model, the file of
                              PNML that it is about, if that is not the model's own; or reason, if there is none
  statistics                  of the state space that diagrams explored: states, a decimal string, left out
                              where an answer rests on all markings and these are not all; order (method, levels,
                              tried), method, nodes, peak_nodes, work, lookups, order_work, seconds,
                              order_seconds, count_seconds, rss_bytes and store_bytes as in brim
                              states

A labelled transition system, and the answers of engines other than symbolic, have these keys beside or
in place of those above:

  lts                         in place of net and its numbers: states, transitions and labels of the file
  circuit                     of a circuit, in place of net and its numbers: inputs, latches, gates, outputs, bad,
                              constraints, justice and fairness
  trace                       of a circuit, in place of witness: formula, latches (at first), inputs (a list, of
                              each step and of the moment after the last one), as 0 and 1 in the order of
                              the file, goals (the bad states or outputs that are true in that moment), and loop
  path                        of an LTS, in place of witness: formula, start, steps (a list of objects
                              with label and state), loop and dead; start and steps have values where
                              states have variables; of a net with time steps have time, since the
                              beginning, delay where they wait, and, of a timed-arc net, takes: the ages of the
                              tokens that each arc takes
  steps                       of the path that shows the answer: their number
  warning                     why states may have been missed, or why the answer may be another one in real time
  statistics                  of bfs: states, expanded (those whose successors were found), transitions
                              and deadlocks of these, levels (the number of states at each distance),
                              fan_out and table_bytes
  rss_bytes                   the most memory the process had

Keys without a value are left out. An error gives an object with error and status instead, and
with limit if that was one.`

const engineHelp = `--engine says what looks for the answer. auto has several techniques work at the same time, and the first
certain answer is the one that is printed, with the technique that gave it:

  initial     the initial marking, for formulas without path operators
  concurrency places that are never marked together, and places that are safe
  invariants  place invariants and the bounds that follow from them
  rewrite     formulas of CTL that the transitions decide or make simpler, without markings
  siphons     deadlocks, liveness and EF enabled(t), by siphons, traps and the class of the net
  walk        single markings, at random and towards what is sought
  equation    the state equation: what it shows not to be reached, and as parikh walks along its solutions
  counting    the numbers of a state space by equations, from a smaller net
  all         decision diagrams of all markings
  rounds      decision diagrams of the markings within ever more steps
  parts       of unbounded nets, and where time or memory end: those with few steps, or few tokens
  cover       with them: what can be covered, and what an abstraction allows
  explicit    markings one by one, and fixed points over the edges between them
  local       of CTL, searches for the paths that the formula asks for
  stubborn    markings one by one, without firings that do not matter for EF f, AG f, bounds or deadlocks
  ctl         no technique: the formulas of CTL that are decided beside one of LTL; see "brim help check ltl"
  product     of LTL, runs that an automaton accepts, state by state
  bmc         satisfiability, of nets whose places have bounds, and of circuits
  reduced     all others on nets that are made smaller, each for one question
  colours     all others with all colours, where nothing tells some colours of the net apart
  skeleton    all others on a coloured net without its colours, which has more runs
  fragment    all others on a part of the unfolding of a coloured net that is too large, which has fewer runs
  ic3         clauses that become an invariant, of nets whose places have bounds, and of circuits
  bdd         breadth-first search by sets, of circuits
  bfs         single states, of labelled transition systems

--without leaves some of them out, as --without all,rounds, and --only uses no others; symbolic stands for
all of decision diagrams. --engine NAME is --only NAME. --compare has all of them finish, and compares their
answers. The following names choose a technique with its own flags, which works alone; bfs, dfs, bbmc and bfsbmc
look at states one by one. symbolic may decide a formula of LTL as CTL, as --only symbolic,ctl does.

  symbolic  decision diagrams, as the strategies say
  bfs       breadth-first search for EF f and AG f, where f has no path operators
  dfs       depth-first search within growing bounds
  bbmc      random parts with a bound on the states at each distance
  bfsbmc    the first states of a breadth-first search
  bmc       clauses and a SAT solver
  ic3       clauses that hold after more and more steps, until they are an invariant
  gmc       repairs of random sequences of markings
  bdd       breadth-first search by sets, over a library of decision diagrams

Each has a topic of its own. What an engine does not decide it refuses, or of several properties says so.`

const bfsHelp = `bfs looks at states in the order of their distance, until it meets f or there is nothing new. It
decides EF f and AG f, where f has no path operators; what it finds is shortest.`

const checkLTSHelp = models.LTSHelp + ` It is explored by an engine that looks
at single states, bfs if none is named. enabled("a") tells whether a transition with the label a
leaves a state; there are no places.`

// topics returns the topics of the help of brim check: formulas of LTL, strategies, orders, each engine and each kind
// of model, with the flags that they explain.
func (c *checkCommand) topics() []cli.Topic {
	list := []cli.Topic{
		{Name: "ltl", Title: "formulas of linear time, and runs", Text: ltlHelp, Flags: []string{"deadlock"}},
		{Name: "ask", Title: "questions with a name, such as soundness", Text: askHelp(),
			Flags: []string{"ask", "k", "most"}},
		{Name: "strategies", Title: "how decision diagrams search", Text: strategyHelp,
			Flags: []string{"strategy", "bound", "step", "distances", "ctl", models.LimitNodes}},
		{Name: "orders", Title: "the order of the places, and the method", Text: models.OrderHelp,
			Flags: []string{"order", "method"}},
		{Name: "certificates", Title: "proofs for brim-verify", Text: certificateHelp, Flags: []string{"certificate"}},
		{Name: "engines", Title: "what looks for answers", Text: engineHelp, Flags: []string{"without", "compare"}},
	}
	for _, e := range []struct{ name, title, text string }{
		{"bfs", "breadth-first search", bfsHelp},
		{"dfs", "depth-first search within bounds", dfsHelp},
		{"bbmc", "random parts of the states, the first states, and the μ-calculus", bbmcHelp},
		{"bmc", "satisfiability", bmcHelp},
		{"ic3", "invariants by satisfiability", ic3Help},
		{"gmc", "repairs of random sequences", gmcHelp},
		{"bdd", "breadth-first search by sets", bddHelp},
	} {
		t := cli.Topic{Name: e.name, Title: e.title, Text: e.text}
		for _, x := range c.engines {
			if x.name == e.name {
				t.Flags = x.uses
			}
		}
		list = append(list, t)
	}
	return append(list,
		cli.Topic{Name: "circuits", Title: "models that are circuits", Text: circuitHelp},
		cli.Topic{Name: "lts", Title: "models that are labelled transition systems", Text: checkLTSHelp},
		cli.Topic{Name: "json", Title: "the keys of the result with --json", Text: checkJSONHelp},
	)
}
