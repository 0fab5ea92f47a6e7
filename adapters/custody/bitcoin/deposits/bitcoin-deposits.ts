import { createHash } from 'node:crypto';
import { asAddress } from '@interline/kernel';
import type { DepositPort } from '@interline/ports';
import type { OpenBitcoin } from '../bitcoin-chain.ts';
import { agreedReadings } from './agreed-readings.ts';
import { depositReader } from './read-deposits.ts';

/** Deposit addresses of the wallet that the float is in: one an index, on an account of their own. */
export function bitcoinDeposits(open: OpenBitcoin): DepositPort {
  const read = depositReader(open);
  return {
    chains: [open.settings.chain],
    addressOf: (_chain, index) => asAddress(open.account.address('deposit', index).address),
    fingerprint: (secret) => createHash('sha256').update(secret).digest('hex'),
    async seenAt(_chain, watched, signal) {
      const readings = await open.readEach(({ node }) => read(node, watched, signal), signal);
      return agreedReadings(readings, open.enough);
    },
  };
}
