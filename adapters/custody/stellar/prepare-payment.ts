import { asUnits, nativeAddress, type Refusal, refuse, type Units } from '@interline/kernel';
import type { Prepared } from '@interline/ports';
import type { Standing } from './channels.ts';
import { deliveryOf } from './delivery-of.ts';
import { freeLumens, freeOf } from './free-balance.ts';
import { unreachable } from './horizon-node.ts';
import type { HorizonAccount, Ledger } from './horizon-shapes.ts';
import { openingCost } from './prepare-opening.ts';
import {
  marketRate,
  nothing,
  type PaymentRequest,
  preparedFields,
  type Preparing,
} from './preparing.ts';
import type { StellarTxFields } from './stellar-tx-fields.ts';

export type PreparedPayment = { readonly ok: true; readonly value: Prepared } | Refusal;

/**
 * Sets the operation and fee of a payment from what Horizon shows of both accounts, because it
 * cannot be simulated. Refuses what the ledger would refuse, and says how to fix it.
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
    // The lumens suffice, so the opening comes next; payments wait until the channels exist.
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
    // What a claimable balance locks is gone until it is claimed, which may never happen.
    value: isNative ? units : locks,
    maxFeeRate: rate,
    ...(request.delivery?.memo === undefined ? {} : { memo: request.delivery.memo }),
  };
  return preparedOf(preparing, standing, fields, request);
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

interface Leaving {
  readonly token: string;
  readonly units: Units;
  /** Includes the reserve of an entry that it makes, in stroops. */
  readonly fee: bigint;
}

/** Why the account cannot pay this now; null if it can. */
function shortOf(own: HorizonAccount, head: Ledger, { token, units, fee }: Leaving): string | null {
  const isNative = token === nativeAddress;
  const lumens = freeLumens(own, head);
  const wanted = (isNative ? units : 0n) + fee;
  if (lumens < wanted)
    return `the float holds ${lumens} stroops above its reserve; the payment needs ${wanted}`;
  const held = freeOf(own, token);
  return !isNative && held < units
    ? `the float holds ${held} of ${token}; the payment needs ${units}`
    : null;
}
