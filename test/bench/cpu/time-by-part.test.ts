import { expect } from 'chai';
import { existsSync } from 'node:fs';
import type { CpuProfile } from './cpu-profile.ts';
import { busyShare, ourParts, timeByPart } from './time-by-part.ts';

describe("the service's time by part", () => {
  const profile: CpuProfile = {
    nodes: [
      frame(1, '(root)', '', [2, 3, 6, 7]),
      frame(2, '(idle)', ''),
      frame(3, 'verifyPermit', 'file:///app/adapters/custody/evm/permit/verify-permit.ts', [4]),
      frame(4, 'keccak', 'file:///app/node_modules/@noble/hashes/sha3.js', [5]),
      frame(5, 'native', ''),
      frame(6, 'all', 'file:///app/node_modules/better-sqlite3/lib/database.js'),
      frame(7, 'post', 'node:inspector'),
    ],
    samples: [2, 5, 4, 6, 7],
    timeDeltas: [1_000, 200, 100, 100, 600],
  };

  it('counts a library for the nearest caller that is known, and leaves idleness and the profiler out', () => {
    expect(timeByPart(profile)).to.deep.equal([
      { part: 'permit verification', share: 0.75 },
      { part: 'store', share: 0.25 },
    ]);
  });

  it('knows the parts by paths that exist', () => {
    const root = new URL('../../../', import.meta.url);
    const gone = ourParts.filter(([path]) => !existsSync(new URL(path, root)));

    expect(gone).to.deep.equal([]);
  });

  it('gives the share of the time that the thread was at work', () => {
    expect(busyShare(profile)).to.equal(0.5);
  });
});

function frame(
  id: number,
  functionName: string,
  url: string,
  children: readonly number[] = [],
): CpuProfile['nodes'][number] {
  return { id, callFrame: { functionName, url, lineNumber: 0 }, children };
}
