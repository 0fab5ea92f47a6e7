import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { attachDevnet } from './attach-devnet.ts';
import { forkDevnet } from './fork-devnet.ts';
import {
  pidFolderIn,
  type PidRecord,
  type ProcessMark,
  readPidRecords,
  stillRuns,
} from './processes/pid-record.ts';

/** Longer than any stall of a test machine; waits end with their event. */
const patienceMs = 60_000;
const parentProgram = fileURLToPath(new URL('./fixtures/parent-that-forks.ts', import.meta.url));

describe('a forked devnet', () => {
  it('runs in a child and ends with stop', async () => {
    const devnet = await forkDevnet({ chainIds: [100, 10] });
    const { supervisor, nodes } = recordOf(devnet.instance);
    const attached = await attachDevnet(devnet.url);

    await devnet.stop();
    await devnet.stop();

    const { stop: _, ...report } = devnet;
    expect(attached).to.deep.equal(report);
    expect(report.chains.map(({ chainId }) => chainId)).to.deep.equal([10, 100]);
    expect(supervisor.pid).to.not.equal(process.pid);
    expect([supervisor, ...nodes].map(stillRuns)).to.deep.equal([false, false, false]);
  });

  it('reports to the parent why it could not start', async () => {
    expect(await messageOf(forkDevnet({ chainIds: [5] }))).to.match(
      /^the devnet has no chain 5; it has 1, 10, /,
    );
  });

  it('stops its chains when its parent is killed', async () => {
    const { parent, nodes } = await startParent();

    parent.kill('SIGKILL');

    expect(await gone(nodes)).to.equal(true);
  });

  it('leaves nothing when its parent is killed while it starts', async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'interline-fork-test-'));
    const parent = spawnParent({ ...process.env, TMPDIR: temporary });
    const started = await firstRecordIn(pidFolderIn(temporary));

    parent.kill('SIGKILL');

    expect(await gone([started.supervisor, ...started.nodes])).to.equal(true);
    rmSync(temporary, { recursive: true });
  });

  it('leaves a Ctrl-C to its parent', async () => {
    const devnet = await forkDevnet({ chainIds: [100] });
    const { supervisor } = recordOf(devnet.instance);

    process.kill(supervisor.pid, 'SIGINT');
    await sleep(100);

    expect((await attachDevnet(devnet.url)).instance).to.equal(devnet.instance);
    await devnet.stop();
  });

  it('has its chains stopped by the parent when it is killed itself', async () => {
    const devnet = await forkDevnet({ chainIds: [100] });
    const { supervisor, nodes } = recordOf(devnet.instance);

    process.kill(supervisor.pid, 'SIGKILL');

    expect(await gone(nodes)).to.equal(true);
    await devnet.stop();
  });

  function spawnParent(env = process.env): ChildProcess {
    return spawn(process.execPath, ['--conditions=interline-source', parentProgram], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  }

  async function startParent(): Promise<{ parent: ChildProcess; nodes: readonly ProcessMark[] }> {
    const parent = spawnParent();
    if (parent.stdout === null) throw new Error('the parent has no output');
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    return { parent, nodes: recordOf(line.toString().trim()).nodes };
  }

  async function firstRecordIn(folder: string): Promise<PidRecord> {
    for (const givenUpAt = performance.now() + patienceMs; performance.now() < givenUpAt;) {
      const [first] = readPidRecords(folder).values();
      if (first !== undefined) return first;
      await sleep(5);
    }
    throw new Error('no devnet was started');
  }
});

function recordOf(instance: string): PidRecord {
  const record = readPidRecords().get(instance);
  if (record === undefined) throw new Error(`devnet ${instance} left no record`);
  return record;
}

/** True once none of them runs any more; false if one still does when patience ends. */
async function gone(marks: readonly ProcessMark[]): Promise<boolean> {
  const givenUpAt = performance.now() + patienceMs;
  while (marks.some(stillRuns) && performance.now() < givenUpAt) await sleep(10);
  return !marks.some(stillRuns);
}

async function messageOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => 'none',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}
