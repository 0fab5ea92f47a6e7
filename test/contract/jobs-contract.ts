import type { Reads, Writes } from '@interline/core';
import type { Clock, Duties, JobQueue, StorePort } from '@interline/ports';
import { rejection } from './store-rejection.ts';
import { route } from './store-samples.ts';
import { expect } from 'chai';

export interface ContractJobs extends Pick<StorePort<Reads, Writes>, 'run'> {
  readonly jobs: JobQueue;
  readonly duties: Duties;
  close(): Promise<void>;
}

/** What every queue must keep. `open` gives an empty one that tells the time by the clock. */
export function jobsContract(
  name: string,
  open: (clock: Pick<Clock, 'now'>) => Promise<ContractJobs>,
): void {
  describe(`the job queue on ${name}`, () => {
    let queue: ContractJobs;
    let nowMs: number;
    beforeEach(async () => {
      nowMs = 1_000;
      queue = await open({ now: () => nowMs });
    });
    afterEach(async () => queue.close());

    const enqueue = (subject: string, runAtMs: number) =>
      queue.run('enqueue', (tx) => tx.jobs.enqueue({ kind: 'advance-route', subject, runAtMs }));
    const claim = (limit = 10, worker = 'w_1') => queue.jobs.claim(worker, limit, 500);
    const claimOne = async () => {
      const [job] = await claim(1);
      if (job === undefined) throw new Error('there is no job to claim');
      return job;
    };
    const subjects = async () => (await claim()).map(({ subject }) => subject);

    it('leases due jobs, earliest first, and at most as many as requested', async () => {
      await enqueue('rt_late', 1_001);
      await enqueue('rt_due', 1_000);
      await enqueue('rt_early', 10);
      await enqueue('rt_middle', 20);

      const first = await claim(2);
      const rest = await claim();

      expect(first.map(({ id: _id, ...job }) => job)).to.deep.equal([
        { kind: 'advance-route', subject: 'rt_early', runAtMs: 10, attempts: 1, fence: 1 },
        { kind: 'advance-route', subject: 'rt_middle', runAtMs: 20, attempts: 1, fence: 1 },
      ]);
      expect(rest.map(({ subject }) => subject)).to.deep.equal(['rt_due']);
    });

    it('gives each of 300 jobs to one of four workers asking at once', async () => {
      await queue.run('enqueue', async (tx) => {
        for (let at = 0; at < 300; at++)
          await tx.jobs.enqueue({ kind: 'advance-route', subject: `rt_${at}`, runAtMs: 0 });
      });

      const claimed = (
        await Promise.all(['w_1', 'w_2', 'w_3', 'w_4'].map((worker) => claim(100, worker)))
      ).flat();

      expect(claimed).to.have.length(300);
      expect(new Set(claimed.map(({ subject }) => subject)).size).to.equal(300);
    });

    it('has nothing of a unit that was rolled back', async () => {
      await rejection(
        queue.run('accept-route', async (tx) => {
          await tx.jobs.enqueue({ kind: 'advance-route', subject: 'rt_1', runAtMs: 0 });
          await tx.transfers.insertRoute(route('rt_1'));
          throw new Error('the unit gives up');
        }),
      );

      expect(await claim()).to.deep.equal([]);
    });

    it('has one open job a subject, due at the earlier time', async () => {
      await enqueue('rt_1', 900);
      await enqueue('rt_1', 800);
      await enqueue('rt_1', 2_000);

      const jobs = await claim();

      expect(jobs.map(({ runAtMs }) => runAtMs)).to.deep.equal([800]);
    });

    it('ends a job when it is completed, and starts a fresh one when asked again', async () => {
      await enqueue('rt_1', 0);
      const done = await claimOne();

      await queue.jobs.complete(done);
      nowMs = 9_000;
      const afterEnd = await claim();
      await enqueue('rt_1', 0);
      const fresh = await claimOne();

      expect(afterEnd).to.deep.equal([]);
      expect(fresh).to.include({ subject: 'rt_1', attempts: 1 });
      expect(fresh.id).not.to.equal(done.id);
    });

    it('runs a job once more that was asked for while a worker had it', async () => {
      await enqueue('rt_1', 0);
      const first = await claimOne();
      await enqueue('rt_1', 1_200);
      await enqueue('rt_1', 1_100);

      const whileHeld = await claim();
      await queue.jobs.complete(first);
      const early = await claim();
      nowMs = 1_100;
      const again = await claimOne();
      await queue.jobs.complete(again);
      nowMs = 9_000;

      expect([whileHeld, early]).to.deep.equal([[], []]);
      expect(again).to.include({ subject: 'rt_1', runAtMs: 1_100, attempts: 1 });
      expect(await claim()).to.deep.equal([]);
    });

    it('gives a job back at the time asked for, or at the earlier one asked for meanwhile', async () => {
      await enqueue('rt_1', 0);
      await enqueue('rt_2', 0);
      const [one, two] = await claim();
      if (one === undefined || two === undefined) throw new Error('both jobs are due');
      await enqueue(two.subject, 1_100);

      await queue.jobs.retry(one, 1_300);
      await queue.jobs.retry(two, 1_300);
      nowMs = 1_099;
      const before = await subjects();
      nowMs = 1_100;
      const at1100 = await claim();
      nowMs = 1_300;
      const at1300 = await claim();

      expect(before).to.deep.equal([]);
      expect(at1100.map(({ subject, attempts }) => [subject, attempts])).to.deep.equal([
        [two.subject, 2],
      ]);
      expect(at1300.map(({ subject, attempts }) => [subject, attempts])).to.deep.equal([
        [one.subject, 2],
      ]);
    });

    it('leases a job again once its lease is over, and then ignores the first holder', async () => {
      await enqueue('rt_1', 0);
      const slow = await claimOne();
      nowMs = 1_499;
      const tooSoon = await claim();
      nowMs = 1_500;
      const [second] = await claim(1, 'w_2');

      await queue.jobs.complete(slow);
      await queue.jobs.retry(slow, 0);
      const held = await queue.jobs.heartbeat('w_2', [slow.id], 500);

      expect(tooSoon).to.deep.equal([]);
      expect([slow.fence, second?.fence, second?.id]).to.deep.equal([1, 2, slow.id]);
      expect(held).to.deep.equal([slow.id]);
      expect(await claim()).to.deep.equal([]);
    });

    it('extends the leases a worker still holds, and names them', async () => {
      await enqueue('rt_1', 0);
      await enqueue('rt_2', 0);
      await enqueue('rt_3', 0);
      const [one, two] = await claim(2, 'w_1');
      const [three] = await claim(1, 'w_2');
      if (one === undefined || two === undefined || three === undefined)
        throw new Error('three jobs are due');
      await queue.jobs.complete(two);
      nowMs = 1_499;

      const held = await queue.jobs.heartbeat('w_1', [one.id, two.id, three.id, 'nothing'], 500);
      nowMs = 1_998;
      const lost = await subjects();

      expect(held).to.deep.equal([one.id]);
      expect(lost).to.deep.equal([three.subject]);
      nowMs = 1_999;
      expect(await subjects()).to.deep.equal([one.subject]);
      expect(await queue.jobs.heartbeat('w_1', [], 500)).to.deep.equal([]);
    });

    it('takes over every lease at start, and ignores who held them', async () => {
      await enqueue('rt_1', 0);
      await enqueue('rt_2', 0);
      await enqueue('rt_3', 0);
      const [orphan] = await claim(2, 'w_dead');
      if (orphan === undefined) throw new Error('three jobs are due');

      const taken = await queue.jobs.takeOver();
      await queue.jobs.complete(orphan);

      expect(taken).to.equal(2);
      expect(await subjects()).to.have.members(['rt_1', 'rt_2', 'rt_3']);
    });

    it('wakes its listeners after the commit of a unit that enqueued, until they stop listening', async () => {
      let rung = 0;
      const off = queue.jobs.onEnqueued(() => {
        rung += 1;
      });

      await queue.run('accept-route', async (tx) => {
        await tx.jobs.enqueue({ kind: 'advance-route', subject: 'rt_1', runAtMs: 0 });
        await tx.jobs.enqueue({ kind: 'advance-route', subject: 'rt_2', runAtMs: 0 });
        expect(rung).to.equal(0);
      });
      const afterUnit = rung;
      await rejection(
        queue.run('accept-route', async (tx) => {
          await tx.jobs.enqueue({ kind: 'advance-route', subject: 'rt_3', runAtMs: 0 });
          throw new Error('the unit gives up');
        }),
      );
      await queue.run('look', (tx) => tx.transfers.counts());
      const afterOthers = rung;
      off();
      await enqueue('rt_4', 0);

      expect([afterUnit, afterOthers, rung]).to.deep.equal([1, 1, 1]);
    });

    it('wakes its listeners when a completed job is due again', async () => {
      await enqueue('rt_1', 0);
      const job = await claimOne();
      await enqueue('rt_1', 0);
      let rung = 0;
      queue.jobs.onEnqueued(() => {
        rung += 1;
      });

      await queue.jobs.complete(job);

      expect(rung).to.equal(1);
      expect(await subjects()).to.deep.equal(['rt_1']);
    });

    it('ends a job in the unit that makes it needless, or not at all', async () => {
      await enqueue('rt_1', 0);
      const job = await claimOne();

      await rejection(
        queue.run('finish', async () => {
          await queue.jobs.complete(job);
          throw new Error('the unit gives up');
        }),
      );

      expect(await queue.jobs.heartbeat('w_1', [job.id], 500)).to.deep.equal([job.id]);
    });

    it('has one worker to a duty, until it leaves or its lease is over', async () => {
      const hold = (worker: string, duty = 'sweep') => queue.duties.hold(duty, worker, 500);

      const first = [await hold('w_1'), await hold('w_2'), await hold('w_2', 'prune')];
      nowMs = 1_400;
      const extended = [await hold('w_1'), await hold('w_2')];
      nowMs = 1_899;
      const stillHeld = await hold('w_2');
      nowMs = 1_900;
      const over = [await hold('w_2'), await hold('w_1')];
      await queue.duties.leave('sweep', 'w_1');
      const notItsOwn = await hold('w_1');
      await queue.duties.leave('sweep', 'w_2');

      expect([first, extended, stillHeld, over, notItsOwn]).to.deep.equal([
        [1, null, 1],
        [1, null],
        null,
        [2, null],
        null,
      ]);
      expect(await hold('w_1')).to.equal(3);
    });

    it('takes over the duties of workers that no longer run', async () => {
      await queue.duties.hold('sweep', 'w_dead', 500);

      await queue.jobs.takeOver();

      expect(await queue.duties.hold('sweep', 'w_1', 500)).to.equal(2);
    });
  });
}
