// The functions of bench/peers/puzzles/sifting.go with CUDD 3.0.0, as BDDs or as ZDDs, and their nodes before and after
// sifting, once or until nothing changes, which CUDD begins with the same order.
//
//	cudd_sift bdd|zdd|bdd-converge|zdd-converge PROBLEM N
//
// It is compiled as cudd.c is.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudd.h"

static DdManager *m;
static int variables, roots;
static DdNode *root[1000];

// held returns n, which is held from now on.
static DdNode *held(DdNode *n) {
	if (!n) {
		fprintf(stderr, "out of memory\n");
		exit(1);
	}
	Cudd_Ref(n);
	return n;
}

static void drop(DdNode *n) { Cudd_RecursiveDeref(m, n); }

// into puts n into *a, whose old node is dropped.
static void into(DdNode **a, DdNode *n) {
	held(n);
	drop(*a);
	*a = n;
}

static DdNode *yes(void) { return held(Cudd_ReadOne(m)); }
static DdNode *no(void) { return held(Cudd_ReadLogicZero(m)); }

static void start(int n) {
	variables = n;
	m = Cudd_Init(n, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0);
}

// at returns the variable of a level, which counts from 1 below.
static DdNode *at(int level) { return Cudd_bddIthVar(m, variables - level); }

static void pairs(int n) {
	start(2 * n);
	DdNode *some = no();
	for (int i = 1; i <= n; i++) {
		DdNode *both = held(Cudd_bddAnd(m, at(i), at(n + i)));
		into(&some, Cudd_bddOr(m, some, both));
		drop(both);
	}
	root[roots++] = some;
}

// add adds bit b to sum and carry.
static void add(DdNode **sum, DdNode **carry, DdNode *b) {
	DdNode *both = held(Cudd_bddAnd(m, *sum, b)), *one = held(Cudd_bddXor(m, *sum, b)), *next = held(Cudd_bddAnd(m, one, *carry));
	into(sum, Cudd_bddXor(m, one, *carry));
	into(carry, Cudd_bddOr(m, both, next));
	drop(both);
	drop(one);
	drop(next);
}

static void adder(int n) {
	start(2 * n);
	DdNode *carry = no();
	for (int i = 1; i <= n; i++) {
		root[roots] = held(at(i));
		add(&root[roots++], &carry, at(n + i));
	}
	root[roots++] = carry;
}

static void multiplier(int n) {
	start(2 * n);
	for (int i = 0; i < 2 * n; i++) root[roots++] = no();
	for (int i = 0; i < n; i++) {
		DdNode *carry = no();
		for (int j = 0; i + j < 2 * n; j++) {
			DdNode *b = j < n ? held(Cudd_bddAnd(m, at(1 + j), at(n + 1 + i))) : no();
			add(&root[i + j], &carry, b);
			drop(b);
		}
		drop(carry);
	}
}

static void hidden(int n) {
	start(n);
	DdNode *weighs[n + 1], *some = no();
	weighs[0] = yes();
	for (int w = 1; w <= n; w++) weighs[w] = no();
	for (int i = 1; i <= n; i++)
		for (int w = i; w >= 0; w--) into(&weighs[w], Cudd_bddIte(m, at(i), w ? weighs[w - 1] : Cudd_ReadLogicZero(m), weighs[w]));
	for (int w = 1; w <= n; w++) {
		into(&weighs[w], Cudd_bddAnd(m, weighs[w], at(w)));
		into(&some, Cudd_bddOr(m, some, weighs[w]));
	}
	for (int w = 0; w <= n; w++) drop(weighs[w]);
	root[roots++] = some;
}

// next returns the next number of a sequence that all programs have.
static uint32_t x = 1;
static int next(int below) {
	x = x * 1664525 + 1013904223;
	return (int)((uint64_t)x * below >> 32);
}

static void queens(int n) {
	start(n * n);
	int *level = malloc(n * n * sizeof *level);
	for (int i = 0; i < n * n; i++) level[i] = i + 1;
	for (int i = n * n - 1; i > 0; i--) {
		int j = next(i + 1), other = level[i];
		level[i] = level[j], level[j] = other;
	}
	DdNode *boards = yes();
	for (int r = 0; r < n; r++) {
		DdNode *row = no();
		for (int c = 0; c < n; c++) {
			DdNode *here = held(boards);
			into(&here, Cudd_bddAnd(m, here, at(level[r * n + c])));
			for (int r2 = 0; r2 <= r; r2++)
				for (int c2 = 0; c2 < n; c2++)
					if ((r2 != r || c2 != c) && (r2 == r || c2 == c || r - r2 == c - c2 || r - r2 == c2 - c))
						into(&here, Cudd_bddAnd(m, here, Cudd_Not(at(level[r2 * n + c2]))));
			into(&row, Cudd_bddOr(m, row, here));
			drop(here);
		}
		drop(boards);
		boards = row;
	}
	root[roots++] = boards;
}

// size returns the nodes of all roots, without the terminals.
static int size(int terminals) { return Cudd_SharingSize(root, roots) - terminals; }

int main(int argc, char **argv) {
	int n = argc == 4 ? atoi(argv[3]) : 0;
	if (n < 2 || n > 400 || strncmp(argv[1] + 1, "dd", 2)) goto usage;
	int zdd = argv[1][0] == 'z';
	Cudd_ReorderingType way = argv[1][3] ? CUDD_REORDER_SIFT_CONVERGE : CUDD_REORDER_SIFT;
	if (!strcmp(argv[2], "pairs")) pairs(n);
	else if (!strcmp(argv[2], "adder")) adder(n);
	else if (!strcmp(argv[2], "multiplier")) multiplier(n);
	else if (!strcmp(argv[2], "hidden")) hidden(n);
	else if (!strcmp(argv[2], "queens")) queens(n);
	else goto usage;
	double count = 0;
	for (int i = 0; i < roots; i++) count += Cudd_CountMinterm(m, root[i], variables);
	printf("states %.0f\n", count);
	if (zdd) {
		Cudd_zddVarsFromBddVars(m, 1);
		for (int i = 0; i < roots; i++) {
			DdNode *z = held(Cudd_zddPortFromBdd(m, root[i]));
			drop(root[i]);
			root[i] = z;
		}
	}
	printf("before %d\n", size(1 + zdd));
	unsigned long before = Cudd_ReadElapsedTime(m);
	if (zdd) Cudd_zddReduceHeap(m, way, 0);
	else Cudd_ReduceHeap(m, way, 0);
	printf("sifting %.3f s\n", (Cudd_ReadElapsedTime(m) - before) / 1000.0);
	printf("after %d\n", size(1 + zdd));
	return 0;
usage:
	fprintf(stderr, "usage: cudd_sift bdd|zdd|bdd-converge|zdd-converge PROBLEM N, with one of pairs, adder, multiplier, hidden and queens\n");
	return 2;
}
