# make run    sets everything up, builds the app and serves it on the local network
# make test   sets everything up and passes every test
PYTHON ?= python3
# Looked up now, because below the environment's own programs come first on the path.
override PYTHON := $(or $(shell command -v $(PYTHON) 2>/dev/null),$(PYTHON))
export PYTHON
# Many tests mostly wait, for pages, processes and clocks: five at a time keep two cores busy.
WORKERS ?= 5
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml constraints.txt CMakeLists.txt $(shell find kernel src corpus -type f -not -name '*.pyc' -not -name '_kernel*' -not -path '*/app_dist/*' 2>/dev/null)
PLAYER := $(VENV)/.player
DEVELOPER := $(VENV)/.developer
WHEEL := build/wheel/.built
APP := $(VENV)/.app
RL_HOME := build/rl
RL := $(RL_HOME)/.installed
APP_SOURCES := $(shell find app tools -type f -not -path '*/node_modules/*' -not -path 'app/gen/*' -not -name '*.gen.*' -not -name '*.bin' -not -name '*.wasm' -not -name '*.pyc' 2>/dev/null)
# Programs start others by name (npm starts node): the environment's programs come before the machine's.
export PATH := $(CURDIR)/$(BIN):$(PATH)
PIP := CMAKE_BUILD_PARALLEL_LEVEL=2 $(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt

# The packages of the isolated build are pinned too: older versions of pip read the first variable there, newer ones the second.
export PIP_CONSTRAINT := $(CURDIR)/constraints.txt
export PIP_BUILD_CONSTRAINT := $(CURDIR)/constraints.txt

.PHONY: setup run quick test test-app browser bare test-rl lint lint-app lint-python bench bench-peers long sanitize hostile soak abuse pins sdist wheels cross tagged lint-workflows notices sign tiles man clean docs app score records fit ladder measure

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

# The wheel that the environments for tests share, so that the kernel is compiled once; warnings of the compiler are errors.
$(WHEEL): $(VENV)/.created $(SOURCES)
	@echo "Building the kernel (one to two minutes) ..."
	@rm -rf build/wheel
	@CMAKE_BUILD_PARALLEL_LEVEL=2 $(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --config-settings=cmake.define.SIKWU_DEVELOPER=ON --wheel-dir build/wheel .
	@touch $@

# And what a developer needs: linters, test tools, a PostgreSQL.
$(DEVELOPER): $(WHEEL)
	@echo "Installing sikwu with the tools for tests (about a minute) ..."
	@$(PIP) --force-reinstall --no-deps build/wheel/*.whl
	@$(PIP) "$$(ls build/wheel/*.whl)[dev]"
	@touch $@ $(PLAYER)

# The app, into src/sikwu/app_dist; a wheel built afterwards contains it.
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

# Prints a line before each step: what it does, and the time so far.
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

# Runs some tests against the source in src without installing it: for changes to Python only. The installed kernel is linked into src.
TESTS ?= tests/score/test_corpus.py
quick:
	@$(BIN)/python -I -c "import sikwu._kernel" 2>/dev/null || $(MAKE) --no-print-directory setup
	@ln -sf "$$($(BIN)/python -I -c 'import sikwu._kernel; print(sikwu._kernel.__file__)')" src/sikwu/
	PYTHONPATH=src $(BIN)/python -m pytest -x -q $(TESTS)

# Fits careful to every document and minimum of tools/fits.py, and puts the numbers into the package; it can be stopped and goes on.
fit: $(DEVELOPER)
	@PYTHONPATH=src $(BIN)/python -m tools.fits --make

# Plays the ladder and the matches whose figures are published; it can be stopped and goes on.
ladder: $(DEVELOPER)
	@PYTHONPATH=src $(BIN)/python -m tools.ladder

# Measures calibration, times of decisions and false positives of the arena, and writes their figures into docs/arena.md.
measure: $(DEVELOPER)
	@PYTHONPATH=src $(BIN)/python -m tools.measure

# Finds a Chromium for the tests: the machine's, otherwise one from the package registry in build/browser; if there is none, says why.
browser: $(DEVELOPER)
	@$(BIN)/python -m tools.browser

# Tries `make run` and `make test` on a Debian with only Python, a compiler, make and git, as root and as an ordinary user; needs root.
bare:
	@bash tools/bare.sh $(BARE)

# Tests the environments for learners in a separate virtual environment, because torch is large.
test-rl: $(RL)
	$(RL_HOME)/bin/python -m pytest tests/rl

$(RL): constraints-rl.txt $(WHEEL)
	@echo "Installing sikwu with what learners need (one to three minutes) ..."
	@$(PYTHON) -m venv $(RL_HOME)
	@env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT $(RL_HOME)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints-rl.txt --no-deps --force-reinstall build/wheel/*.whl
	@env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT $(RL_HOME)/bin/python -m pip install --quiet --disable-pip-version-check -c constraints-rl.txt "$$(ls build/wheel/*.whl)[rl,ray,book]" pytest pytest-timeout hypothesis supersuit sb3-contrib
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

# Prints one JSON line per metric. BENCH_DATA names a folder of inputs; otherwise similar inputs are generated.
bench: setup
	$(BIN)/python bench/run.py

# Measures other libraries and ours in one run, in a separate virtual environment; prints the ratios.
bench-peers: setup $(RL)
	$(PYTHON) -m venv build/peers
	env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT build/peers/bin/python -m pip install --quiet --disable-pip-version-check -r bench/peers.txt
	$(BIN)/python bench/compare.py build/peers/bin/python $(RL_HOME)/bin/python

# Twenty times the examples of the default run.
long: setup
	SIKWU_LONG=1 $(BIN)/python -m pytest -n 2 --dist worksteal tests

# Runs the kernel's tests under the address and undefined-behaviour sanitizers.
sanitize: setup
	bash tests/sanitize.sh $(BIN)/python

# Runs every attack of tests/hostile in full size and prints its figure, seed and planted fault; HOSTILE selects attacks or sets `--seed`, `--scale`.
# A full run ends with rows, programs, kernel objects and native players under the sanitizers; to run one alone: bash tests/sanitize.sh .venv/bin/python rows --scale 0.1
hostile: setup
	PYTHONPATH=tests $(BIN)/python -m hostile $(HOSTILE)
	$(if $(HOSTILE),,bash tests/sanitize.sh $(BIN)/python rows programs "kernel objects" "native players")

# Keeps a server under a steady load for two hours: memory, files and threads must not grow; SOAK sets `--minutes`, `--books`, `--leak`.
soak: setup
	$(BIN)/python bench/soak.py $(SOAK)
	$(BIN)/python bench/abuse.py $(ABUSE)

# Measures the waits of honest phones and scorers and the server's memory, alone and beside each kind of abuse; ABUSE sets `--seconds`, `--only`.
abuse: setup
	$(BIN)/python bench/abuse.py $(ABUSE)

# Renews constraints.txt: the newest version of every installed package, build tools included.
pins:
	rm -rf build/pins
	$(PYTHON) -m venv build/pins
	env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT build/pins/bin/python -m pip install --quiet --disable-pip-version-check --dry-run --ignore-installed --report build/pins/report.json ".[dev]" scikit-build-core nanobind cmake ninja
	$(PYTHON) tests/pins.py build/pins/report.json

# The source archive with the built app inside, into dist.
sdist: setup app
	rm -rf dist
	$(BIN)/python -m build --sdist --outdir dist

# The wheels of this system from the source archive, each tried on 100 cases of the corpus; WHEELS=--print-build-identifiers says which. On Linux it needs a container engine.
wheels:
	$(PYTHON) tools/wheels.py $(WHEELS)

# The kernel compiled and linked for Windows, macOS and other Linux systems, on x86-64 and arm64; nothing of it is run.
cross: setup
	$(BIN)/python -m tools.cross

# NOTICES.txt: the terms of everything bundled that is not ours.
notices: setup app
	$(BIN)/python -m tools.notices

# Whether the tag is the version: `make tagged TAG=v0.2.0`
tagged:
	@grep -q "^__version__ = \"$(TAG:v%=%)\"$$" src/sikwu/__init__.py || { echo "the tag is $(TAG), and src/sikwu/__init__.py says otherwise" >&2; exit 1; }

# The workflows: their form, and what linters know of their dangers.
lint-workflows: build/workflows/.installed
	build/workflows/bin/check-jsonschema --builtin-schema vendor.github-workflows .github/workflows/*.yml
	build/workflows/bin/zizmor --offline --no-progress --persona regular .github/workflows

build/workflows/.installed: tools/workflows.txt
	@$(PYTHON) -m venv build/workflows
	@env -u PIP_CONSTRAINT -u PIP_BUILD_CONSTRAINT build/workflows/bin/python -m pip install --quiet --disable-pip-version-check -r tools/workflows.txt
	@touch $@

# Writes records with decision lines, to be checked by other programs: random and quick players, every ruleset, random options.
DIR ?= build/records
DEALS ?= 1000
SEED ?= 1
JOBS ?= 2
records: setup
	$(BIN)/python -m tools.records $(DIR) $(DEALS) $(SEED) $(JOBS)

# Writes the manual page docs/sikwu.1 from the commands.
man: setup
	$(BIN)/python tools/man.py

# Prints the signature of each ruleset over 10,000 fixed hands; pinned in tests/kernel/test_signature.py.
sign: setup
	$(BIN)/python tests/signature.py

# Draws the tiles and the names of the patterns again (src/sikwu/draw/tiles.svg, titles.svg). Needs the font NotoSerifCJK-Black.ttc (Debian: fonts-noto-cjk-extra); FONT names its file.
tiles: setup
	$(BIN)/python -m pip install --quiet --disable-pip-version-check fonttools
	$(BIN)/python tools/tiles.py $(FONT)
	$(BIN)/python tools/titles.py $(FONT)

# Builds the documentation pages and the playground in build/site/index.html and build/site/try/index.html; they can be opened from disk.
docs: setup
	$(BIN)/python -m tools.site build/site
	$(BIN)/python -m tools.playground build/site/try

clean:
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
	find src tests -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf app/node_modules app/gen src/sikwu/app_dist
	rm -f src/sikwu/_kernel* app/public/*.bin app/public/*.wasm app/src/server/*.gen.d.ts
