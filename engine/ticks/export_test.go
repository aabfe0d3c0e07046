package ticks

// Fischer is for tests from outside, which may import packages that import this one.
var Fischer = fischer
