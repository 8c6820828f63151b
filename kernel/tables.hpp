// Tables computed by a function: at compile time, or at start in the WebAssembly build, because the function is smaller to download than its table.
#pragma once

namespace sikwu {

#ifdef SIKWU_SMALL
#define SIKWU_TABLE const
template <class Make>
[[gnu::noinline]] auto table_of(Make make) {
    return make();
}
#else
#define SIKWU_TABLE constexpr
template <class Make>
consteval auto table_of(Make make) {
    return make();
}
#endif

}  // namespace sikwu
