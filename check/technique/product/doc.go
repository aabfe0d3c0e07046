// Package product decides questions of LTL by searching the product of a model with a Büchi automaton for an accepting
// run. See package engine/product.
package product
