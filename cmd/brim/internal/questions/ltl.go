package questions

// The help about formulas of LTL.

const ltlHelp = `A formula of LTL says A, of all runs, or E, of some run, before a path formula:

  X f          f holds from the next position on
  F f, <> f    from some position on
  G f, [] f    from all positions on
  (f U g)      g from some position on, and f from all before it
  (f W g)      that, or f from all positions on
  (f R g)      g from all positions on, up to the first from which f holds, if there is one
  ! & | -> <-> of these; what CTL has without path operators holds, or not, in the marking of a position

  A G(request -> F granted)        whatever is requested is granted at some time
  A (G F p -> G F q)               what is p again and again is q again and again
  E (F p & G !q)                   a run comes to p and never to q
  A G(a -> (!b W c))               after a no b before c

A run begins in the initial marking and goes on for ever. With --deadlock maximal, as in the contest, one
that comes to a dead marking stays there for ever: X f is f then, and deadlock is true. With infinite it
is no run. A firing that changes nothing is a step. There is no fairness; it can be said, as G F p -> ….

In a formula of CTL each path operator has A or E directly before it, in one of LTL all have one of them
together. A G p, A F p and A(p U q) are both and mean the same; AX p and A X p are not: in a dead marking
AX p holds, and A X p is p. In a file of --properties with formulas that only LTL has, and none that only
CTL has, those that are both are read as LTL, as the contest means its LTL examinations.

A run that decides a question is shown as a loop with the steps before it, or as steps to a dead marking,
which repeats. Before it is shown, it is replayed by the firing rule, and the formula is evaluated on it.

Most questions are decided without a Büchi automaton, by formulas of CTL that mean the same or tell one of
the two answers: "by" says so by "as CTL". --without ctl leaves these out, --only ctl,NAME uses them with
the technique NAME. For the others, and beside, techniques look for a run that an automaton of the formula
or of its negation accepts: symbolic (all, rounds, parts, cover) by sets, product marking by marking,
walk, bmc and ic3. 'brim draw --formula' draws the automaton.`
