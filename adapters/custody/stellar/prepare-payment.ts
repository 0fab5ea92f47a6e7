import {
  type Address,
  asUnits,
  nativeAddress,
  type Refusal,
  refuse,
  type Units,
} from '@interline/kernel';
import type { Prepared, TransactionRequest } from '@interline/ports';
import { MuxedAccount, StrKey } from '@stellar/stellar-sdk';
import type { HorizonNode } from './horizon-node.ts';
import {
  accountShape,
  type BalanceLine,
  feeStatsShape,
  type HorizonAccount,
  type Ledger,
} from './horizon-shapes.ts';
import { baseOf, slotsOf } from './sequence.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';
import type { StellarOperation, StellarTxFields } from './stellar-tx-fields.ts';

export type PaymentRequest = Extract<TransactionRequest, { readonly kind: 'payout' | 'noop' }>;

export interface Preparing {
  readonly account: Address;
  readonly settings: Pick<StellarCustodySettings, 'chain' | 'feeRateCap'>;
  readonly node: HorizonNode;
  readonly head: Ledger;
  readonly signal: AbortSignal;
}

export type PreparedPayment = { readonly ok: true; readonly value: Prepared } | Refusal;

/**
 * Fixes operation and fee of a payment by what Horizon shows of both accounts: there is no way to
 * simulate one. Refuses what the ledger would refuse, with the way out.
 */
export async function preparePayment(
  preparing: Preparing,
  request: PaymentRequest,
): Promise<PreparedPayment> {
  const own = await ownAccount(preparing);
  if (own === null)
    return refuse(
      'INSUFFICIENT_FLOAT',
      `the account ${preparing.account} does not exist on Stellar yet; fund it with lumens`,
    );
  const rate = await marketRate(preparing);
  if (rate > preparing.settings.feeRateCap)
    return refuse(
      'GAS_CEILING',
      `an operation on Stellar costs ${rate} stroops now, above the cap of ${preparing.settings.feeRateCap}`,
    );
  if (request.kind === 'noop')
    return preparedOf(preparing, own, { ...nothing(preparing), maxFeeRate: rate }, request);
  const delivery = await deliveryOf(preparing, request);
  if (!delivery.ok) return delivery;
  const { token, to, units } = request;
  const isNative = token === nativeAddress;
  const entries = delivery.value === 'claimable' ? 1 : 0;
  const short = shortOf(own, preparing.head, { token, units, fee: rate, entries });
  if (short !== null) return refuse('INSUFFICIENT_FLOAT', short);
  const fields = {
    ...nothing(preparing),
    operation: delivery.value,
    to,
    asset: token,
    units,
    value: isNative ? units : 0n,
    maxFeeRate: rate,
    ...(request.delivery?.memo === undefined ? {} : { memo: request.delivery.memo }),
  };
  return preparedOf(preparing, own, fields, request);
}

/** The trustline that the account lacks first, of those that the deployment wants; null for none. */
export async function prepareTrust(
  preparing: Preparing,
  trusted: readonly string[],
): Promise<Prepared | null> {
  const own = await ownAccount(preparing);
  const missing = trusted.find((asset) => own !== null && lineOf(own, asset) === undefined);
  if (own === null || missing === undefined) return null;
  const rate = await marketRate(preparing);
  const fields = {
    ...nothing(preparing),
    operation: 'trust' as const,
    asset: missing,
    maxFeeRate: rate,
  };
  return preparedFields(preparing, own, fields, { purpose: 'trust', expects: null });
}

function nothing({ account }: Preparing): StellarTxFields {
  return {
    sequenceBase: 0n,
    operation: 'noop',
    to: account,
    asset: nativeAddress,
    units: 0n,
    value: 0n,
    gasLimit: 1n,
    maxFeeRate: 0n,
    tip: 0n,
  };
}

function preparedOf(
  preparing: Preparing,
  own: HorizonAccount,
  fields: StellarTxFields,
  request: PaymentRequest,
): PreparedPayment {
  const described =
    request.kind === 'noop'
      ? { purpose: 'noop' as const, expects: null }
      : {
          purpose: request.purpose,
          expects: {
            token: request.token,
            from: preparing.account,
            to: request.to,
            units: asUnits(request.units),
          },
        };
  return { ok: true, value: preparedFields(preparing, own, fields, described) };
}

function preparedFields(
  { account, settings, head }: Preparing,
  own: HorizonAccount,
  fields: StellarTxFields,
  described: Pick<Prepared, 'purpose' | 'expects'>,
): Prepared {
  return {
    ...described,
    chain: settings.chain,
    role: 'float',
    account,
    tx: { ...fields, sequenceBase: baseOf(own.sequence) },
    block: head.sequence,
    slotsTaken: slotsOf(own.sequence),
  };
}

/** How the recipient can be paid; refused where it cannot. */
async function deliveryOf(
  { node, head, signal }: Preparing,
  { token, to, units, delivery, purpose }: Extract<PaymentRequest, { kind: 'payout' }>,
): Promise<{ readonly ok: true; readonly value: StellarOperation } | Refusal> {
  const base = accountOf(to);
  const recipient = await node.get(`/accounts/${base}`, accountShape, signal);
  const isNative = token === nativeAddress;
  const isMuxed = base !== to;
  if (recipient === null && isMuxed && isNative)
    return refuse(
      'SIMULATION_FAILED',
      `${to} is a number within the account ${base}, which does not exist on Stellar yet; send to ${base}, which makes it`,
    );
  if (recipient === null) {
    if (isNative && units >= 2n * head.base_reserve_in_stroops)
      return { ok: true, value: 'create-account' };
    if (isNative)
      return refuse(
        'SIMULATION_FAILED',
        `${to} does not exist on Stellar yet, and an account takes at least ${2n * head.base_reserve_in_stroops} stroops to be made; send more`,
      );
    return delivery?.claimable === true && !isMuxed
      ? { ok: true, value: 'claimable' }
      : refuse(
          'TRUSTLINE_MISSING',
          `${to} does not exist on Stellar yet, so it cannot hold ${token}; create it with a trustline, or send claimable: true`,
        );
  }
  const wantsMemo =
    Buffer.from(recipient.data['config.memo_required'] ?? '', 'base64').toString() === '1';
  if (purpose === 'payout' && wantsMemo && delivery?.memo === undefined && !isMuxed)
    return refuse(
      'MEMO_REQUIRED',
      `${to} takes payments with a memo only; send memo: { type, value }`,
    );
  if (isNative) return { ok: true, value: 'payment' };
  const line = lineOf(recipient, token);
  if (line?.is_authorized !== false && line !== undefined && roomIn(line) >= units)
    return { ok: true, value: 'payment' };
  // A claimant is an account: the number of a muxed one has no place there.
  if (delivery?.claimable === true && !isMuxed) return { ok: true, value: 'claimable' };
  return refuse(
    'TRUSTLINE_MISSING',
    line === undefined
      ? `${to} has no trustline for ${token}; add one, or send claimable: true`
      : `the trustline of ${to} for ${token} does not take ${units} more; raise its limit, or send claimable: true`,
  );
}

interface Leaving {
  readonly token: string;
  readonly units: Units;
  readonly fee: bigint;
  /** Those of the ledger that the account pays the reserve of from then on. */
  readonly entries: number;
}

/** Why the account cannot pay that now; null where it can. */
function shortOf(
  own: HorizonAccount,
  head: Ledger,
  { token, units, fee, entries }: Leaving,
): string | null {
  const reserve =
    BigInt(2 + own.subentry_count + own.num_sponsoring - own.num_sponsored + entries) *
    head.base_reserve_in_stroops;
  const lumens = lineOf(own, nativeAddress)?.balance ?? 0n;
  const wanted = (token === nativeAddress ? units : 0n) + fee + reserve;
  if (lumens < wanted)
    return `the float has ${lumens} stroops, and ${wanted} are wanted with its reserve of ${reserve}`;
  if (token === nativeAddress) return null;
  const held = lineOf(own, token)?.balance ?? 0n;
  return held < units ? `the float has ${held} of ${token}, and ${units} are wanted` : null;
}

export function lineOf(account: HorizonAccount, asset: string): BalanceLine | undefined {
  return account.balances.find((line) =>
    asset === nativeAddress
      ? line.asset_type === 'native'
      : `${line.asset_code ?? ''}:${line.asset_issuer ?? ''}` === asset,
  );
}

function roomIn({ balance, limit, buying_liabilities: buying = 0n }: BalanceLine): bigint {
  return limit === undefined ? 0n : limit - balance - buying;
}

/** The account behind a muxed address. */
export function accountOf(address: string): string {
  return StrKey.isValidMed25519PublicKey(address)
    ? MuxedAccount.fromAddress(address, '0').baseAccount().accountId()
    : address;
}

async function ownAccount({ account, node, signal }: Preparing): Promise<HorizonAccount | null> {
  return node.get(`/accounts/${account}`, accountShape, signal);
}

/** What four of five paid in the last ledgers, and never below the network's own price. */
export async function marketRate({
  node,
  signal,
  head,
}: Pick<Preparing, 'node' | 'signal' | 'head'>): Promise<bigint> {
  const stats = await node.get('/fee_stats', feeStatsShape, signal);
  const paid = stats?.fee_charged.p80 ?? 0n;
  return paid > head.base_fee_in_stroops ? paid : head.base_fee_in_stroops;
}
