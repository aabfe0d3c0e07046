// Package reduction makes nets and questions smaller, so that all answers stay: nets by the rules of package
// petri/reduce, questions by what place invariants and the initial marking say.
package reduction
