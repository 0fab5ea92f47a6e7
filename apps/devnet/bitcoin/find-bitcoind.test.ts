import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { findBitcoind, tooOld } from './find-bitcoind.ts';

describe('the bitcoind program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'interline-bitcoind-test-'));
  const onPath = join(folder, 'bin', 'bitcoind');
  const unpacked = join(folder, 'unpacked');
  for (const file of [onPath, join(unpacked, 'loader'), join(unpacked, 'usr/bin/bitcoind')]) {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '', { mode: 0o755 });
  }
  const PATH = `/nowhere:${dirname(onPath)}`;
  after(() => rmSync(folder, { recursive: true }));

  it('is the one that BITCOIND names, whatever is on the PATH', () => {
    expect(findBitcoind({ BITCOIND: process.execPath, PATH }, unpacked)).to.deep.equal({
      file: process.execPath,
      before: [],
    });
  });

  it('is not looked for elsewhere when BITCOIND names none that runs', () => {
    expect(() => findBitcoind({ BITCOIND: '/nowhere/bitcoind', PATH }, unpacked)).to.throw(
      'BITCOIND names /nowhere/bitcoind, which is not a program that can be run; run "npm run bitcoind"',
    );
  });

  it('is the one on the PATH before the one that was unpacked', () => {
    expect(findBitcoind({ PATH }, unpacked)).to.deep.equal({ file: onPath, before: [] });
  });

  it('is the unpacked one, run by the loader it came with', () => {
    expect(findBitcoind({ PATH: '/nowhere' }, unpacked)).to.deep.equal({
      file: join(unpacked, 'loader'),
      before: ['--library-path', join(unpacked, 'lib'), join(unpacked, 'usr/bin/bitcoind')],
    });
  });

  it('is missing if nothing was unpacked', () => {
    expect(findBitcoind({}, join(folder, 'bin'))).to.equal(null);
  });

  it('works from version 28 on, by the number that Core gives it', () => {
    expect(tooOld(280_000)).to.equal(null);
    expect(tooOld(290_402)).to.equal(null);
    expect(tooOld(279_999)).to.match(
      /^bitcoind is of version 27 .* wanted 28 or later: run "npm run bitcoind"/,
    );
  });
});
