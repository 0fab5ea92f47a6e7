import { chainRef } from '@interline/kernel';
import { expect } from 'chai';
import type { Ledger } from './horizon-shapes.ts';
import { ShownLedgers } from './shown-ledgers.ts';

const startSec = 1_800_000_000;
const lowest = 60_000_000;

describe('the newest ledger that a Horizon shows', () => {
  it('is in line while it rises, and where it is repeated', () => {
    const { show } = watched();

    expect([show(0), show(5, 1), show(6, 1), show(10, 2)]).to.deep.equal([true, true, true, true]);
  });

  it('is further by 1,000 ledgers at most, and one for each second that has passed', () => {
    for (const [more, isInLine] of [
      [1_010, true],
      [1_011, false],
    ] as const) {
      const { show } = watched();
      show(0);

      expect(show(10, more)).to.equal(isInLine);
    }
  });

  it('is no more than one for each second of the network, where it is the first', () => {
    const { show } = watched();

    expect([show(0, 2_000_000_000), show(1, 0)]).to.deep.equal([false, true]);
  });

  it('is not believed for a minute after it was a false one, and named in the log once a minute', () => {
    const { show, lines } = watched();
    show(0, 200_000_000);
    const believed: boolean[] = [];

    for (let sec = 5; sec <= 80; sec += 5) believed.push(show(sec, sec / 5));

    // The first at 5 s, the first believed one at 65 s.
    expect(believed).to.deep.equal([
      ...Array<boolean>(12).fill(false),
      ...Array<boolean>(4).fill(true),
    ]);
    expect(lines).to.deep.equal([
      ['ledger-out-of-line', { ...at, ledger: 60_000_001, before: 260_000_000 }],
      ['ledger-out-of-line', { ...at, ledger: 60_000_013, before: 260_000_000 }],
    ]);
  });

  it('is not believed for a minute after the machine slept for a day', () => {
    const { show } = watched();
    show(0);
    const believed: boolean[] = [];

    for (let sec = 5; sec <= 70; sec += 5) believed.push(show(sec, 17_280 + sec / 5, 86_400 + sec));

    expect(believed).to.deep.equal([...Array<boolean>(12).fill(false), true, true]);
  });

  it('is believed again no sooner where it stands still or falls back meanwhile', () => {
    const still = watched();
    const falling = watched();
    for (const { show } of [still, falling]) show(0, 200_000_000);

    for (let sec = 5; sec <= 125; sec += 5) {
      expect(still.show(sec, 1, sec)).to.equal(false);
      expect(falling.show(sec, sec % 60, sec)).to.equal(false);
    }
  });

  it('says nothing where it is merely behind, however long it rises', () => {
    const { show, lines } = watched();
    show(0, 2_000);

    for (let sec = 5; sec <= 600; sec += 5)
      expect(show(sec, sec / 5, sec - 10_000)).to.equal(false);
    expect(show(605, 2_001, 605)).to.equal(true);
    expect(lines).to.deep.equal([]);
  });

  it('is believed a minute after one of a later time was false', () => {
    const { show } = watched();
    show(0, 1_000, 86_400);
    const believed: boolean[] = [];

    for (let sec = 5; sec <= 70; sec += 5) believed.push(show(sec, sec / 5));

    expect(believed).to.deep.equal([...Array<boolean>(12).fill(false), true, true]);
  });

  it('is kept for each node alone', () => {
    const { show } = watched();
    show(0, 900);

    expect([show(5, 1, 5, 1), show(5, 1)]).to.deep.equal([true, false]);
  });
});

const chain = chainRef('stellar:pubnet');
const at = { chain, node: 0 };

function watched() {
  let nowSec = 0;
  const lines: unknown[] = [];
  const log = {
    debug: () => undefined,
    info: () => undefined,
    warn: () => undefined,
    error: (...line: readonly unknown[]) => {
      lines.push(line);
    },
    child: () => log,
  };
  const shown = new ShownLedgers({
    chain,
    log,
    clock: {
      now: () => (startSec + nowSec) * 1_000,
      monotonic: () => nowSec * 1_000,
      sleep: async () => undefined,
      alarm: () => expect.fail(),
    },
  });
  return {
    lines,
    /**
     * At this second, the node shows the ledger that many above the lowest, closed at that second.
     */
    show: (sec: number, more = 0, closedSec = sec, node = 0): boolean => {
      nowSec = sec;
      // CAST: the compared fields of a ledger.
      const head = { sequence: lowest + more, closed_at: startSec + closedSec } as Ledger;
      return shown.isInLine(node, head);
    },
  };
}
