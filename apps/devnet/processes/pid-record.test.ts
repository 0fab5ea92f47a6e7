import { expect } from 'chai';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPidRecords } from './pid-record.ts';

describe('the records of devnets', () => {
  const folder = mkdtempSync(join(tmpdir(), 'interline-pid-record-test-'));
  const mark = (pid: number) => ({ pid, commandHash: `hash of ${pid}` });
  const write = (digit: string, text: string): string => {
    const instance = digit.repeat(32);
    writeFileSync(join(folder, `${instance}.json`), text);
    return instance;
  };
  after(() => rmSync(folder, { recursive: true }));

  it('are read in the form of today and in the one that calls the nodes anvils', () => {
    const now = write('a', JSON.stringify({ supervisor: mark(1), nodes: [mark(2), mark(3)] }));
    const old = write('b', JSON.stringify({ supervisor: mark(4), anvils: [mark(5)] }));

    expect([...readPidRecords(folder)]).to.have.deep.members([
      [now, { supervisor: mark(1), nodes: [mark(2), mark(3)] }],
      [old, { supervisor: mark(4), nodes: [mark(5)] }],
    ]);
  });

  it('are left out if they are half written or of no known form', () => {
    const half = write('c', '{"supervisor":{"pid":1');
    const strange = write('d', JSON.stringify({ supervisor: { pid: 'one' }, nodes: [] }));

    expect(readPidRecords(folder)).to.not.have.any.keys(half, strange);
  });
});
