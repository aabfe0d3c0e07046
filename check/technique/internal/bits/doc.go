// Package bits encodes nets and circuits as binary decision diagrams for the techniques gmc and bdd.
package bits
