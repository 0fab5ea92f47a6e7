import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../support/compile-cache.ts';
import { expect } from 'chai';

const child = fileURLToPath(new URL('./unwritten-log-child.ts', import.meta.url));

describe('a process whose log cannot be written', () => {
  it('used to end silently when standard error was on a full disk: it goes on and ends well', async function () {
    if (!existsSync('/dev/full')) this.skip();
    const full = openSync('/dev/full', 'w');
    const logging = start(10, 'end', full);
    closeSync(full);

    const ended = once(logging, 'close');
    const out = await text(piped(logging.stdout));
    await ended;

    expect([out, logging.exitCode]).to.deep.equal(['went on\n', 0]);
  });

  it('froze when its reader hung: it goes on, and its log says how many lines are missing', async () => {
    const logging = start(20_000, 'stop', 'pipe');
    const ended = once(logging, 'close');

    // Nothing of its log is read until it has gone on.
    await once(piped(logging.stdout), 'data');
    let log = '';
    piped(logging.stderr).on('data', (bytes: Buffer) => (log += bytes.toString()));
    while (!log.includes('log-lines-dropped')) await once(piped(logging.stderr), 'data');
    logging.stdin?.end();
    await ended;
    const lines = linesOf(log);
    const gap = lines.at(-1);

    expect(logging.exitCode).to.equal(0);
    expect(gap).to.deep.include({ level: 40, msg: 'log-lines-dropped' });
    expect(lines.slice(0, -1).map(({ line }) => line)).to.deep.equal(
      Array.from({ length: lines.length - 1 }, (_, at) => at + 1),
    );
    expect(lines.length - 1 + Number(gap?.['lines'])).to.equal(20_000);
  });

  for (const [ending, code] of [
    ['end', 0],
    ['exit', 0],
    ['throw', 1],
  ] as const)
    it(`has its last line written at the ${ending}, though more is waiting than a pipe holds`, async () => {
      const logging = start(3_000, ending, 'pipe');

      const ended = once(logging, 'close');
      const lines = linesOf(await text(piped(logging.stderr))).map(({ line }) => line);
      await ended;

      expect([logging.exitCode, lines.length, lines.at(-1)]).to.deep.equal([code, 3_000, 3_000]);
    });
});

function start(lines: number, ending: 'end' | 'exit' | 'throw' | 'stop', stderr: number | 'pipe') {
  return spawn(process.execPath, ['--conditions=interline-source', child, String(lines), ending], {
    env: { ...process.env, ...compileCache },
    stdio: ['pipe', 'pipe', stderr],
  });
}

function piped(stream: Readable | null): Readable {
  if (stream === null) throw new Error('the child was started with a pipe');
  return stream;
}

/** Without what Node itself says of a fault. */
function linesOf(log: string): readonly Readonly<Record<string, unknown>>[] {
  // CAST: the log has one object a line.
  return log
    .split('\n')
    .filter((line) => line.startsWith('{"level"'))
    .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
}
