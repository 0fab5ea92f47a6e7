import type { BenchChain } from '../scene/bench-chain.ts';
import { usdcOf } from '../scene/bench-payers.ts';
import type { BenchScene } from '../scene/bench-scene.ts';
import { setBalance } from '../scene/token-slots.ts';
import { routeUnits } from '../settle/presigned-routes.ts';
import { gasOf, type GasSeen } from './gas-of.ts';
import type { GasRow } from './gas-row.ts';
import { oneBatch } from './one-batch.ts';

/** How many routes share a transaction. */
export const batchSize = 20;

/**
 * What one of twenty costs: a payer's first pull, the second one, and a payout to a recipient who
 * holds a balance.
 */
export async function batchGas(scene: BenchScene): Promise<readonly GasRow[]> {
  const { source, destination } = scene;
  const [opener, ...payers] = scene.payers;
  if (opener === undefined || payers.length !== batchSize)
    throw new Error(`wanted ${batchSize + 1} payers; found ${scene.payers.length}`);
  await destination.link.batch(
    payers.map(({ address }) =>
      setBalance(destination.usdc, destination.slots, address, routeUnits),
    ),
  );

  const first = await oneBatch(scene, opener, payers);
  const second = await oneBatch(scene, opener, payers);

  const arrived = await usdcOf(
    destination,
    payers.map(({ address }) => address),
  );
  if (new Set(arrived).size !== 1)
    throw new Error('the payers of a batch were paid out differently');
  const sentBy = 'service';
  return [
    {
      key: 'batch-first',
      what: `pull in a batch of ${batchSize}, fresh nonce word`,
      sentBy,
      seen: await shareOf(source, first.srcTx),
    },
    {
      key: 'batch-second',
      what: `pull in a batch of ${batchSize}, used nonce word`,
      sentBy,
      seen: await shareOf(source, second.srcTx),
    },
    {
      key: 'batch-payout',
      what: `payout in a batch of ${batchSize}`,
      sentBy,
      seen: await shareOf(destination, second.destTx),
    },
  ];
}

/** One route's part of a batch, rounded up. */
async function shareOf(chain: BenchChain, hash: string): Promise<GasSeen> {
  const { gasUsed, execution } = await gasOf(chain, hash);
  return {
    hash,
    gasUsed: Math.ceil(gasUsed / batchSize),
    execution: Math.ceil(execution / batchSize),
  };
}
