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
import { type Channels, type Standing } from './channels.ts';
import { freeLumens, freeOf, lineOf } from './free-balance.ts';
import { type HorizonNode, unreachable } from './horizon-node.ts';
import {
  accountShape,
  type BalanceLine,
  feeStatsShape,
  type HorizonAccount,
  type Ledger,
} from './horizon-shapes.ts';
import type { StellarCustodySettings } from './stellar-settings.ts';
import type { StellarOperation, StellarTxFields } from './stellar-tx-fields.ts';

export type PaymentRequest = Extract<TransactionRequest, { readonly kind: 'payout' | 'noop' }>;

export interface Preparing {
  readonly account: Address;
  readonly channels: Channels;
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
  const { channels, node, signal, head, settings } = preparing;
  const standing = await channels.read(node, signal);
  const { own } = standing;
  if (own === null)
    return refuse(
      'INSUFFICIENT_FLOAT',
      `the account ${preparing.account} does not exist on Stellar yet; fund it with lumens`,
    );
  const rate = await marketRate(preparing);
  if (rate > settings.feeRateCap)
    return refuse(
      'GAS_CEILING',
      `an operation on Stellar costs ${rate} stroops now, above the cap of ${settings.feeRateCap}`,
    );
  if (request.kind === 'noop') {
    const fields = { ...nothing(preparing, standing), maxFeeRate: rate };
    return preparedOf(preparing, standing, fields, request);
  }
  if (!standing.isOpen) {
    const missing = openingCost(preparing, rate) - freeLumens(own, head);
    // What waits for them is paid as soon as they are there.
    if (missing <= 0n) throw unreachable(settings.chain);
    return refuse(
      'INSUFFICIENT_FLOAT',
      `the float lacks ${missing} stroops to make its channel accounts`,
    );
  }
  const delivery = await deliveryOf(preparing, request);
  if (!delivery.ok) return delivery;
  const { token, to, units } = request;
  const isNative = token === nativeAddress;
  const locks = delivery.value === 'claimable' ? head.base_reserve_in_stroops : 0n;
  const short = shortOf(own, head, { token, units, fee: 2n * rate + locks });
  if (short !== null) return refuse('INSUFFICIENT_FLOAT', short);
  const fields = {
    ...nothing(preparing, standing),
    operation: delivery.value,
    to,
    asset: token,
    units,
    value: isNative ? units : 0n,
    maxFeeRate: rate,
    ...(request.delivery?.memo === undefined ? {} : { memo: request.delivery.memo }),
  };
  return preparedOf(preparing, standing, fields, request);
}

/**
 * What the account lacks first of what the deployment wants: its channels, then each trustline; null
 * for nothing; `unfunded` while it has not the lumens for it.
 */
export async function prepareOpening(
  preparing: Preparing,
  trusted: readonly string[],
): Promise<Prepared | 'unfunded' | null> {
  const { channels, node, signal, head } = preparing;
  const standing = await channels.read(node, signal);
  const { own } = standing;
  if (own === null) return 'unfunded';
  const rate = await marketRate(preparing);
  const described = { purpose: 'trust', expects: null } as const;
  const fields = { ...nothing(preparing, standing), maxFeeRate: rate };
  if (!standing.isOpen) {
    if (freeLumens(own, head) < openingCost(preparing, rate)) return 'unfunded';
    const makes = channels.wanted;
    const opening = {
      ...fields,
      operation: 'channels' as const,
      makes,
      units: 2n * head.base_reserve_in_stroops,
      gasLimit: BigInt(makes.length + 2),
    };
    return preparedFields(preparing, standing, opening, described);
  }
  const missing = trusted.find((asset) => lineOf(own, asset) === undefined);
  if (missing === undefined) return null;
  if (freeLumens(own, head) < head.base_reserve_in_stroops + 2n * rate) return 'unfunded';
  const trust = { ...fields, operation: 'trust' as const, asset: missing };
  return preparedFields(preparing, standing, trust, described);
}

/** Two reserves for each channel, one for the entry that names them, and the fee; in stroops. */
function openingCost({ channels, head }: Preparing, rate: bigint): bigint {
  const made = BigInt(channels.wanted.length);
  return (2n * made + 1n) * head.base_reserve_in_stroops + (made + 2n) * rate;
}

/** A fee bump is charged for one operation more than it has. */
function nothing({ account }: Preparing, { layout }: Standing): StellarTxFields {
  return {
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

function preparedOf(
  preparing: Preparing,
  standing: Standing,
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
  return { ok: true, value: preparedFields(preparing, standing, fields, described) };
}

function preparedFields(
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
  /** With the reserve of an entry that it makes, in stroops. */
  readonly fee: bigint;
}

/** Why the account cannot pay that now; null where it can. */
function shortOf(own: HorizonAccount, head: Ledger, { token, units, fee }: Leaving): string | null {
  const isNative = token === nativeAddress;
  const lumens = freeLumens(own, head);
  const wanted = (isNative ? units : 0n) + fee;
  if (lumens < wanted)
    return `the float has ${lumens} stroops beside its reserve, and ${wanted} are wanted`;
  const held = freeOf(own, token);
  return !isNative && held < units
    ? `the float has ${held} of ${token}, and ${units} are wanted`
    : null;
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
