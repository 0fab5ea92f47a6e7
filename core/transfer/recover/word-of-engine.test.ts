import type { Progress } from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import type { Route } from '../route.ts';
import { wordOfEngine } from './word-of-engine.ts';
import { expect } from 'chai';

const { signal } = new AbortController();
const hash = `0x${'5e'.repeat(32)}`;

describe("an engine's status of money that it was handed", () => {
  it('is over only if the transfer failed or is unknown there, and no payment is named', async () => {
    const told: readonly (readonly [Progress, boolean, string])[] = [
      [{ status: 'BRIDGING', stage: 'PENDING' }, false, 'lifi says BRIDGING, stage PENDING'],
      [{ status: 'WAITING', stage: 'WAITING' }, false, 'lifi says WAITING, stage WAITING'],
      [
        { status: 'DONE', stage: 'DELIVERED', destTx: hash },
        false,
        `lifi says DONE, stage DELIVERED, an arrival in ${hash}`,
      ],
      [{ status: 'FAILED', stage: 'FAILED' }, true, 'lifi says FAILED, stage FAILED'],
      [
        { status: 'FAILED', stage: 'REFUNDED', refundTx: hash },
        false,
        `lifi says FAILED, stage REFUNDED, a refund in ${hash}`,
      ],
      [{ status: 'BRIDGING', stage: 'NOT_INDEXED' }, true, 'lifi says BRIDGING, stage NOT_INDEXED'],
    ];

    for (const [progress, isOver, says] of told)
      expect(await asked(async () => progress)).to.deep.equal({ isOver, says });
  });

  it('is requested with the transaction that handed the money over', async () => {
    const refs: unknown[] = [];

    await asked(async (ref) => {
      refs.push(ref);
      return { status: 'FAILED', stage: 'FAILED' };
    });

    expect(refs).to.deep.equal([{ order: 'one', srcTx: hash }]);
  });

  it('is not over if the engine cannot be asked', async () => {
    const down = await asked(async () => {
      throw new Error('down');
    });
    const gone = await asked(null);

    expect([down, gone]).to.deep.equal([
      { isOver: false, says: 'lifi cannot be asked now: RAIL_FAULT' },
      { isOver: false, says: 'lifi cannot be asked: its rail is not in the deployment' },
    ]);
  });
});

function asked(track: RailPort['track'] | null) {
  const route = {
    rail: 'lifi',
    railPackage: 'aggregators',
    srcTx: hash,
    plan: { steps: [{ kind: 'track', ref: { order: 'one' }, pollMs: 1 }] },
  };
  // CAST: the rail and route methods in use.
  const byId = (id: string) =>
    id === 'aggregators' && track !== null ? ({ track } as RailPort) : undefined;
  return wordOfEngine(
    { registry: { rails: [], onLane: () => [], byId, sandbox: undefined } },
    route as unknown as Route, // CAST: as above.
    signal,
  );
}
