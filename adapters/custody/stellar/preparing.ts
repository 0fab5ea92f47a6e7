import { type Address, nativeAddress } from '@interline/kernel';
import type { Prepared, TransactionRequest } from '@interline/ports';
import type { Channels, Standing } from './channels.ts';
import type { HorizonNode } from './horizon-node.ts';
import { feeStatsShape, type Ledger } from './horizon-shapes.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';
import type { StellarTxFields } from './stellar-tx-fields.ts';

export type PaymentRequest = Extract<TransactionRequest, { readonly kind: 'payout' | 'noop' }>;

/** What preparation needs: one Horizon at its newest ledger. */
export interface Preparing {
  readonly account: Address;
  readonly channels: Channels;
  readonly settings: Pick<StellarCustodySettings, 'chain' | 'feeRateCap' | 'clock'>;
  readonly node: HorizonNode;
  readonly head: Ledger;
  readonly signal: AbortSignal;
}

/** One Horizon reports it, so it extends a signed deadline by no more than this. */
const mostBehindSec = 3_600;

/**
 * How far our clock is behind the ledger's, in seconds. A deadline signed by our clock alone might
 * already have passed.
 */
export function clockBehindSec({
  settings: { clock },
  head,
}: Pick<Preparing, 'settings' | 'head'>): number {
  const behind = head.closed_at - Math.floor(clock.now() / 1_000);
  return Math.min(Math.max(0, behind), mostBehindSec);
}

/** A fee bump is charged for one operation more than it has. */
export function nothing(preparing: Preparing, { layout }: Standing): StellarTxFields {
  const { account } = preparing;
  const behind = clockBehindSec(preparing);
  return {
    ...(behind === 0 ? {} : { clockBehindSec: behind }),
    layout,
    operation: 'noop',
    to: account,
    asset: nativeAddress,
    units: 0n,
    value: 0n,
    gasLimit: 2n,
    maxFeeRate: 0n,
    tip: 0n,
  };
}

export function preparedFields(
  { account, settings, head }: Preparing,
  { slotsTaken }: Standing,
  tx: StellarTxFields,
  described: Pick<Prepared, 'purpose' | 'expects'>,
): Prepared {
  return {
    ...described,
    chain: settings.chain,
    role: 'float',
    account,
    tx,
    block: head.sequence,
    slotsTaken,
  };
}

/** The 80th percentile of recent ledgers' fees, and at least the network's base fee. */
export async function marketRate({
  node,
  signal,
  head,
}: Pick<Preparing, 'node' | 'signal' | 'head'>): Promise<bigint> {
  const stats = await node.get('/fee_stats', feeStatsShape, signal);
  const paid = stats?.fee_charged.p80 ?? 0n;
  return paid > head.base_fee_in_stroops ? paid : head.base_fee_in_stroops;
}
