// Explores a Petri net with Meddly 0.18, by saturation, and prints the number of the states.
//
//   compiled with optimizations and linked with the library of a built clone of Meddly and with GMP
//   net BOUND < FILE
//
// The file has a line "p NAME TOKENS" for each place, the lowest level first, and below these a line "t NAME" for each transition, followed by what
// it does: "-P" takes a token of the place P, "+P" gives one, "?P" needs one and leaves it. No place has more than BOUND tokens. A place may stand
// for a group of places, its number of tokens for what these have: "P:2>5 P:7>9" takes it from 2 to 5 or from 7 to 9.

#include "config.h"
#include "meddly.h"

#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace MEDDLY;

// What a transition does to a variable, from 1 on: all pairs of a value before and one after.
typedef std::map<int, std::vector<std::pair<int, int>>> event;

int main(int argc, char **argv) {
  const int bound = argc > 1 ? atoi(argv[1]) : 0;
  std::map<std::string, int> places;
  std::vector<int> initial(1, 0);
  std::vector<event> events;
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string kind, name, word;
    words >> kind >> name;
    if (kind == "p") {
      int tokens = 0;
      words >> tokens;
      initial.push_back(tokens);
      places[name] = initial.size() - 1;
    } else if (kind == "t") {
      event e;
      std::map<int, std::pair<int, int>> tokens; // needed and given
      while (words >> word) {
        const size_t colon = word.find(':'), arrow = word.find('>');
        if (colon != std::string::npos) {
          e[places.at(word.substr(0, colon))].push_back({stoi(word.substr(colon + 1)), stoi(word.substr(arrow + 1))});
          continue;
        }
        std::pair<int, int> &p = tokens[places.at(word.substr(1))];
        if (word[0] != '+') p.first++;
        if (word[0] != '-') p.second++;
      }
      for (const auto &p : tokens)
        for (int v = p.second.first; v <= bound; v++) {
          const int w = v - p.second.first + p.second.second;
          if (w <= bound) e[p.first].push_back({v, w});
        }
      events.push_back(e);
    }
  }
  const int n = initial.size() - 1;
  if (bound < 1 || n < 1) {
    std::cerr << "usage: net BOUND < FILE\n";
    return 2;
  }
  try {
    initialize();
    std::vector<int> sizes(n, bound + 1);
    domain *d = domain::createBottomUp(sizes.data(), n);
    policies pmdd(false), pmxd(true);
    // Pessimistic deletion takes less memory on fms and more time, and the results that it forgets make sr exponential.
    pmdd.setOptimistic();
    forest *mdd = forest::create(d, 0, range_type::BOOLEAN, edge_labeling::MULTI_TERMINAL, pmdd);
    forest *mxd = forest::create(d, 1, range_type::BOOLEAN, edge_labeling::MULTI_TERMINAL, pmxd);
    pregen_relation *relation = new pregen_relation(mxd);
    for (const event &e : events) {
      dd_edge all(mxd);
      bool first = true;
      for (const auto &part : e) {
        // What the event does to this place; the others that it touches are anything, all else stays.
        minterm_coll list(part.second.size(), mxd);
        for (const auto &move : part.second) {
          minterm &m = list.unused();
          for (int k = 1; k <= n; k++)
            m.setVars(k, DONT_CARE, e.count(k) ? DONT_CARE : DONT_CHANGE);
          m.setVars(part.first, move.first, move.second);
          list.pushUnused();
        }
        dd_edge one(mxd);
        list.buildFunctionMax(false, one);
        if (first) all = one; else all *= one;
        first = false;
      }
      relation->addToRelation(all);
    }
    relation->finalize(pregen_relation::None);

    minterm start(mdd);
    for (int k = 1; k <= n; k++) start.setVar(k, initial[k]);
    dd_edge from(mdd), reached(mdd);
    start.buildFunction(false, from);
    SATURATION_FORWARD(mdd, relation, mdd)->compute(from, reached);

    mpz_t count;
    mpz_init(count);
    oper_item states;
    states.init(count);
    apply(CARDINALITY, reached, states);
    gmp_printf("Exactly %Zd states\n", states.getHugeint());
    return 0;
  } catch (MEDDLY::error e) {
    std::cerr << "Meddly: " << e.getName() << "\n";
    return 1;
  }
}
