// Tables that a function makes: when the kernel is compiled, or, where it is sent over a network, when it starts, as what makes them is smaller.
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
