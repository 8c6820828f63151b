"""The owner of one table: an asyncio task, and the only one that changes it.

1. Messages wait in its inbox; all that wait are taken together. Each goes through `LiveTable.take`.
2. All effects are committed in one transaction, if there is anything to write.
3. Then, at a moment that does not depend on how long that took, and in order: new sockets are let in, news are sent, bots asked, seeds drawn,
   the next wake-up set.
4. A commit that fails, or finds that another process has the table, ends the owner: its memory is discarded, and the table starts again from
   the store.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from sikwu.book.store import Change, Statement
from sikwu.live.effects import AskBot, Effect, Reopen, Tell, Wake, WantNonce, WantSeed
from sikwu.live.messages import BotNonce, Bye, SealWall, TableMessage, TimePassed
from sikwu.live.news import EVERYBODY, WATCHERS, EventNews, News, RefusalNews, WelcomeNews, WindowNews
from sikwu.live.state import LiveState
from sikwu.live.table import LiveTable
from sikwu.play.wall import SEED_BYTES
from sikwu.server.channels.hub import Phone
from sikwu.server.http.closing import GONE, MOVING, REPLACED, STORE
from sikwu.server.http.refusals import Refusal, where
from sikwu.server.tables import log as table_log
from sikwu.server.tables.bots import TableBots
from sikwu.server.tables.log import Head, TableRow
from sikwu.texts import SikwuError

log = logging.getLogger("sikwu.server")
TOGETHER = 64
"""The most messages of one table that are committed together."""
_TIMED = (EventNews, WindowNews)
StepStatements = Callable[[LiveTable], Sequence[Statement]]
"""Makes statements for the transaction of a step from the table after it."""


class LeaseLoss(Exception):
    """Another process has written to the table, or owns it."""


class Envelope(NamedTuple):
    """A message to a table."""

    message: TableMessage
    phone: Phone[str] | None = None
    """The socket that says hello."""
    beside: StepStatements | None = None
    answer: asyncio.Future[LiveTable] | None = None
    """Waits for the table after the message, or for its refusal."""


class _MessageStep(NamedTuple):
    """The result of one message."""

    envelope: Envelope
    after: LiveTable
    effects: Sequence[Effect]
    refusal: RefusalNews | None


class Surroundings(Protocol):
    """The part of the process that an owner needs."""

    bots: TableBots

    async def commit(self, change: Change) -> bool:
        """Commits a change. False: its guard failed; raises an error if the store failed."""

    def now(self) -> int:
        """Milliseconds of the monotonic clock."""

    def seed(self, table: str, deal: int) -> bytes:
        """The seed of a wall."""

    def reopen(self, owner: Owner) -> None:
        """Everybody wants a rematch."""

    def ended(self, owner: Owner, code: int) -> None:
        """The owner has stopped: its sockets are to be closed with a code."""


class Owner:
    """One table in memory; used only on the event loop."""

    def __init__(self, table: LiveTable, row: TableRow, around: Surroundings) -> None:
        self.table, self.around = table, around
        self.head = Head(row.length, row.head, row.epoch)
        self.origin, self.again, self.book = row.origin, row.again, row.book
        self.phones: dict[str, Phone[str]] = {}
        """The newest socket of each member."""
        self.used = time.monotonic()
        self._code = MOVING
        """The close code of its sockets when it ends."""
        self._inbox: deque[Envelope] = deque()
        self._some = asyncio.Event()
        self._working = False
        """Whether a commit is in progress."""
        self._timer: asyncio.TimerHandle | None = None
        self._asking: set[asyncio.Task[None]] = set()
        self.task = asyncio.create_task(self._run(), name=f"table {table.state.id}")
        self._wake(table.wake)

    @property
    def id(self) -> str:
        """The table's id."""
        return self.table.state.id

    @property
    def idle(self) -> bool:
        """Whether nobody watches and nothing happens by itself."""
        busy = self._inbox or self._working
        return not self.phones and not busy and self.table.status in ("open", "over")

    # --- in

    def post(self, message: TableMessage) -> None:
        """Posts a message without waiting for its result."""
        self._put(Envelope(message))

    async def say(
        self, message: TableMessage, beside: StepStatements | None = None, phone: Phone[str] | None = None
    ) -> LiveTable:
        """The table after a message, when it is on the disk; raises a refusal."""
        answer: asyncio.Future[LiveTable] = asyncio.get_running_loop().create_future()
        self._put(Envelope(message, phone, beside, answer))
        return await answer

    def _put(self, envelope: Envelope) -> None:
        if self.task.done():
            if envelope.answer is not None:
                envelope.answer.set_exception(Refusal.of("table.elsewhere").after(1_000))
            return
        self._inbox.append(envelope)
        self._some.set()

    # --- on

    async def _run(self) -> None:
        try:
            while True:
                await self._some.wait()
                group = [self._inbox.popleft() for _ in range(min(TOGETHER, len(self._inbox)))]
                if not self._inbox:
                    self._some.clear()
                self._working = True
                await self._steps(group)
                self._working = False
        except LeaseLoss:
            log.error("A table was dropped: another process has it, or its log has changed.")
        except Refusal as error:
            self._code = STORE
            log.error("A table was stopped: %s.", error.code)
        except Exception as error:
            log.error("A table was stopped: %s.", where(error))  # without any content
        finally:
            self._stopped(self._code)

    async def _steps(self, group: Sequence[Envelope]) -> None:
        self.used = time.monotonic()
        table, steps, statements = self.table, list[_MessageStep](), list[Statement]()
        begun = self.around.now()
        try:
            for each in group:
                table, effects = table.take(each.message, self.around.now())
                step = _told(each, table, effects)
                steps.append(step)
                if each.beside is not None and step.refusal is None:
                    statements += each.beside(table)
            await self._committed(table, steps, statements)
            await self._held(table.state.terms.hold, begun, steps)
        except BaseException as error:
            for each in group:
                _fail(each, error)
            raise
        self.table = table
        for step in steps:
            self._done(step)
        self._prune()

    async def _committed(self, table: LiveTable, steps: Sequence[_MessageStep], beside: list[Statement]) -> None:
        effects = [effect for step in steps for effect in step.effects]
        if not beside and not any(map(table_log.is_written, effects)):
            return
        seals = [each.envelope.message for each in steps if isinstance(each.envelope.message, SealWall)]
        change, head = table_log.change(table, self.head, effects, seals, beside)
        if not await self.around.commit(change):
            raise LeaseLoss
        self.head = head

    async def _held(self, hold: int, begun: int, steps: Sequence[_MessageStep]) -> None:
        """Waits until the news of a step may leave. Events and windows leave at a moment that does not tell how long
        their step took: it takes longer where somebody may claim.
        """
        if not any(isinstance(each, Tell) and isinstance(each.news, _TIMED) for step in steps for each in step.effects):
            return
        due = self.table.wake if any(isinstance(each.envelope.message, TimePassed) for each in steps) else None
        start = begun if due is None else min(begun, due)
        late = self.around.now() - start
        if hold:  # a step that took longer waits for the next multiple of it
            await asyncio.sleep((hold - late % hold) / 1000)

    # --- out

    def _done(self, step: _MessageStep) -> None:
        """The result of a message is on the disk: publishes it, and answers the sender."""
        envelope = step.envelope
        state = step.after.state
        for each in step.effects:
            match each:
                case Tell(to, WelcomeNews() as news):
                    if envelope.phone is not None:  # the first message that it gets: what came before is in it
                        self._let_in(envelope.phone)
                    self._tell(state, to, news)
                case Tell(to, news):
                    self._tell(state, to, news)
                case AskBot():
                    self._ask(each)
                case WantSeed(deal):
                    seed = self.around.seed(self.id, deal)
                    assert len(seed) == SEED_BYTES
                    self.post(SealWall(deal, seed))
                case WantNonce(deal, place):
                    self.post(BotNonce(place, deal, secrets.token_hex(16)))
                case Reopen():
                    self.around.reopen(self)
                case Wake(at):
                    self._wake(at)
        answer = envelope.answer
        if answer is not None and not answer.done():
            if step.refusal is None:
                answer.set_result(step.after)
            else:
                answer.set_exception(Refusal.of(step.refusal.code, **step.refusal.facts))

    def _let_in(self, phone: Phone[str]) -> None:
        """A socket has said hello: the newest one of a member counts."""
        old = self.phones.get(phone.holder.id)
        if old is not None and old is not phone:
            old.close(REPLACED)
        self.phones[phone.holder.id] = phone

    def parted(self, phone: Phone[str]) -> None:
        """A socket has ended."""
        member = phone.holder.id
        if self.phones.get(member) is phone:
            del self.phones[member]
            self.post(Bye(by=member))

    def _tell(self, state: LiveState, to: int | str, news: News) -> None:
        """Sends news to their addressees, by the seats after the step."""
        if to == EVERYBODY:
            frame = bytes(news)
            for phone in self.phones.values():
                phone.push(frame)
        elif to == WATCHERS:
            frame = bytes(news)
            for member, phone in self.phones.items():
                if state.place_of(member) is None:
                    phone.push(frame)
        else:
            member = state.seats[to].member if isinstance(to, int) else to
            found = self.phones.get(member)
            if found is not None:
                found.push(bytes(news))

    def say_all(self, news: News) -> None:
        """Sends news that do not come from the table itself."""
        self._tell(self.table.state, EVERYBODY, news)

    def _prune(self) -> None:
        """Closes sockets of people who no longer belong to the table."""
        state = self.table.state
        for member, phone in self.phones.items():
            if state.place_of(member) is None and member != state.host and member not in state.watchers:
                phone.close(GONE)

    def _ask(self, asked: AskBot) -> None:
        async def answered() -> None:
            left = (asked.at - self.around.now()) / 1000
            self.post(await self.around.bots.ask(asked, left))

        task = asyncio.create_task(answered())
        self._asking.add(task)
        task.add_done_callback(self._answered)

    def _answered(self, task: asyncio.Task[None]) -> None:
        self._asking.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("A bot could not be asked: %s.", where(error))

    def _wake(self, at: int | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if at is not None:
            left = max(0, at - self.around.now()) / 1000
            self._timer = asyncio.get_running_loop().call_later(left, self.post, TimePassed())

    # --- the end

    def _stopped(self, code: int) -> None:
        if self._timer is not None:
            self._timer.cancel()
        for task in tuple(self._asking):
            task.cancel()
        while self._inbox:
            _fail(self._inbox.popleft(), Refusal.of("table.elsewhere").after(1_000))
        self.around.ended(self, code)

    async def stop(self, code: int = MOVING) -> None:
        """Stops in order: a running write is finished. Its sockets are closed with a code."""
        self._code = code
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


def _told(envelope: Envelope, table: LiveTable, effects: Sequence[Effect]) -> _MessageStep:
    """The effects of a message for its sender: a caller that waits gets a refusal as an exception, not as a frame."""
    found = next((each.news for each in effects if isinstance(each, Tell) and isinstance(each.news, RefusalNews)), None)
    if found is None or envelope.answer is None:
        return _MessageStep(envelope, table, effects, None)
    rest = [each for each in effects if not (isinstance(each, Tell) and each.news is found)]
    return _MessageStep(envelope, table, rest, found)


def _fail(envelope: Envelope, error: BaseException) -> None:
    answer = envelope.answer
    if answer is not None and not answer.done():
        told = error if isinstance(error, SikwuError) else Refusal.of("table.elsewhere").after(1_000)
        answer.set_exception(told)
