import type { Deposit } from '@interline/core/transfer';
import { asAddress, asAmount, asUnits } from '@interline/kernel';
import { bitcoin } from './sample-tokens.ts';

/** Of 50,000 sats, of which 20,000 wait in the mempool. */
export const sampleDeposit: Deposit = {
  routeId: 'rt_0123456789abcdef0123456789abcdef',
  version: 1,
  chain: bitcoin,
  index: 3,
  address: asAddress('bc1qdeposit'),
  agreed: asAmount(50_000n),
  client: 'c1',
  confirmations: 3,
  lockedUntilMs: 1_800_000_900_000,
  expiresAtMs: 1_800_086_400_000,
  refundAddress: null,
  refundSecretHash: 'f'.repeat(64),
  state: 'seen',
  price: null,
  credited: null,
  terms: { output: asUnits(30_000_000n), fee: asUnits(40n) },
  isLost: false,
  outputs: [
    {
      tx: 'ab'.repeat(32),
      output: 1,
      units: asUnits(20_000n),
      confirmations: 0,
      block: null,
      blockHash: null,
      seenAtMs: 1_800_000_060_000,
      minedAtMs: null,
      isGone: false,
      replacedBy: null,
      use: null,
    },
  ],
  refunds: [],
  createdAtMs: 1_800_000_000_000,
};
