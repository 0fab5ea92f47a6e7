import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { LogOutput } from './log-output.ts';

describe('the output of log lines', () => {
  it('writes each line at once, before the caller goes on', () => {
    const { output, written } = given();

    output.write('a\n');

    expect(written()).to.equal('a\n');
  });

  for (const code of ['ENOSPC', 'EFBIG', 'EIO', 'EPIPE', 'EAGAIN'])
    it(`neither throws nor loses a line if a write fails with ${code} for a while`, async () => {
      const { output, written, fail } = given();

      fail(code);
      output.write('a\n');
      output.write('b\n');
      const meanwhile = written();
      fail(null);
      await until(() => written() !== '');
      output.write('c\n');

      expect([meanwhile, written()]).to.deep.equal(['', 'a\nb\nc\n']);
    });

  it('goes on in the middle of a line of which only a part was written', async () => {
    const { output, written, fail, take } = given();

    take(3);
    output.write('abcde\n');
    fail(null);
    await until(() => written().length > 3);

    expect(written()).to.equal('abcde\n');
  });

  it('keeps 1 MiB, then drops, and says once in place how many lines are missing', async () => {
    const { output, written, fail } = given();
    const line = `${'x'.repeat(1_023)}\n`;

    fail('ENOSPC');
    for (let count = 0; count < 1_027; count += 1) output.write(line);
    output.write('short\n');
    fail(null);
    await until(() => written() !== '');
    output.write('next\n');
    const lines = written().split('\n');

    expect(lines.filter((one) => one.startsWith('x'))).to.have.length(1_024);
    // CAST: what the output writes itself.
    const { time, ...gap } = JSON.parse(lines[1_024] ?? '') as Readonly<Record<string, unknown>>;
    expect(gap).to.deep.equal({ level: 40, lines: 4, msg: 'log-lines-dropped' });
    expect(time).to.be.a('number');
    expect(lines.slice(1_025)).to.deep.equal(['next', '']);
  });

  it('drops a line that is longer than all that it keeps, and goes on with the next', () => {
    const { output, written } = given();

    output.write(`${'x'.repeat(1_048_576)}\n`);
    output.write('next\n');
    const lines = written().split('\n');

    expect(lines).to.have.length(3);
    expect(lines[0]).to.contain('"lines":1,"msg":"log-lines-dropped"');
    expect(lines[1]).to.equal('next');
  });

  it('waits at an exit for a reader that is behind, and not for a full disk', () => {
    const { output, written, fail, writes } = given();

    fail('ENOSPC');
    output.write('a\n');
    const before = writes();
    output.flush();
    const onFullDisk = writes() - before;
    fail('EAGAIN', 3);
    output.flush();

    expect([onFullDisk, written()]).to.deep.equal([1, 'a\n']);
  });
});

/** An output whose writes fail as told. */
function given() {
  let text = '';
  let tries = 0;
  let failure: { readonly code: string; times: number } | null = null;
  let room: number | null = null;
  const output = new LogOutput((bytes) => {
    tries += 1;
    if (failure !== null && failure.times > 0) {
      failure.times -= 1;
      throw Object.assign(new Error('not now'), { code: failure.code });
    }
    const taken = bytes.subarray(0, room ?? bytes.length);
    text += Buffer.from(taken).toString();
    if (room !== null) failure = { code: 'ENOSPC', times: Infinity };
    room = null;
    return taken.length;
  });
  return {
    output,
    written: () => text,
    writes: () => tries,
    /** From now on; null: no longer. */
    fail: (code: string | null, times = Infinity) => {
      failure = code === null ? null : { code, times };
    },
    /** The next write takes that many bytes, and the ones after it fail. */
    take: (bytes: number) => {
      room = bytes;
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await sleep(5);
}
