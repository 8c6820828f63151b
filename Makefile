# make run    sets everything up, builds the app and serves it on the local network
# make test   sets everything up and passes every test
PYTHON ?= python3
# Found now: below, the environment's own programs come first.
override PYTHON := $(or $(shell command -v $(PYTHON) 2>/dev/null),$(PYTHON))
export PYTHON
# Tests in browsers wait more than they work: three at a time keep two cores busy.
WORKERS ?= 3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml constraints.txt CMakeLists.txt $(shell find kernel src corpus -type f -not -name '*.pyc' -not -name '_kernel*' -not -path '*/app_dist/*' 2>/dev/null)
PLAYER := $(VENV)/.player
DEVELOPER := $(VENV)/.developer
APP := $(VENV)/.app
RL_HOME := build/rl
RL := $(RL_HOME)/.installed
APP_SOURCES := $(shell find app tools -type f -not -path '*/node_modules/*' -not -path 'app/gen/*' -not -name '*.gen.*' -not -name '*.bin' -not -name '*.wasm' -not -name '*.pyc' 2>/dev/null)
# Programs start others by name, such as npm its node: what the environment has comes before what the machine has.
export PATH := $(CURDIR)/$(BIN):$(PATH)
PIP := CMAKE_BUILD_PARALLEL_LEVEL=2 $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# What the isolated build installs is pinned too: older pips read the first of these there, newer ones the second.
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_BUILD_CONSTRAINT := $(CURDIR)/constraints.txt

.PHONY: setup run quick test test-app browser bare test-rl lint lint-app lint-python bench bench-peers long sanitize hostile soak abuse pins sign tiles man clean docs app score records

setup: $(DEVELOPER)

$(VENV)/.created:
	@$(PYTHON) tools/preflight.py
	@echo "Making a virtual environment in $(VENV) (some seconds) ..."
	@$(PYTHON) -m venv $(VENV)
	@touch $@

# What a player needs: the library, the command, the books, the server, and what builds the app.
$(PLAYER): $(VENV)/.created $(SOURCES)
	@echo "Building the kernel and installing sikwu (about a minute) ..."
	@$(PIP) ".[web,app]"
	@touch $@

# And what a developer needs: linters, test tools, a PostgreSQL; warnings of the compiler are errors.
$(DEVELOPER): $(VENV)/.created $(SOURCES)
	@echo "Building the kernel and installing sikwu with the tools for tests (one to three minutes) ..."
	@$(PIP) --config-settings=cmake.define.SIKWU_DEVELOPER=ON ".[dev]"
	@touch $@ $(PLAYER)

# The app, into src/sikwu/app_dist; whoever makes a wheel afterwards has it inside.
app: $(APP)

$(APP): $(PLAYER) $(APP_SOURCES)
	@$(BIN)/python -m tools.app
	@touch $@

# Serves the app to the local network, prints its address with a code for phones; Ctrl-C ends it.
run: $(PLAYER) $(APP)
	@$(BIN)/sikwu serve --lan --open --app src/sikwu/app_dist || [ $$? -eq 130 ]

# The guided score at the terminal.
score: $(PLAYER)
	@$(BIN)/sikwu score || [ $$? -eq 130 ]

# A line before each step says what is done, and how long it has taken until then.
BEGUN := $(shell date +%s)
STEPS := 6
step = @spent=$$(( $$(date +%s) - $(BEGUN) )); printf '\n[%d:%02d] Step %d of $(STEPS): %s\n' $$(( spent / 60 )) $$(( spent % 60 )) $(1) $(2)
MORE := @$(MAKE) --no-print-directory

test:
	$(call step,1,"the environment in $(VENV) with the kernel and the tools for tests")
	$(MORE) setup
	$(call step,2,"the app")
	$(MORE) app
	$(call step,3,"a browser for the tests")
	$(MORE) browser
	$(call step,4,"linters of Python and C++ and of the app")
	$(MORE) -j2 lint-python lint-app
	$(call step,5,"tests of the app")
	$(MORE) test-app
	$(call step,6,"tests in Python ($(WORKERS) at a time; the figures at the right tell how far they are)")
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --durations=12 tests README.md README.zh-Hant.md --pyargs sikwu

# Some tests against the source in src, without installing it again: for changes to Python only. The installed kernel is linked into src.
TESTS ?= tests/score/test_corpus.py
quick:
	@$(BIN)/python -I -c "import sikwu._kernel" 2>/dev/null || $(MAKE) --no-print-directory setup
	@ln -sf "$$($(BIN)/python -I -c 'import sikwu._kernel; print(sikwu._kernel.__file__)')" src/sikwu/
	PYTHONPATH=src $(BIN)/python -m pytest -x -q $(TESTS)

# A Chromium for the tests: the machine's, else one of the package registry in build/browser; where there can be none, it says why.
browser: $(DEVELOPER)
	@$(BIN)/python -m tools.browser

# Both commands on a Debian that has Python, a compiler, make and git and nothing else, as root and as somebody ordinary; needs root.
bare:
	@bash tools/bare.sh $(BARE)

# The environments for learners, in an environment of their own: torch is large.
test-rl: $(RL)
	$(RL_HOME)/bin/python -m pytest tests/rl

$(RL): constraints-rl.txt $(SOURCES)
	@echo "Installing sikwu with what learners need (one to three minutes) ..."
	@$(PYTHON) -m venv $(RL_HOME)
	@env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT CMAKE_BUILD_PARALLEL_LEVEL=2 $(RL_HOME)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints-rl.txt ".[rl,ray,book]" pytest pytest-timeout hypothesis supersuit sb3-contrib
	@touch $@

lint: setup $(APP)
	@$(MAKE) --no-print-directory -j2 lint-python lint-app

lint-app: setup $(APP)
	cd app && ../$(BIN)/npm run -s check && ../$(BIN)/npm run -s lint

test-app: setup $(APP)
	cd app && ../$(BIN)/npm run -s test

lint-python: setup
	$(BIN)/ruff check src tests bench tools
	$(BIN)/ruff format --check src tests bench tools
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/clang-format --dry-run -Werror kernel/*.hpp kernel/*.cpp kernel/bind/*.hpp kernel/bind/*.cpp kernel/web/*.cpp

# One JSON line a metric. BENCH_DATA names a folder of inputs; without it they are made, of the same kind.
bench: setup
	$(BIN)/python bench/run.py

# The peers beside us, in an environment of their own, in one run; prints the ratios.
bench-peers: setup $(RL)
	$(PYTHON) -m venv build/peers
	env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT build/peers/bin/python -m pip install --quiet --disable-pip-version-check -r bench/peers.txt
	$(BIN)/python bench/compare.py build/peers/bin/python $(RL_HOME)/bin/python

# Twenty times the examples of the default run.
long: setup
	SIKWU_LONG=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests

# The kernel's tests under the address and undefined-behaviour sanitizers.
sanitize: setup
	bash tests/sanitize.sh $(BIN)/python

# Every attack of tests/hostile whole, with its figure, its seed and its planted fault; HOSTILE narrows it or sets `--seed`, `--scale`.
# The whole run ends with rows, programs, kernel objects and native players under the sanitizers; alone: bash tests/sanitize.sh .venv/bin/python rows --scale 0.1
hostile: setup
	PYTHONPATH=tests $(BIN)/python -m hostile $(HOSTILE)
	$(if $(HOSTILE),,bash tests/sanitize.sh $(BIN)/python rows programs "kernel objects" "native players")

# A server under a steady load for two hours: memory, files and threads must stay as they were; SOAK sets `--minutes`, `--books`, `--leak`.
soak: setup
	$(BIN)/python bench/soak.py $(SOAK)
	$(BIN)/python bench/abuse.py $(ABUSE)

# Honest phones and scorers alone, then beside each kind of abuse: their waits, the server's memory; ABUSE sets `--seconds`, `--only`.
abuse: setup
	$(BIN)/python bench/abuse.py $(ABUSE)

# Renews constraints.txt: the newest of everything that is installed, the tools of the build too.
pins:
	rm -rf build/pins
	$(PYTHON) -m venv build/pins
	env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT build/pins/bin/python -m pip install --quiet --disable-pip-version-check --dry-run --ignore-installed --report build/pins/report.json ".[dev]" scikit-build-core nanobind cmake ninja
	$(PYTHON) tests/pins.py build/pins/report.json

# Records with decision lines for whoever wants to check them: random and quick players, every ruleset, random options.
DIR ?= build/records
DEALS ?= 1000
SEED ?= 1
JOBS ?= 2
records: setup
	$(BIN)/python -m tools.records $(DIR) $(DEALS) $(SEED) $(JOBS)

# docs/sikwu.1, the manual page, from the commands themselves.
man: setup
	$(BIN)/python tools/man.py

# The number that signs each ruleset over 10,000 fixed hands; pinned in tests/kernel/test_signature.py.
sign: setup
	$(BIN)/python tests/signature.py

# The tiles and the names of the patterns anew (src/sikwu/draw/tiles.svg, titles.svg). Needs the font NotoSerifCJK-Black.ttc (Debian: fonts-noto-cjk-extra); FONT names its file.
tiles: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check fonttools
	$(BIN)/python tools/tiles.py $(FONT)
	$(BIN)/python tools/titles.py $(FONT)

# The pages of the documentation, to be opened from disk or put anywhere: build/site/index.html.
docs: setup
	$(BIN)/python -m tools.site build/site

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf app/node_modules app/gen src/sikwu/app_dist
	rm -f src/sikwu/_kernel* app/public/*.bin app/public/*.wasm app/src/server/*.gen.d.ts
