// Explores a Petri net with Meddly 0.18: by saturation, with a relation for each event, split by levels or not, whatever the options say.
// It prints the number of the states.
//
//   compiled with optimizations and linked with the library of a built clone of Meddly and with GMP
//   net BOUND [SPLIT] < FILE
//
// The file has a line "p NAME TOKENS" for each place, the lowest level first, and below these a line "t NAME" for each transition, followed by what
// it does: "-P" takes a token of the place P, "+P" gives one, "?P" needs one and leaves it. No place has more than BOUND tokens. SPLIT is a
// number from 0 to 4, as in pregen_relation::splittingOption.

#include "config.h"
#include "meddly.h"

#include <cstdlib>
#include <iostream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

using namespace MEDDLY;

// What a transition takes and gives, by variable, from 1 on.
struct event { std::vector<int> need, give; };

int main(int argc, char **argv) {
  const int bound = argc > 1 ? atoi(argv[1]) : 0;
  const int split = argc > 2 ? atoi(argv[2]) : 0;
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
      event e{std::vector<int>(initial.size(), 0), std::vector<int>(initial.size(), 0)};
      while (words >> word) {
        int p = places.at(word.substr(1));
        if (word[0] != '+') e.need[p]++;
        if (word[0] != '-') e.give[p]++;
      }
      events.push_back(e);
    }
  }
  const int n = initial.size() - 1;
  if (bound < 1 || n < 1) {
    std::cerr << "usage: net BOUND [SPLIT] < FILE\n";
    return 2;
  }
  try {
    initialize();
    std::vector<int> sizes(n, bound + 1);
    domain *d = domain::createBottomUp(sizes.data(), n);
    policies pmdd(false), pmxd(true);
    pmdd.setPessimistic();
    forest *mdd = forest::create(d, 0, range_type::BOOLEAN, edge_labeling::MULTI_TERMINAL, pmdd);
    forest *mxd = forest::create(d, 1, range_type::BOOLEAN, edge_labeling::MULTI_TERMINAL, pmxd);
    pregen_relation *relation = new pregen_relation(mxd);
    for (const event &e : events) {
      dd_edge all(mxd);
      bool first = true;
      for (int i = 1; i <= n; i++) {
        if (!e.need[i] && !e.give[i]) continue;
        // What the event does to this place; the others that it touches are anything, all else stays.
        minterm_coll list(bound + 1, mxd);
        for (int v = e.need[i]; v <= bound; v++) {
          const int w = v - e.need[i] + e.give[i];
          if (w > bound) continue;
          minterm &m = list.unused();
          for (int k = 1; k <= n; k++)
            m.setVars(k, DONT_CARE, e.need[k] || e.give[k] ? DONT_CARE : DONT_CHANGE);
          m.setVars(i, v, w);
          list.pushUnused();
        }
        dd_edge one(mxd);
        list.buildFunctionMax(false, one);
        if (first) all = one; else all *= one;
        first = false;
      }
      relation->addToRelation(all);
    }
    relation->finalize(pregen_relation::splittingOption(split));

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
