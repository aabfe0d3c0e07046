// Command brim builds the state spaces of Petri nets with decision diagrams and saturation.
//
//	brim states MODEL         build and count the reachable markings
//	brim check MODEL FORMULA  decide whether a formula holds, and show why
//	brim info MODEL           structure, invariants, bounds and boundedness
//	brim unfold MODEL         write the place/transition net of a coloured net
//	brim reduce MODEL         make a net smaller for a question, and write it
//	brim gen FAMILY:N         write a net of a parametric family as PNML
//	brim draw MODEL           draw the net, its diagrams, its order or an automaton of LTL
//	brim sim MODEL            play the token game in the terminal
//	brim serve MODEL…         see and play nets in a browser
//	brim convert IN OUT       write a net in another file format
//	brim formats              list the file formats of nets
//	brim replay MODEL TRACE   check that a trace is one of a net
//	brim mcc                  answer an examination of the Model Checking Contest
//	brim bench [SUITE…]       measure, and set the results beside published ones
//	brim report [SUITE…]      write one HTML file of what was measured
//	brim version              print the version
//	brim completion SHELL     completion for bash, zsh, fish or PowerShell
//
// A model is a PNML file, also one of PIPE or TAPAAL, a file in another format of package format, a
// directory with a file model.pnml, "-" for a net on standard input, or a net of a family as kanban:10; what is
// compressed by gzip is read as it is. Files that end in .aut hold a labelled transition system in Aldebaran's format.
//
// Results go to standard output, progress and errors to standard error; progress only if that is a terminal. With
// --json the result, or the error, is one object. Its keys are documented in the help of each command and stable:
// statesReport, levelsReport, checkReport, explicitReport, infoReport, unfoldReport, genReport, drawReport,
// benchReport, pageReport, compareReport, exportReport, addressReport, simReport, versionReport, errorReport.
//
// Exit status: 0 done, it holds, or it was found; 1 it fails or was not found; 2 wrong use or wrong input; 3 unknown,
// because of a limit, an interrupt or an unbounded net; 4 a fault in brim itself.
//
// A run goes from main to newRoot, whose table has a row for each command, to the package of the command below internal
// (questions, views, nets), which asks package check under a watch and writes its report as a table or as JSON.
package main
