// The problems of bench/peers/puzzles with CUDD 3.0.0, in the encodings of its rudd.go, without reordering.
//
//	cudd PROBLEM N
//
// It is compiled with optimizations and linked with CUDD's library, https://github.com/ivmai/cudd, that was so, too.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cudd.h"

static DdManager *m;

static void fail(const char *what) {
	fprintf(stderr, "%s\n", what);
	exit(1);
}

// held returns n, which is held from now on.
static DdNode *held(DdNode *n) {
	if (!n) fail("out of memory");
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

static void start(int variables) {
	m = Cudd_Init(variables, 0, CUDD_UNIQUE_SLOTS, CUDD_CACHE_SLOTS, 0);
	if (!m) fail("out of memory");
}

static void print(DdNode *n, int variables) {
	int digits;
	DdApaNumber count = Cudd_ApaCountMinterm(m, n, variables, &digits);
	if (!count) fail("out of memory");
	printf("states ");
	Cudd_ApaPrintDecimal(stdout, digits, count);
	printf("\n");
}

static void queens(int n) {
	start(n * n);
	DdNode *boards = yes();
	for (int r = 0; r < n; r++) {
		DdNode *some = no();
		for (int c = 0; c < n; c++) into(&some, Cudd_bddOr(m, some, Cudd_bddIthVar(m, r * n + c)));
		into(&boards, Cudd_bddAnd(m, boards, some));
		drop(some);
	}
	for (int r = 0; r < n; r++)
		for (int c = 0; c < n; c++) {
			DdNode *alone = yes();
			for (int r2 = 0; r2 < n; r2++)
				for (int c2 = 0; c2 < n; c2++)
					if ((r2 != r || c2 != c) && (r2 == r || c2 == c || r2 - r == c2 - c || r2 - r == c - c2))
						into(&alone, Cudd_bddAnd(m, alone, Cudd_Not(Cudd_bddIthVar(m, r2 * n + c2))));
			into(&alone, Cudd_bddOr(m, Cudd_Not(Cudd_bddIthVar(m, r * n + c)), alone));
			into(&boards, Cudd_bddAnd(m, boards, alone));
			drop(alone);
		}
	print(boards, n * n);
}

// is says that a variable has a value: its bits stand from first on, with every variables from one to the next.
static DdNode *is(int first, int width, int every, int value) {
	DdNode *n = yes();
	for (int i = width - 1; i >= 0; i--)
		into(&n, Cudd_bddAnd(m, Cudd_NotCond(Cudd_bddIthVar(m, first + i * every), !(value >> (width - 1 - i) & 1)), n));
	return n;
}

static uint32_t x = 1;

static int next(void) {
	x = x * 1664525 + 1013904223;
	return x >> 30;
}

static void choices(int n) {
	start(2 * n);
	DdNode *all = yes();
	for (int j = 0; j < n; j++)
		for (int i = j < 5 ? 0 : j - 5; i < j; i++)
			for (int k = 0; k < 3; k++) {
				int v = next(), w = next();
				DdNode *a = is(2 * (n - 1 - i), 2, 1, v), *b = is(2 * (n - 1 - j), 2, 1, w);
				into(&a, Cudd_bddNand(m, a, b));
				into(&all, Cudd_bddAnd(m, all, a));
				drop(a);
				drop(b);
			}
	print(all, 2 * n);
}

// A system as in diagrams/main.go. Of an event, may has a bit for each value that is allowed, 0 where all are, and to the new
// value, -1 where none is given.
static int variables, values, width;
static DdNode *step, **stays;

static int first(int i) { return 2 * width * (variables - 1 - i); }

static void event(const int *may, const int *to) {
	DdNode *t = yes();
	for (int i = 0; i < variables; i++) {
		if (may[i]) {
			DdNode *some = no();
			for (int v = 0; v < values; v++)
				if (may[i] >> v & 1) {
					DdNode *a = is(first(i), width, 2, v);
					into(&some, Cudd_bddOr(m, some, a));
					drop(a);
				}
			into(&t, Cudd_bddAnd(m, t, some));
			drop(some);
		}
		DdNode *change = to[i] >= 0 ? is(first(i) + 1, width, 2, to[i]) : held(stays[i]);
		into(&t, Cudd_bddAnd(m, t, change));
		drop(change);
	}
	into(&step, Cudd_bddOr(m, step, t));
	drop(t);
}

static void begin(int n, int each, int bits) {
	variables = n, values = each, width = bits;
	start(2 * width * n);
	step = no();
	stays = malloc(n * sizeof *stays);
	for (int i = 0; i < n; i++) {
		stays[i] = yes();
		for (int k = 0; k < width; k++) {
			DdNode *same = held(Cudd_bddXnor(m, Cudd_bddIthVar(m, first(i) + 2 * k), Cudd_bddIthVar(m, first(i) + 2 * k + 1)));
			into(&stays[i], Cudd_bddAnd(m, stays[i], same));
			drop(same);
		}
	}
}

static void reach(void) {
	int bits = variables * width;
	DdNode **these = malloc(bits * sizeof *these), **those = malloc(bits * sizeof *those);
	DdNode *reached = yes(), *cube = yes();
	for (int i = 0; i < bits; i++) {
		these[i] = Cudd_bddIthVar(m, 2 * i), those[i] = Cudd_bddIthVar(m, 2 * i + 1);
		into(&cube, Cudd_bddAnd(m, cube, these[i]));
		into(&reached, Cudd_bddAnd(m, reached, Cudd_Not(these[i])));
	}
	DdNode *border = held(reached);
	while (border != Cudd_ReadLogicZero(m)) {
		into(&border, Cudd_bddAndAbstract(m, step, border, cube));
		into(&border, Cudd_bddSwapVariables(m, border, those, these, bits));
		into(&border, Cudd_bddAnd(m, border, Cudd_Not(reached)));
		into(&reached, Cudd_bddOr(m, reached, border));
	}
	print(reached, bits);
}

static void hanoi(int n) {
	begin(n, 3, 2);
	int *may = malloc(n * sizeof *may), *to = malloc(n * sizeof *to);
	for (int d = 0; d < n; d++)
		for (int p = 0; p < 3; p++)
			for (int q = 0; q < 3; q++) {
				if (p == q) continue;
				for (int i = 0; i < n; i++) may[i] = i < d ? 1 << (3 - p - q) : 0, to[i] = -1;
				may[d] = 1 << p, to[d] = q;
				event(may, to);
			}
	reach();
}

static void philosophers(int n) {
	begin(n, 4, 2);
	int *may = malloc(n * sizeof *may), *to = malloc(n * sizeof *to);
	for (int i = 0; i < n; i++) {
		int left = (i + n - 1) % n, right = (i + 1) % n;
		struct { int from, other, has, to; } events[] = {{0, left, 3, 1}, {2, left, 3, 3}, {0, right, 5, 2}, {1, right, 5, 3}, {3, left, 0, 0}};
		for (int k = 0; k < 5; k++) {
			for (int j = 0; j < n; j++) may[j] = 0, to[j] = -1;
			may[events[k].other] = events[k].has;
			may[i] = 1 << events[k].from, to[i] = events[k].to;
			event(may, to);
		}
	}
	reach();
}

int main(int argc, char **argv) {
	int n = argc == 3 ? atoi(argv[2]) : 0;
	if (n > 1 && !strcmp(argv[1], "queens")) queens(n);
	else if (n > 1 && !strcmp(argv[1], "choices")) choices(n);
	else if (n > 1 && !strcmp(argv[1], "hanoi")) hanoi(n);
	else if (n > 1 && !strcmp(argv[1], "philosophers")) philosophers(n);
	else {
		fprintf(stderr, "usage: cudd PROBLEM N, with one of queens, choices, hanoi and philosophers\n");
		return 2;
	}
	return 0;
}
