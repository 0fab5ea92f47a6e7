import { asAddress } from '@interline/kernel';
import type { DepositPort, DepositReading } from '@interline/ports';
import type { FloatWallet } from '../float-wallet.ts';
import { unreachable } from '../node/node-access.ts';
import { namedAtMost } from '../prepare/named-coins.ts';
import { agreedReadings } from './agreed-readings.ts';
import { drawnAhead } from './drawn-ahead.ts';
import { depositReader } from './deposit-reader.ts';
import { readTogether } from './read-together.ts';

/**
 * Main chain blocks are ten minutes apart, and the median of the last ones is an hour old. If the
 * tip is six hours old, the node has stopped or our clock is wrong, and a deposit that does not
 * show there within a day may still have arrived.
 */
const staleAfterMs = 6 * 3_600_000;

/** Deposit addresses of the float's wallet: one per index, on a separate account. */
export function bitcoinDeposits(wallet: FloatWallet): DepositPort {
  const { chain, network, clock } = wallet.settings;
  const read = depositReader(wallet);
  const readAgreed = readTogether(async (watched, signal) => {
    const readings = await wallet.readAlike(
      async ({ node }) => {
        const reading = await read(node, watched, signal);
        // On test networks blocks come only when a person makes them.
        if (network === 'mainnet' && reading.tipTimeMs < clock.now() - staleAfterMs)
          throw unreachable(chain, 'the bitcoin node shows no block of the last six hours');
        return reading;
      },
      wordsOf,
      signal,
    );
    return agreedReadings(readings, wallet.enough);
  });
  const addressOf = (index: number) => asAddress(wallet.account.address('deposit', index).address);
  const ahead = drawnAhead(async (indices, signal) => {
    const addresses = indices.map(addressOf);
    // Each reading also makes its node watch the addresses. A node that hangs does not delay the
    // others.
    await wallet.readAlike(
      ({ node }) => node.watch(addresses, null, signal),
      () => 'watched',
      signal,
    );
  });
  return {
    chains: [chain],
    addressOf: (_chain, index) => addressOf(index),
    drawAhead: (_chain, draw, signal) => ahead.draw(draw, signal),
    takeIndex: (_chain, draw, signal) => ahead.take(draw, signal),
    outputsAtMost: () => namedAtMost,
    seenAt: (_chain, watched, signal) => readAgreed(watched, signal),
  };
}

/** Every field that decides about money. */
function wordsOf({ addresses, tipTimeMs }: DepositReading): string {
  const outputs = addresses.flatMap((one) => one.outputs);
  const shown = outputs.map(({ tx, output, units, blockHash, confirmations }) =>
    [tx, output, units, blockHash, confirmations].join(),
  );
  return [tipTimeMs, ...shown.toSorted()].join(' ');
}
