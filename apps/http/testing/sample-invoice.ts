import type { Invoice } from '@interline/core/passes';
import { asUnits, evmAddress, evmChain } from '@interline/kernel';
import { baseUsdc } from './sample-tokens.ts';

const price = asUnits(3_000_000n);

/** Paid in full, and three of its passes were signed. */
export const sampleInvoice: Invoice = {
  id: 'inv_0f1e2d3c4b5a69788796a5b4c3d2e1f0',
  version: 3,
  bundle: 'bundle',
  bundles: 1,
  asset: 'usdc-8453',
  chain: evmChain(8_453),
  token: baseUsdc.address,
  address: evmAddress('0x4000000000000000000000000000000000000004'),
  collector: evmAddress('0x1000000000000000000000000000000000000001'),
  recipient: evmAddress('0x2000000000000000000000000000000000000002'),
  amount: price,
  confirmations: 3,
  createdAtMs: 1_800_000_000_000,
  expiresAtMs: 1_800_001_800_000,
  pending: asUnits(0n),
  received: price,
  credited: price,
  held: price,
  block: 100,
  blockAtMs: 1_800_000_060_000,
  collection: null,
  routeId: null,
  authorizationId: null,
  authorizedBy: null,
  issued: 3,
  exhaustedAtMs: null,
  nextLookMs: 1_800_000_070_000,
  nextCollectMs: null,
  collectTries: 0,
  txs: [],
};
