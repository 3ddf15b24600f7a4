// From threads that find pairs to one list of them.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "peer.h"

namespace peers {

// Runs `work(thread)` on so many threads, this one among them, and throws what one of them threw.
template <typename Work>
void on_threads(unsigned threads, const Work& work) {
  std::exception_ptr failed;
  std::mutex lock;
  const auto guarded = [&](unsigned thread) {
    try {
      work(thread);
    } catch (...) {
      const std::lock_guard<std::mutex> held(lock);
      failed = std::current_exception();
    }
  };
  std::vector<std::thread> others;
  for (unsigned thread = 1; thread < threads; ++thread) {
    others.emplace_back(guarded, thread);
  }
  guarded(0);
  for (std::thread& other : others) {
    other.join();
  }
  if (failed) {
    std::rethrow_exception(failed);
  }
}

// Lists that threads fill, and the list they become. Its memory is kept from run to run.
class Gather {
 public:
  explicit Gather(unsigned threads) : threads_(threads), parts_(threads + spare) {}

  // The pairs of the last run.
  const std::vector<Pair>& pairs() const { return pairs_; }

  // Splits items into tasks of consecutive ones; `query(item, list)` adds what it finds to a list. The
  // threads take the tasks in turn, so that none waits for another.
  template <typename Query>
  void ask(std::size_t items, const Query& query) {
    constexpr std::size_t per_task = 1024;
    std::atomic<std::size_t> next{0};
    const auto work = [&](std::vector<Pair>& list) {
      list.clear();
      for (std::size_t first; (first = next.fetch_add(per_task)) < items;) {
        const std::size_t last = std::min(items, first + per_task);
        for (std::size_t item = first; item < last; ++item) {
          query(item, list);
        }
      }
    };
    if (threads_ == 1) {
      work(pairs_);
      return;
    }
    on_threads(threads_, [&](unsigned thread) { work(parts_[thread].list); });
    join();
  }

  // For libraries with threads of their own: `run()` has them call `local()` for the list of the thread
  // that calls.
  template <typename Run>
  void run(const Run& run) {
    for (Part& part : parts_) {
      part.list.clear();
    }
    if (threads_ == 1) {
      pairs_.clear();
    }
    claimed_ = 0;
    ++generation();
    run();
    if (threads_ > 1) {
      join();
    }
  }

  std::vector<Pair>& local() {
    if (threads_ == 1) {
      return pairs_;
    }
    thread_local std::size_t mine = 0, of = 0;
    if (of != generation()) {
      mine = claimed_++;
      of = generation();
    }
    return parts_.at(mine).list;
  }

 private:
  // A part begins a cache line, or threads would write to each other's.
  struct alignas(64) Part {
    std::vector<Pair> list;
  };

  // Which run of all this is: threads outlive runs.
  static std::size_t& generation() {
    static std::size_t count = 0;
    return count;
  }

  // Copies all parts into one list.
  void join() {
    std::vector<std::size_t> begins(parts_.size());
    std::size_t total = 0;
    for (std::size_t part = 0; part < parts_.size(); ++part) {
      begins[part] = total;
      total += parts_[part].list.size();
    }
    // Not cleared before: where there are as many as last time, nothing is written twice.
    pairs_.resize(total);
    on_threads(threads_, [&](unsigned thread) {
      for (std::size_t part = thread; part < parts_.size(); part += threads_) {
        const std::vector<Pair>& list = parts_[part].list;
        std::copy(list.begin(), list.end(), pairs_.begin() + static_cast<std::ptrdiff_t>(begins[part]));
      }
    });
  }

  // Threads of a library come and go: over a run there may be more of them than at any time.
  static constexpr std::size_t spare = 64;

  unsigned threads_;
  std::vector<Part> parts_;
  std::vector<Pair> pairs_;
  std::atomic<std::size_t> claimed_{0};
};

}  // namespace peers
