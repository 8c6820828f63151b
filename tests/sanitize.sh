#!/usr/bin/env bash
# Builds a second kernel with the sanitizers and runs the kernel's tests on it.
set -euo pipefail
python=$(realpath -s "$1")
cd "$(dirname "$0")/.."
build=build/sanitize
mkdir -p build
bin=$(dirname "$python")
PATH="$bin:$PATH" "$bin/python" -m pip install --quiet --disable-pip-version-check -c constraints.txt cmake ninja nanobind
"$bin/cmake" -S . -B "$build" -G Ninja -DCMAKE_MAKE_PROGRAM="$bin/ninja" -DPython_EXECUTABLE="$python" -DSIKWU_SANITIZE=ON -DCMAKE_BUILD_TYPE=RelWithDebInfo > "$build.log" 2>&1 || { cat "$build.log"; exit 1; }
"$bin/cmake" --build "$build" -j2
rm -rf "$build/package" && mkdir -p "$build/package"
cp -r src/sikwu "$build/package/sikwu"
rm -f "$build"/package/sikwu/_kernel*
cp "$build"/_kernel*.so "$build/package/sikwu/"
cp -r corpus "$build/package/sikwu/corpus"
# The interpreter is not instrumented, so its leaks are not reported.
export LD_PRELOAD="$(gcc -print-file-name=libasan.so) $(gcc -print-file-name=libubsan.so)" ASAN_OPTIONS=detect_leaks=0
# Further arguments name attacks: then only these run, with the given size and seed.
if [ $# -gt 1 ]; then
    PYTHONPATH="$build/package:tests" "$python" -m hostile "${@:2}"
    exit
fi
PYTHONPATH="$build/package" "$python" -m pytest -q -o addopts="" -p no:cacheprovider tests/kernel/test_signature.py tests/kernel/test_counts.py \
    tests/kernel/test_twin_readings.py tests/kernel/test_twin_facts.py tests/kernel/test_twin_distance.py tests/values/test_kernel_input.py \
    tests/kernel/test_twin_reader.py tests/kernel/test_threads.py tests/play/test_play_many.py tests/play/test_play_counts.py tests/play/test_env.py
PYTHONPATH="$build/package:tests" "$python" -m hostile rows programs "kernel objects" "native players" --scale 0.01
