import { type Effect, type Envelope, evmAddress, evmChain, type Hex } from '@interline/domain';
import { expect } from 'chai';
import type { MoneyPorts } from '../money/money-ports.ts';
import { resendOpen } from './recover.ts';

const chain = evmChain(8453);
const account = evmAddress(`0x5e${'0'.repeat(38)}`);

describe('what is open', () => {
  it('is sent again in nonce order, though a remote signer is silent about one of them', async () => {
    const { ports, sent } = given([envelope('0x03', 3), envelope('0x02', 2, { raw: null }), envelope('0x01', 1)]);

    const resent = await resendOpen(ports, 0, new AbortController().signal);

    expect([resent, sent]).to.deep.equal([2, ['0x01', '0x03']]);
  });
});

/** A journal with these open, and custody whose remote signer fails. */
function given(envelopes: readonly Envelope[]) {
  const sent: Hex[] = [];
  const ports = {
    clock: { now: () => 1_000 },
    reader: {
      openEffects: async () => envelopes.map(({ effectId }): Partial<Effect> => ({ id: effectId, chain, createdAtMs: 0 })),
      envelopesOf: async () => envelopes,
    },
    custody: { chains: [chain], sign: () => Promise.reject(new Error('the signer is away')) },
    sender: { send: async (some: readonly Envelope[]) => { sent.push(...some.map(({ hash }) => hash)); } },
    log: { warn: () => undefined },
  };
  return { ports: ports as unknown as MoneyPorts, sent }; // CAST: the parts that sending again works with.
}

function envelope(hash: Hex, nonce: number, change: Partial<Envelope> = {}): Envelope {
  return {
    hash, effectId: `ef_${nonce}`, chain, account, nonce, raw: '0x02', committedAtMs: 0,
    tx: { to: account, data: '0x', valueWei: 0n, gasLimit: 21_000n, maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }, ...change,
  };
}
