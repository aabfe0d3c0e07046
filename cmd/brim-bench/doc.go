// Command brim-bench is the laboratory of brim: it measures suites of cells and shows what records say.
//
//	brim-bench [SUITE…]        measure, and set the results next to published ones
//	brim-bench merge FILE…     make one file of the records of several
//	brim-bench compare A B     say which of two sweeps is slower, and how certain that is
//	brim-bench export FILE…    write records as result files of BenchExec
//	brim-bench import FILE…    read result files of BenchExec as records
//	brim-bench artifact DIR    write a folder for the evaluation of artifacts
//	brim-bench report [SUITE…] write one HTML file of what was measured
//	brim-bench work            measure cells for a server on this machine or another one
//
// "brim bench", "brim report" and "brim work" run it with the same arguments. It knows brim by its command line and its
// JSON only, and measures the brim that --brim names, or else the one next to it, or else one that it builds from the
// module in which it is run, as by "go run ./cmd/brim-bench table1 --quick".
package main
