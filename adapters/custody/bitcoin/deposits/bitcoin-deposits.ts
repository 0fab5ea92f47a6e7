import { createHash } from 'node:crypto';
import { asAddress } from '@interline/kernel';
import type { DepositPort } from '@interline/ports';
import type { OpenBitcoin } from '../bitcoin-chain.ts';
import { agreedReadings } from './agreed-readings.ts';
import { depositReader } from './read-deposits.ts';
import { readTogether } from './read-together.ts';

/** Deposit addresses of the wallet that the float is in: one an index, on an account of their own. */
export function bitcoinDeposits(open: OpenBitcoin): DepositPort {
  const read = depositReader(open);
  const readAgreed = readTogether(async (watched, signal) => {
    const readings = await open.readEach(({ node }) => read(node, watched, signal), signal);
    return agreedReadings(readings, open.enough);
  });
  return {
    chains: [open.settings.chain],
    addressOf: (_chain, index) => asAddress(open.account.address('deposit', index).address),
    fingerprint: (secret) => createHash('sha256').update(secret).digest('hex'),
    seenAt: (_chain, watched, signal) => readAgreed(watched, signal),
  };
}
