package reduced

// LiftRun adds to an answer the run of a net that a run of the smaller net stands for.
var LiftRun = liftRun
