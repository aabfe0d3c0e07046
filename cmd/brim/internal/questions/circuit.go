package questions

import (
	"brim/check"
)

// The help about models that are circuits.

const circuitHelp = `A MODEL that ends in .aag or .aig is a sequential circuit in the AIGER format; ` + check.Motor + `, a motor
control that reacts to events, with goals g0 to g286, is another one. The engines for circuits are bmc,
which is meant if none is named, bdd and gmc, and for few inputs those that look at single states. FORMULA
speaks of signals by their names, or i0, l0, o0 and b0 where a file has none or two of the same: EF o0 asks
whether the first output can be true. Without FORMULA it is that no bad state (or output, in a file without
these and without justice) is ever true, and of each justice property that no run violates it: as
A !(G F j0 & G F f0), where j0 is its signal, those of several are j0.0 and j0.1, and f0 is a fairness constraint
of the file. With several properties there is a table, and FORMULA shows the trace of one. A property that holds
is what the competition calls unsat, one that fails sat. Formulas that you write are about all runs, whatever is
fair. EF, EG and E ask for some run from some initial state, AG, AF and A speak of all of them. A run
meets the constraints in each step; --deadlock has no meaning, since runs that cannot go on do not count for EG,
AF and LTL. Engines that look at single states take circuits with up to 16 inputs, and formulas whose signals
depend on latches only. --trace-out FILE.aiw writes the trace as a witness of AIGER, which aigsim -c checks;
--certificate FILE.aag writes why no bad state is true, as a witness circuit, which certifaiger checks.`
