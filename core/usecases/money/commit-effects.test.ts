import { asUnits, evmAddress, evmChain, type EffectPurpose } from '@interline/domain';
import type { JournalWriter, Prepared } from '@interline/ports';
import { expect } from 'chai';
import { commitEffects } from './commit-effects.ts';
import type { MoneyPorts } from './money-ports.ts';

const chain = evmChain(8453);
const spender = evmAddress(`0x5e${'0'.repeat(38)}`);

describe('effects that are committed together', () => {
  it('are of one moment, so that a reorg of the first does not take the others for what was done since', async () => {
    let nowMs = 1_000;
    const tx: Partial<JournalWriter> = {
      balance: async (book) => ({ book, units: asUnits(10n ** 18n), block: 1 }), taken: async () => [], lane: async () => null,
      insertEffect: async () => undefined, insertReservation: async () => undefined,
    };
    const ports = { custody: { isBatched: () => true }, entropy: { hex: () => 'aa' }, clock: { now: () => (nowMs += 1) }, log: { warn: () => undefined } };
    const prepared = (['allowance', 'pull', 'approve', 'call'] as const).map(one);

    const committed = await commitEffects(ports as unknown as MoneyPorts, tx as JournalWriter, 'rt_1', -1, prepared); // CAST: the parts that a commit works with.

    expect(new Set(committed.map(({ effect }) => effect.createdAtMs)).size).to.equal(1);
    expect(committed.map(({ effect }) => effect.batch?.position)).to.deep.equal([0, 1, 2, 3]);
  });
});

function one(purpose: EffectPurpose): Prepared {
  return {
    purpose, chain, role: 'spender', account: spender, expects: null, block: 1,
    tx: { to: evmAddress(`0x70${'0'.repeat(38)}`), data: '0x', valueWei: 0n, gasLimit: 100_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n },
  };
}
