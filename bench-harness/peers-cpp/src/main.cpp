// Runs one library on one file of boxes and prints one JSON object: the command line.
//
// The same options, output and exit codes as `jostle-peers` has; see README.md.

#include <algorithm>
#include <cstdio>
#include <exception>
#include <iostream>
#include <limits>
#include <map>
#include <thread>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "measure.h"

namespace {

using peers::Peer;
using peers::RequestError;

constexpr const char* usage =
    R"(Runs one library on one file of boxes and prints one JSON object

Usage: jostle-peers-cpp COMMAND [OPTIONS]

Commands:
  list   List the peers that are compiled in
  pairs  List all pairs of boxes that touch, from nothing in each run
  drift  List all pairs of boxes that go on by a little in each run
  help   Print this

Options:
  --json         list: print one JSON object instead of text
  --peer NAME    The peer, by its name in `list`
  --boxes FILE   Raw file of boxes: little-endian f32 rows of D minima and D maxima
  --by FILE      drift: what each box goes on by in a run: raw little-endian f32 rows of D numbers
  --dim D        Dimensions of the boxes: 2 or 3 [default: 3]
  --threads T    Threads [default: as many as the machine runs at once]
  --runs R       Runs to time [default: 3]
  --warm-up W    Runs before those [default: 1]

Exit code 1: the library failed. 2: it could not be run.
)";

// The options that were given, without the dashes.
using Options = std::map<std::string, std::string>;

// Reads `--name value` and `--name=value` for the options that a command has; those without a value are flags.
Options parse(int count, char** arguments, const std::map<std::string, bool>& known) {
  Options options;
  for (int index = 0; index < count; ++index) {
    const std::string argument = arguments[index];
    const std::size_t equals = argument.find('=');
    const auto option = known.find(argument.substr(0, equals));
    if (option == known.end()) {
      throw RequestError("unexpected argument '" + argument + "'; see --help");
    }
    const auto& [name, takes_value] = *option;
    std::string value;
    if (equals != std::string::npos) {
      value = argument.substr(equals + 1);
    } else if (takes_value) {
      if (++index == count) {
        throw RequestError(name + " needs a value");
      }
      value = arguments[index];
    }
    if (!options.emplace(name.substr(2), value).second) {
      throw RequestError(name + " is given twice");
    }
  }
  return options;
}

unsigned number(const Options& options, const std::string& name, unsigned otherwise, unsigned least) {
  const auto option = options.find(name);
  if (option == options.end()) {
    return otherwise;
  }
  const std::string& text = option->second;
  if (text.empty() || text.size() > 9 || text.find_first_not_of("0123456789") != std::string::npos) {
    throw RequestError("--" + name + " " + text + ": it must be a whole number below a billion");
  }
  const auto value = static_cast<unsigned>(std::stoul(text));
  if (value < least) {
    throw RequestError("--" + name + " " + text + ": it must be at least " + std::to_string(least));
  }
  return value;
}

const std::string& required(const Options& options, const std::string& name) {
  const auto option = options.find(name);
  if (option == options.end()) {
    throw RequestError("--" + name + " is missing; see --help");
  }
  return option->second;
}

const Peer& by_name(const std::string& name) {
  std::string names;
  for (const Peer& peer : peers::all()) {
    if (peer.name == name) {
      return peer;
    }
    names += (names.empty() ? "" : ", ") + peer.name;
  }
  throw RequestError("no peer is called \"" + name + "\"; there are " + (names.empty() ? "none" : names));
}

// A string of JSON. Names and methods hold nothing that would need an escape but these.
std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') {
      out += '\\';
    }
    out += letter;
  }
  return out + '"';
}

template <typename Items, typename Text>
std::string array(const Items& items, const Text& text) {
  std::string out;
  for (const auto& item : items) {
    out += (out.empty() ? "" : ",") + text(item);
  }
  return "[" + out + "]";
}

std::string milliseconds(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.3f", value);
  return text;
}

template <int D>
bool any(const Peer& peer) {
  return peer.tasks<D>().pairs || peer.tasks<D>().drift;
}

std::string entry(const Peer& peer, bool json) {
  std::vector<int> dims;
  if (any<2>(peer)) dims.push_back(2);
  if (any<3>(peer)) dims.push_back(3);
  std::vector<std::string> tasks;
  if (peer.flat.pairs || peer.space.pairs) tasks.push_back("pairs");
  if (peer.flat.drift || peer.space.drift) tasks.push_back("drift");
  if (json) {
    return "{\"name\":" + quoted(peer.name) + ",\"library\":" + quoted(peer.library) +
           ",\"dims\":" + array(dims, [](int dim) { return std::to_string(dim); }) +
           ",\"tasks\":" + array(tasks, quoted) + ",\"method\":" + quoted(peer.method) +
           ",\"threads\":" + (peer.threads ? "true" : "false") + "}";
  }
  std::string text = peer.name + ": " + peer.library + ";";
  for (const int dim : dims) text += " " + std::to_string(dim) + "D";
  text += ";";
  for (const std::string& task : tasks) text += " " + task;
  return text + (peer.threads ? "; threads" : "; serial") + "\n    " + peer.method + "\n";
}

void list(const Options& options) {
  const bool json = options.count("json") != 0;
  if (json) {
    std::cout << "{\"peers\":" << array(peers::all(), [](const Peer& peer) { return entry(peer, true); }) << "}\n";
    return;
  }
  for (const Peer& peer : peers::all()) {
    std::cout << entry(peer, false);
  }
}

struct Asked {
  const Peer& peer;
  std::string task;
  peers::Plan plan;
  std::string boxes, by;
};

template <typename T>
std::unique_ptr<T> adapter(const Asked& asked, peers::Make<T> make, int dim) {
  if (!make) {
    const std::string what = asked.task + " in " + std::to_string(dim) + " dimensions";
    throw RequestError(asked.peer.name + " does not do " + what);
  }
  return make(asked.plan.threads);
}

template <int D>
void measure(const Asked& asked) {
  const auto& [peer, task, plan, path, steps] = asked;
  std::size_t count = 0;
  peers::Measured measured;
  if (task == "pairs") {
    const auto library = adapter(asked, peer.tasks<D>().pairs, D);
    const auto boxes = peers::read_boxes<D>(path);
    count = boxes.size();
    measured = peers::measure_pairs<D>(*library, boxes, plan);
  } else {
    const auto library = adapter(asked, peer.tasks<D>().drift, D);
    const auto boxes = peers::read_boxes<D>(path);
    count = boxes.size();
    measured = peers::measure_drift<D>(*library, boxes, peers::read_steps<D>(steps, count), plan);
  }
  std::vector<double> total_ms = measured.build_ms;
  for (std::size_t run = 0; run < total_ms.size(); ++run) {
    total_ms[run] += measured.find_ms[run];
  }
  const std::string rss = measured.peak_rss_bytes ? std::to_string(measured.peak_rss_bytes) : "null";
  std::cout << "{\"peer\":" << quoted(peer.name) << ",\"library\":" << quoted(peer.library)
            << ",\"method\":" << quoted(peer.method) << ",\"task\":" << quoted(task) << ",\"dim\":" << D
            << ",\"boxes\":" << count << ",\"threads\":" << plan.threads << ",\"pairs\":" << measured.pairs
            << ",\"duplicates\":" << measured.duplicates << ",\"digest\":" << quoted(measured.digest)
            << ",\"build_ms\":" << array(measured.build_ms, milliseconds)
            << ",\"find_ms\":" << array(measured.find_ms, milliseconds)
            << ",\"total_ms\":" << array(total_ms, milliseconds) << ",\"peak_rss_bytes\":" << rss << "}\n";
}

void ask(const std::string& task, const Options& options) {
  const Peer& peer = by_name(required(options, "peer"));
  const unsigned dim = number(options, "dim", 3, 0);
  if (dim != 2 && dim != 3) {
    throw RequestError("--dim " + std::to_string(dim) + ": it must be 2 or 3");
  }
  const unsigned machine = std::max(1u, std::thread::hardware_concurrency());
  const unsigned threads = number(options, "threads", machine, 1);
  const unsigned runs = number(options, "runs", 3, 1), warm_up = number(options, "warm-up", 1, 0);
  const std::string by = task == "drift" ? required(options, "by") : "";
  const peers::Plan plan{peer.threads ? threads : 1, runs, warm_up};
  const Asked asked{peer, task, plan, required(options, "boxes"), by};
  dim == 2 ? measure<2>(asked) : measure<3>(asked);
}

void run(int count, char** arguments) {
  const std::string command = count > 1 ? arguments[1] : "";
  for (int index = 1; index < count; ++index) {
    const std::string argument = arguments[index];
    if (argument == "--help" || argument == "-h" || command == "help") {
      std::cout << usage;
      return;
    }
  }
  if (command == "list") {
    list(parse(count - 2, arguments + 2, {{"--json", false}}));
    return;
  }
  if (command != "pairs" && command != "drift") {
    throw RequestError((command.empty() ? "a command is missing" : "no command '" + command + "'") + "; see --help");
  }
  std::map<std::string, bool> known = {{"--peer", true}, {"--boxes", true},   {"--dim", true},
                                       {"--threads", true}, {"--runs", true}, {"--warm-up", true}};
  if (command == "drift") {
    known["--by"] = true;
  }
  ask(command, parse(count - 2, arguments + 2, known));
}

// Says why on standard error, in one line, and returns the exit code.
int failed(const std::string& why, int code) {
  std::cerr << "jostle-peers-cpp: " << why.substr(0, why.find('\n')) << '\n';
  return code;
}

}  // namespace

int main(int count, char** arguments) {
#ifdef __GLIBC__
  // The heap keeps what it once had, so that a timed run meets memory that is warm. Threads have heaps of
  // their own all the same.
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
#endif
  try {
    run(count, arguments);
    std::cout.flush();
    return std::cout ? 0 : failed("standard output: cannot be written", 2);
  } catch (const RequestError& error) {
    return failed(error.what(), 2);
  } catch (const std::exception& error) {
    return failed(std::string("the library failed: ") + error.what(), 1);
  } catch (...) {
    return failed("the library failed", 1);
  }
}
