import {
  asUnits,
  type Bps,
  feeOf,
  type JsonObject,
  maxUint256,
  noUnits,
  RelayError,
  type Units,
} from '@interline/plugins';
import { z } from 'zod';
import { digits } from './wire/fields.ts';

/** Our own charge on a transfer, in the source token's smallest units. */
export interface Charge {
  readonly fee: Units;
  /** The standard charge, a share of the amount. */
  readonly servicePart: Units;
  /** What the relayer pays upfront in the source chain's coin: gas, and the engine's flat fee. */
  readonly gasPart: Units;
}

/** For the service's own money, whose gas it pays anyway. */
export const noCharge: Charge = { fee: noUnits, servicePart: noUnits, gasPart: noUnits };

const memo = z.strictObject({ svcFee: digits, serviceFee: digits, gasFee: digits });

export function chargeOf(amount: Units, rate: Bps, gasPart: Units): Charge {
  const servicePart = feeOf(amount, rate);
  return { fee: asUnits(servicePart + gasPart), servicePart, gasPart };
}

/**
 * The smallest amount that leaves `net` after our charge; null if there is none. Exact: one unit
 * less leaves less than `net`.
 */
export function leastAmountFor(net: bigint, rate: Bps, gasPart: Units): Units | null {
  const kept = 10_000n - BigInt(rate);
  if (kept === 0n) return null;
  const least = ((net + gasPart) * 10_000n + kept - 1n) / kept;
  return least > maxUint256 ? null : asUnits(least);
}

/** The charge as shown to the client in the block, and as `plan` reads it from the memo. */
export function writeCharge({ fee, servicePart, gasPart }: Charge): JsonObject {
  return { svcFee: fee.toString(), serviceFee: servicePart.toString(), gasFee: gasPart.toString() };
}

/** The quote's charge; quote, sign request and execute use the same figure. */
export function readAgreedFee(written: JsonObject, engine: string): Units {
  const read = memo.safeParse(written);
  if (!read.success)
    throw new RelayError(
      'RAIL_FAULT',
      { rail: engine, step: 'plan' },
      'the quote does not carry the memo it was made with',
      { cause: read.error },
    );
  return read.data.svcFee;
}
