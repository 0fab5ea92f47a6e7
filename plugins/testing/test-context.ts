import { evmAddress, RelayError, standardFeeBps, standardParBandBps } from '@interline/kernel';
import type { Members } from '@interline/ports';
import type { RailContext } from '../rail-context.ts';
import { ManualClock } from './manual-clock.ts';
import { RecordingLog } from './recording-log.ts';
import { testTokens } from './test-tokens.ts';

/** A deployment without member collections. */
export const noMembers: Members = {
  recognised: () => [],
  membershipOf: async () => ({
    kind: 'not-a-member',
    reason: 'no member collection is recognised here',
  }),
};

export const testRelayer = evmAddress('0x00000000000000000000000000000000005e1a7e');

/**
 * A host's context of hand-written doubles; upstreams return nothing unless the test provides one.
 */
export function testContext(parts: Partial<RailContext> = {}): RailContext {
  const clock = parts.clock ?? new ManualClock();
  return {
    clock,
    log: new RecordingLog(),
    http: {
      request: async () => {
        throw new RelayError('RAIL_FAULT', {}, 'no upstream answers in this test');
      },
    },
    price: { priceOf: async () => ({ microUsd: 1_000_000n, asOfMs: clock.now() }) },
    chains: {
      call: async () => null,
      gasCost: async (_chain, gas) => gas * 1_000_000n,
      isUp: () => true,
    },
    tokens: { on: (chain) => testTokens.filter((token) => token.chain === chain) },
    members: noMembers,
    standardFeeBps,
    parBandBps: standardParBandBps,
    relayer: testRelayer,
    ...parts,
  };
}
