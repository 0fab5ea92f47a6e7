import { confirmationsFor, finalityOf, type FinalityRow, valueMicroUsd } from '@interline/kernel';
import { wantedDepth } from '../../transactions/index.ts';
import type { TransferPorts } from '../ports.ts';
import type { Route } from '../route.ts';
import type { SeenOutput } from './deposit.ts';
import { sumOf } from './worth-of.ts';

type Ports = Pick<TransferPorts, 'price' | 'policy' | 'store'>;
type Of = Pick<Route, 'id' | 'client' | 'order'>;

/**
 * Outputs that are deep enough for the total value that a reorg could remove with them, and that
 * depth.
 */
export async function ripeOutputs(
  ports: Ports,
  route: Of,
  outputs: readonly SeenOutput[],
  signal: AbortSignal,
): Promise<{ readonly ripe: readonly SeenOutput[]; readonly wanted: number }> {
  const { deep, wanted } = await deepEnough(ports, route, outputs, signal);
  const row = finalityOf(ports.policy.finality, route.order.from.chain);
  if (deep.length === 0 || wanted >= row.confirmations) return { ripe: deep, wanted };
  const together = await depthTogether(ports, route, { row, units: sumOf(outputs) }, signal);
  const most = Math.max(wanted, together);
  return { ripe: deep.filter(({ confirmations }) => confirmations >= most), wanted: most };
}

/**
 * The outputs that are deep enough for their own total value, required before money of ours leaves.
 */
export async function deepEnough(
  ports: Pick<Ports, 'price' | 'policy'>,
  { order: { from } }: Pick<Of, 'order'>,
  outputs: readonly SeenOutput[],
  signal: AbortSignal,
): Promise<{ readonly deep: readonly SeenOutput[]; readonly wanted: number }> {
  if (outputs.length === 0) return { deep: [], wanted: 0 };
  const wanted = await wantedDepth(ports, from, sumOf(outputs), signal);
  return { deep: outputs.filter(({ confirmations }) => confirmations >= wanted), wanted };
}

/**
 * Counts the client's other deposits that are less deep than the highest tier. Client identities
 * are free, so if all deposits of the chain together are worth more than the limit, each needs the
 * highest tier. The same rule applies to pulls.
 */
async function depthTogether(
  { price, policy, store }: Ports,
  { id, client, order: { from } }: Of,
  { row, units }: { readonly row: FinalityRow; readonly units: bigint },
  signal: AbortSignal,
): Promise<number> {
  const found = await price.priceOf(from, signal).catch(() => null);
  if (found === null) return row.confirmations;
  const shallow = await store.reads.transfers.shallowDeposits(from.chain, row.confirmations);
  const others = shallow.filter(({ routeId }) => routeId !== id);
  const worthWith = (more: typeof others): bigint =>
    valueMicroUsd(units + sumOf(more), from.decimals, found);
  if (worthWith(others) > BigInt(policy.maxOpenPullsUsd) * 1_000_000n) return row.confirmations;
  return confirmationsFor(row, worthWith(others.filter((one) => one.client === client)));
}
