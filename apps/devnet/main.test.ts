import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { attachDevnet } from './attach-devnet.ts';
import { findBitcoind } from './bitcoin/find-bitcoind.ts';
import { freePorts } from './chains/start-anvil.ts';
import {
  pidFolderIn,
  type ProcessMark,
  readPidRecords,
  stillRuns,
} from './processes/pid-record.ts';
import { hasSurfpool } from './solana/start-surfpool.ts';

/** Longer than any stall of a test machine; waits end with their event. */
const patienceMs = 60_000;
/** The one EVM chain, and what this machine has beside it. */
const nodesOfOneChain = 1 + Number(findBitcoind() !== null) + Number(hasSurfpool());
const program = fileURLToPath(new URL('./bin/devnet.js', import.meta.url));

type StartedProgram = {
  child: ChildProcess;
  port: number;
  nodes: readonly ProcessMark[];
  printed: () => string;
};

describe('the standalone devnet', () => {
  it('prints its endpoints', async () => {
    const { child, port, printed } = await startProgram();
    const {
      instance,
      chains: [chain],
      stellar,
    } = await attachDevnet(`http://127.0.0.1:${port}`);

    child.kill('SIGTERM');
    await once(child, 'exit');

    const lines = printed().split('\n');
    expect(lines[0]).to.equal(`devnet ${instance} at http://127.0.0.1:${port}/devnet`);
    expect(lines[2]).to.equal(`  Gnosis             100  ${chain?.rpcUrl}`);
    // One line each for Bitcoin and Solana: their endpoint, or why they are missing. Stellar's
    // ledger always exists.
    expect(lines).to.include(`  Stellar      simulated  ${stellar?.horizonUrl}`);
    expect(lines.slice(7, 10).map((line) => line.trim().split(/\s{2,}/))).to.deep.equal([
      ...(chain?.tokens ?? []).map(({ symbol, address }) => [symbol, address]),
      ['member pass', chain?.memberNft],
    ]);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    it(`ends cleanly on ${signal}, also when it comes twice`, async () => {
      const { child, nodes } = await startProgram();

      child.kill(signal);
      child.kill(signal);
      const [code] = (await once(child, 'exit')) as [number | null];

      expect(code).to.equal(0);
      expect(nodes).to.have.lengthOf(nodesOfOneChain);
      expect(nodes.filter(stillRuns)).to.deep.equal([]);
    });
  }

  it('ends when the npm that started it is gone', async () => {
    // The shell replaces npm: it is killed, and the devnet gets another parent.
    const shell = spawn(
      'sh',
      ['-c', `"${process.execPath}" "${program}" --chains 100 --port 0 & echo $!; wait`],
      {
        env: { ...process.env, npm_lifecycle_event: 'devnet' },
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    const { text } = await outputUntil(shell, 'up in');
    const [pid = ''] = text().split('\n');
    const { nodes } = recordOf(Number(pid));

    shell.kill('SIGKILL');
    await gone(nodes);

    expect(nodes).to.have.lengthOf(nodesOfOneChain);
    expect(nodes.filter(stillRuns)).to.deep.equal([]);
  });

  it('has its chains stopped by the next devnet when it is killed', async () => {
    // With records of their own, so that no other devnet of this machine is the next one.
    const temporary = mkdtempSync(join(tmpdir(), 'interline-main-test-'));
    const { child, nodes } = await startProgram(temporary);
    child.kill('SIGKILL');
    await once(child, 'exit');
    const orphaned = nodes.map(stillRuns);
    // Solana's child ends by itself when it notices that its parent is gone.
    const leftOver = [nodesOfOneChain, nodesOfOneChain - Number(hasSurfpool())];

    const next = await startProgram(temporary);
    await gone(nodes);
    next.child.kill('SIGTERM');
    await once(next.child, 'exit');

    expect(orphaned.filter(Boolean).length).to.be.oneOf(leftOver);
    expect(nodes).to.have.lengthOf(nodesOfOneChain);
    expect(nodes.filter(stillRuns)).to.deep.equal([]);
    expect(next.printed().split('\n')[0]).to.be.oneOf(
      leftOver.map((count) => `stopped ${count} chains left over by a devnet that died`),
    );
    rmSync(temporary, { recursive: true });
  });

  it('reports what is wrong with its arguments and ends with 1', async () => {
    expect(await failureOf(['--chains', 'base'])).to.deep.equal([
      1,
      '--chains has "base"; wanted whole numbers\n',
    ]);
    expect(await failureOf(['--chains', '5'])).to.satisfy(
      ([code, text]: [number, string]) =>
        code === 1 && text.startsWith('the devnet has no chain 5; it has 1, 10, 56, '),
    );
    expect(await failureOf(['--port', '99999'])).to.deep.equal([1, 'port 99999 is above 65535\n']);
  });

  async function startProgram(temporary = tmpdir()): Promise<StartedProgram> {
    const [port = 0] = await freePorts(1);
    const child = spawn(process.execPath, [program, '--chains', '100'], {
      env: { ...process.env, DEVNET_PORT: String(port), TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const { text } = await outputUntil(child, 'up in');
    return { child, port, nodes: recordOf(child.pid ?? 0, temporary).nodes, printed: text };
  }

  async function outputUntil(child: ChildProcess, word: string): Promise<{ text: () => string }> {
    let seen = '';
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString();
    });
    for (const givenUpAt = performance.now() + patienceMs; !seen.includes(word);) {
      if (performance.now() > givenUpAt)
        throw new Error(`the devnet never said "${word}", only: ${seen}`);
      await sleep(20);
    }
    return { text: () => seen };
  }

  async function failureOf(args: readonly string[]): Promise<[number | null, string]> {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return [code, text];
  }
});

function recordOf(supervisorPid: number, temporary = tmpdir()): { nodes: readonly ProcessMark[] } {
  const record = [...readPidRecords(pidFolderIn(temporary)).values()].find(
    ({ supervisor }) => supervisor.pid === supervisorPid,
  );
  if (record === undefined) throw new Error(`process ${supervisorPid} runs no devnet`);
  return record;
}

/** Resolves once none of them runs any more, or when patience ends. */
async function gone(marks: readonly ProcessMark[]): Promise<void> {
  const givenUpAt = performance.now() + patienceMs;
  while (marks.some(stillRuns) && performance.now() < givenUpAt) await sleep(10);
}
