import { sha256 } from '../passes/mint/merkle-root.ts';
import { hexOf } from '../passes/numbers.ts';
import { joined } from '../passes/pss.ts';
import { ReceiptError } from './check-receipt.ts';

/** What `GET /api/transparency/liability` answers of one route. */
export interface ShownLiability {
  readonly routeId: string;
  /** Digits, smallest units. */
  readonly amount: string;
  /** 32 bytes in hex. */
  readonly salt: string;
  readonly place: number;
  /** From the lowest up: a sibling's hash in hex, and what is owed below it. */
  readonly path: readonly { readonly hash: string; readonly sum: string }[];
}

/** As the signed reserves have it. */
export interface SumRoot {
  readonly hash: string;
  readonly sum: string;
}

const mostUnits = 2n ** 256n - 1n;

/**
 * Checks that what is owed for a route is counted in the sum that the service signed. Throws
 * `ReceiptError` where it is not. That others were left out is seen only by those who look.
 */
export async function checkLiability(
  { routeId, amount, salt, place, path }: ShownLiability,
  root: SumRoot,
): Promise<void> {
  let sum = unitsIn(amount);
  let hash = await sha256(
    joined(Uint8Array.of(0), hashIn(salt), new TextEncoder().encode(routeId), bytesOf(sum)),
  );
  if (!Number.isSafeInteger(place) || place < 0 || place >= 2 ** path.length) throw refused();
  let at = place;
  for (const sibling of path) {
    const own = joined(hash, bytesOf(sum));
    const other = joined(hashIn(sibling.hash), bytesOf(unitsIn(sibling.sum)));
    hash = await sha256(
      at % 2 === 0 ? joined(Uint8Array.of(1), own, other) : joined(Uint8Array.of(1), other, own),
    );
    sum += unitsIn(sibling.sum);
    if (sum > mostUnits) throw refused();
    at = Math.floor(at / 2);
  }
  if (hexOf(hash) !== root.hash || sum !== unitsIn(root.sum)) throw refused();
}

function unitsIn(digits: string): bigint {
  if (!/^(0|[1-9][0-9]{0,77})$/.test(digits)) throw refused();
  const units = BigInt(digits);
  if (units > mostUnits) throw refused();
  return units;
}

function bytesOf(units: bigint): Uint8Array<ArrayBuffer> {
  return hashIn(units.toString(16).padStart(64, '0'));
}

function hashIn(hex: string): Uint8Array<ArrayBuffer> {
  if (!/^[0-9a-f]{64}$/.test(hex)) throw refused();
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

function refused(): ReceiptError {
  return new ReceiptError('the path does not lead from this amount to what the service signed');
}
