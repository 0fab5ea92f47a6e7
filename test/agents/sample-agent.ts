import type { Agent } from '@interline/core/agents';
import type { Ppm } from '@interline/kernel';
import { payer } from '../contract/store-samples.ts';

export const agentId = `agt_${'1'.repeat(32)}`;
export const keyId = 'k'.repeat(43);

/** May do everything. */
export const agentOfSample: Agent = {
  id: agentId,
  account: payer,
  name: 'a sample',
  keyId,
  publicKey: 'x'.repeat(43),
  policy: {
    maxPerRoute: 1_000n,
    maxPerDay: 999_999_999_999_999n,
    tokens: ['*'],
    chains: ['*'],
    recipients: ['*'],
    approveAbove: null,
    maxSlippage: 20_000 as Ppm,
    expiresAtMs: 4_000_000_000_000,
  },
  state: 'active',
  seq: 0,
  createdAtMs: 1_700_000_000_000,
};
