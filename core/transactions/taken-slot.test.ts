import type { SlotConsumer } from '@interline/ports';
import {
  transaction,
  mined,
  pending,
  pollMs,
  settled,
  taken,
  watching,
} from './testing/watching.ts';
import { expect } from 'chai';
import type { Sighting } from './verdict-of.ts';

const foreign: SlotConsumer = { kind: 'found', hash: '0xee', block: 90, head: 101 };

describe('a watched transaction whose nonce is taken', () => {
  it('is found so by readings in a row, counted from the block of the first', async () => {
    const { watch, chain, clock } = watching();
    const seen: Sighting['taken'][] = [];
    const asked = watch.until(
      transaction('ef_1'),
      ['0x01'],
      (one) => {
        seen.push(one.taken);
        return seen.length === 6;
      },
      60_000,
    );
    await settled();

    for (const [block, reading] of [
      [100, taken('ef_1')],
      [100, taken('ef_1')],
      [101, pending('ef_1')],
      [102, taken('ef_1')],
      [104, taken('ef_1')],
      [105, mined('ef_1', 105)],
    ] as const) {
      chain.tell(block, reading);
      await clock.advance(pollMs);
    }
    await asked;

    expect(seen).to.deep.equal([
      { sinceBlock: 100, readings: 1, consumer: null },
      { sinceBlock: 100, readings: 2, consumer: null },
      null,
      { sinceBlock: 102, readings: 1, consumer: null },
      { sinceBlock: 102, readings: 2, consumer: null },
      null,
    ]);
  });

  it('has what took its nonce searched for once it was that for so long, and again as long after', async () => {
    const { watch, chain, clock } = watching();
    chain.found = [{ kind: 'unseen', reason: 'history-unserved' }, foreign];
    const seen: Sighting['taken'][] = [];
    const isFound = (one: Sighting): boolean => {
      seen.push(one.taken);
      return one.taken?.consumer != null;
    };
    const asked = watch.until(transaction('ef_1'), ['0x01'], isFound, 60_000);
    await settled();
    const searches: number[] = [];
    for (let reading = 1; reading <= 10; reading += 1) {
      chain.tell(100 + reading, taken('ef_1'));
      await clock.advance(pollMs);
      searches.push(chain.searches.length);
    }
    await asked;

    // The first reading that found it taken came after one pause; a search comes 1,000 ms, four
    // pauses, later.
    expect(searches).to.deep.equal([0, 0, 0, 0, 1, 1, 1, 1, 2, 2]);
    expect(chain.searches).to.deep.equal([
      ['ef_1 0x01', 101],
      ['ef_1 0x01', 101],
    ]);
    expect(seen.map((one) => one?.consumer)).to.deep.equal([
      ...Array.from({ length: 9 }, () => null),
      foreign,
    ]);
  });

  it('says what an operator can do while nothing shows what took its nonce', async () => {
    const { watch, chain, clock, warnings } = watching();
    chain.found = [{ kind: 'unseen', reason: 'node-silent' }];
    void watch.until(transaction('ef_1'), ['0x01'], () => false, 60_000);
    await settled();
    for (let reading = 1; reading <= 5; reading += 1) {
      chain.tell(100, taken('ef_1'));
      await clock.advance(pollMs);
    }

    expect(warnings).to.deep.equal([
      [
        'outcome-unproven',
        {
          routeId: 'rt_1',
          purpose: 'pull',
          chain: 'eip155:8453',
          nonce: 0,
          reason: 'node-silent',
          advice: 'a configured node does not answer; mend it or take it out of the config',
        },
      ],
    ]);
  });

  it('is waited for, and not searched for, while a node has it in a block and owes the receipt', async () => {
    const { watch, chain, clock, warnings } = watching();
    const seen: Sighting['receiptOwed'][] = [];
    void watch.until(
      transaction('ef_1'),
      ['0x01'],
      (one) => {
        seen.push(one.receiptOwed);
        return false;
      },
      60_000,
    );
    await settled();
    for (let reading = 1; reading <= 5; reading += 1) {
      chain.tell(100, { ...taken('ef_1'), receiptOwed: '0x01' });
      await clock.advance(pollMs);
    }

    expect([seen, chain.searches]).to.deep.equal([['0x01', '0x01', '0x01', '0x01', '0x01'], []]);
    expect(warnings.map(([event, fields]) => [event, fields.reason])).to.deep.equal([
      ['outcome-unproven', 'receipt-owed'],
    ]);
  });

  it('forgets what took its nonce when a reorg set the nonce free', async () => {
    const { watch, chain, clock } = watching();
    chain.found = [foreign];
    const seen: unknown[] = [];
    void watch.until(
      transaction('ef_1'),
      ['0x01'],
      (one) => {
        seen.push(one.taken?.consumer?.hash);
        return false;
      },
      60_000,
    );
    await settled();
    const takenFor = Array.from({ length: 6 }, () => taken('ef_1'));
    for (const reading of [...takenFor, pending('ef_1'), taken('ef_1')]) {
      chain.tell(100, reading);
      await clock.advance(pollMs);
    }

    expect(seen.slice(5)).to.deep.equal(['0xee', undefined, undefined]);
  });
});
