// A thread pool: threads start at the first batch, sleep between batches and divide a batch into small pieces.
#pragma once
#include <cstddef>
#include <memory>
#include <type_traits>

namespace sikwu {

// A function over a range and its context; the caller keeps both alive.
struct Task {
    void (*run)(void* what, std::size_t from, std::size_t to);
    void* what;
};

// The number of threads that can run at once on this machine.
int most_threads();

// Runs a task over [0, n) in pieces, on this thread and on up to `helpers` others, as many as are free or can be started. Returns when all is done
// and rethrows an exception of a piece. May be called from several threads, and after a fork.
void share_out(std::size_t n, std::size_t piece, int helpers, const Task& task);

// Calls work(from, to) until [0, n) is done, on up to `threads` threads; each further thread gets at least `least` rows.
template <class Work>
void in_ranges(std::size_t n, int threads, std::size_t least, Work&& work) {
    std::size_t parts = n / least;
    if (threads < 2 || parts < 2) return work(std::size_t{0}, n);
    if (parts > static_cast<std::size_t>(threads)) parts = static_cast<std::size_t>(threads);
    if (parts > static_cast<std::size_t>(most_threads())) parts = static_cast<std::size_t>(most_threads());
    if (parts < 2) return work(std::size_t{0}, n);
    using Kept = std::remove_reference_t<Work>;
    const auto run = [](void* what, std::size_t from, std::size_t to) { (*static_cast<Kept*>(what))(from, to); };
    // Small pieces, so that no thread waits long for the last one, and others take over from a thread that is delayed.
    const std::size_t piece = n / (parts * 16) + 1;
    share_out(n, piece, static_cast<int>(parts) - 1, {run, const_cast<void*>(static_cast<const void*>(std::addressof(work)))});
}

}  // namespace sikwu
