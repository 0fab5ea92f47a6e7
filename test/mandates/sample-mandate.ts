import type { Mandate } from '@interline/core/mandates';
import { asAmount, evmAddress, evmChain } from '@interline/kernel';
import { payer } from '../contract/store-samples.ts';

export const mandateId = 'mnd_1';

/** With a budget that many payments fit in. */
export const mandateOfSample: Mandate = {
  id: mandateId,
  account: payer,
  hash: 'h1',
  token: 'a.b.c~',
  terms: {
    constraints: [
      { kind: 'budget', max: 1_000_000_000n },
      { kind: 'recurrence', frequency: 'ON_DEMAND', maxUses: null },
    ],
    preset: {},
    agentKey: { kty: 'OKP', crv: 'Ed25519', x: 'x' },
    notBeforeSec: 0,
    expiresSec: 2_000_000_000,
  },
  agentKeyId: 'k1',
  userKey: { kty: 'EC', crv: 'P-256', x: 'x', y: 'y' },
  evidence: { text: 'what was signed', signature: '0x02' },
  ceiling: {
    chain: evmChain(8453),
    owner: evmAddress(payer),
    token: evmAddress(`0x${'22'.repeat(20)}`),
    spender: evmAddress(`0x${'33'.repeat(20)}`),
    units: asAmount(10n ** 30n),
    expiresSec: 2_000_000_000,
    nonce: 0n,
    sigDeadline: 2_000_000_000n,
    signature: '0x01',
  },
  state: 'active',
  ...{ reserved: 0n, spent: 0n, uses: 0 },
  expiresAtMs: 2_000_000_000_000,
  createdAtMs: 1_000,
  revokedAtMs: null,
};
