#include "crew.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#if __has_include(<unistd.h>)
#include <unistd.h>
#endif

namespace sikwu {
namespace {

// A forked child has the memory of its parent but none of its threads.
long process() {
#if __has_include(<unistd.h>)
    return static_cast<long>(getpid());
#else
    return 0;
#endif
}

// One batch, on the stack of the thread that started it.
struct Job {
    const Task& task;
    const std::size_t n, piece;
    int wanted;  // helpers that may still join; guarded by the mutex, like the list
    Job* after = nullptr;
    std::exception_ptr failed = nullptr;  // guarded by the mutex
    std::atomic<std::size_t> next{0};
    std::atomic<int> inside{0};  // helpers at work

    void run() {
        for (;;) {
            const std::size_t from = next.fetch_add(piece, std::memory_order_relaxed);
            if (from >= n) return;
            task.run(task.what, from, std::min(n, from + piece));
        }
    }
};

// The shared state of the threads of one process. Never destroyed: threads may still sleep on it when the process ends.
class Crew {
  public:
    const long owner = process();

    void share_out(Job& job) {
        int helpers = job.wanted, sleeping = 0;
        {
            const std::lock_guard lock(guard_);
            while (size_ < helpers && start_one()) ++size_;
            helpers = job.wanted = std::min(helpers, size_);
            (first_ ? last_->after : first_) = &job;
            last_ = &job;
            open_.fetch_add(helpers, std::memory_order_release);
            sleeping = std::min(helpers, asleep_);
        }
        for (int i = 0; i < sleeping; ++i) idle_.notify_one();
        attempt(job);
        std::unique_lock lock(guard_);
        close(job);
        if (job.inside.load(std::memory_order_acquire)) {  // the last pieces are small: spins before sleeping
            lock.unlock();
            glance([&] { return !job.inside.load(std::memory_order_acquire); });
            lock.lock();
            done_.wait(lock, [&] { return !job.inside.load(std::memory_order_acquire); });
        }
    }

  private:
    // Spins for about as long as a batch of 20,000 cheap rows takes on one thread; yields to other threads with work.
    template <class Seen>
    static void glance(Seen&& seen) {
        const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(1);
        while (!seen() && std::chrono::steady_clock::now() < end) std::this_thread::yield();
    }

    // No exception leaves a thread: the first one is kept for the thread that started the batch, and no further piece is begun.
    void attempt(Job& job) noexcept {
        try {
            job.run();
        } catch (...) {
            job.next.store(job.n, std::memory_order_relaxed);
            const std::lock_guard lock(guard_);
            if (!job.failed) job.failed = std::current_exception();
        }
    }

    bool start_one() noexcept {
        try {
            std::thread([this] { help(); }).detach();
            return true;
        } catch (...) {
            return false;  // then the threads that could be started do the work
        }
    }

    void help() noexcept {
        for (;;) {
            // Batches often follow each other: waking from sleep takes longer than a small batch.
            glance([&] { return open_.load(std::memory_order_acquire) > 0; });
            Job* job = nullptr;
            {
                std::unique_lock lock(guard_);
                ++asleep_;
                idle_.wait(lock, [&] { return (job = wanting()) != nullptr; });
                --asleep_;
                --job->wanted;
                open_.fetch_sub(1, std::memory_order_relaxed);
                job->inside.fetch_add(1, std::memory_order_relaxed);
            }
            attempt(*job);
            const std::lock_guard lock(guard_);
            job->inside.fetch_sub(1, std::memory_order_release);  // from here on the job may no longer exist
            done_.notify_all();
        }
    }

    Job* wanting() const {
        Job* job = first_;
        while (job && !job->wanted) job = job->after;
        return job;
    }

    // Removes a job from the list, so that no thread joins any more.
    void close(Job& job) {
        open_.fetch_sub(job.wanted, std::memory_order_relaxed);
        Job* before = nullptr;
        for (Job* at = first_; at != &job; at = at->after) before = at;
        (before ? before->after : first_) = job.after;
        if (last_ == &job) last_ = before;
    }

    std::mutex guard_;
    std::condition_variable idle_, done_;
    Job *first_ = nullptr, *last_ = nullptr;
    std::atomic<int> open_{0};   // helpers wanted by all jobs
    int size_ = 0, asleep_ = 0;  // guarded by the mutex
};

// The crew of this process; a forked child ignores its parent's and starts its own.
Crew& crew() {
    static std::atomic<Crew*> now{nullptr};
    Crew* here = now.load(std::memory_order_acquire);
    while (!here || here->owner != process()) {
        Crew* const fresh = new Crew;
        if (now.compare_exchange_strong(here, fresh, std::memory_order_acq_rel)) return *fresh;
        delete fresh;
    }
    return *here;
}

}  // namespace

int most_threads() {
    static std::atomic<int> known{0};  // no lock: a forked child would wait for a thread that does not exist there
    int most = known.load(std::memory_order_relaxed);
    if (!most) known.store(most = std::clamp(static_cast<int>(std::thread::hardware_concurrency()), 1, 256), std::memory_order_relaxed);
    return most;
}

void share_out(std::size_t n, std::size_t piece, int helpers, const Task& task) {
    Job job{task, n, piece, helpers};
    crew().share_out(job);
    if (job.failed) std::rethrow_exception(job.failed);
}

}  // namespace sikwu
