"""Takes the jobs that are addressed to this node and executes them, one at a time, on a thread of its own."""

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import structlog

from hanse.config.statement_log import routine_statements
from hanse.kit.errors import Unavailable
from hanse.kit.periodic import PeriodicThread
from hanse.kit.randomness import Randomness
from hanse.ops.support_data.content.entry import CollectionSources, CollectionTask
from hanse.ops.support_data.jobs import Job, JobLost, Jobs

LOG = structlog.stdlib.get_logger("hanse.support")
# Each check is one indexed read, and administrators who requested an archive are waiting.
POLL_SECONDS = 1.0
POLLS_BETWEEN_CLEANING = 60
RENEW_SECONDS = 10.0
# A collection that hangs must not keep its job forever.
LONGEST_SECONDS = 2 * 3600.0
THREAD = "support data"
NODE_STOPPED = "The node was stopped during the collection."
TOO_LARGE = "The archive would be larger than 2 GB. Truncate the logs, or collect fewer rolled ones."
DEFECT = "The archive could not be created. The node's log has the reason."


class CollectionWorker:
    """The thread that looks for jobs; the index of this node may change when it joins again."""

    def __init__(
        self,
        jobs: Jobs,
        node_index: Callable[[], int],
        sources: Callable[[asyncio.AbstractEventLoop], CollectionSources],
        randomness: Randomness,
    ) -> None:
        self._jobs = jobs
        self._node_index = node_index
        self._sources = sources
        self._randomness = randomness
        self._closing = threading.Event()
        self._polls = 0

    async def run(self) -> None:
        """Look for jobs until the task is cancelled; then stop the current one, and record that it failed."""
        loop = asyncio.get_running_loop()
        thread = PeriodicThread("support data", lambda: self._poll(loop), POLL_SECONDS, thread=THREAD)
        thread.start()
        try:
            await asyncio.Event().wait()
        finally:
            self._closing.set()
            await asyncio.to_thread(thread.stop)

    def run_next_job(self, loop: asyncio.AbstractEventLoop) -> bool:
        """Execute the next job if there is one, and return whether there was."""
        with routine_statements():
            job = self._jobs.take(self._node_index())
        if job is not None:
            LOG.info("collecting support data", archive=job.archive_id, actor=job.actor)
            self._carry_out(job, loop)
        return job is not None

    def stop(self) -> None:
        """Stop the current job at its next step."""
        self._closing.set()

    def _poll(self, loop: asyncio.AbstractEventLoop) -> None:
        if self._polls == 0:
            self._jobs.give_up(self._node_index())
        if self._polls % POLLS_BETWEEN_CLEANING == 0:
            self._jobs.clean()
        self._polls += 1
        self.run_next_job(loop)

    def _carry_out(self, job: Job, loop: asyncio.AbstractEventLoop) -> None:
        # Imported here: see the module's docstring.
        from hanse.ops.support_data.archive_writer import ArchiveTooLarge, NodeStopping, make_archive  # noqa: PLC0415 - see above.

        def wait(seconds: float) -> None:
            if self._closing.wait(seconds) if seconds > 0 else self._closing.is_set():
                raise NodeStopping

        task = CollectionTask(self._sources(loop), job.options, wait)
        try:
            with self._held(job):
                file_name = make_archive(job, self._jobs, task, self._randomness)
        except JobLost:
            LOG.warning(
                "support data collection abandoned, as it made no progress for too long", archive=job.archive_id
            )
        except NodeStopping:
            self._fail(job, NODE_STOPPED)
        except ArchiveTooLarge:
            self._fail(job, TOO_LARGE)
        except Exception as error:
            LOG.exception("support data not collected", archive=job.archive_id)
            self._fail(job, error.message if isinstance(error, Unavailable) else DEFECT)
        else:
            LOG.info("support data collected", archive=job.archive_id, file=file_name)

    def _fail(self, job: Job, reason: str) -> None:
        try:
            self._jobs.fail(job, reason)
        except Unavailable as error:
            # Its deadline passes, which shows the failure to every reader.
            LOG.warning(
                "failure of the support data collection not recorded", archive=job.archive_id, reason=error.message
            )

    @contextmanager
    def _held(self, job: Job) -> Iterator[None]:
        """Renew a job's deadline in the background, however long a step takes."""
        done = threading.Event()
        thread = threading.Thread(target=self._renew, args=[job, done], name=f"{THREAD} renewal", daemon=True)
        thread.start()
        try:
            yield
        finally:
            done.set()
            thread.join()

    def _renew(self, job: Job, done: threading.Event) -> None:
        for _ in range(int(LONGEST_SECONDS / RENEW_SECONDS)):
            if done.wait(RENEW_SECONDS):
                return
            try:
                self._jobs.renew(job)
            except Unavailable as error:
                LOG.warning(
                    "lease of the support data collection not renewed", archive=job.archive_id, reason=error.message
                )
            except JobLost:
                return
