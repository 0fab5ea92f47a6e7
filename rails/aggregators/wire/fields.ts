import {
  asAmount,
  asUnits,
  evmAddress,
  type Hex,
  isEvmAddressShape,
  maxUint256,
  noUnits,
} from '@interline/plugins';
import { z } from 'zod';

const isUint256 = (digits: string): boolean => BigInt(digits) <= maxUint256;

/**
 * A token quantity as a string of decimal digits. JSON numbers are refused: they have already lost
 * their last digits.
 */
export const digits = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,77})$/, { abort: true })
  .refine(isUint256)
  .transform((text) => asUnits(BigInt(text)));

/** The same for an amount that must move, so never zero. */
export const positiveDigits = z
  .string()
  .regex(/^[1-9][0-9]{0,77}$/, { abort: true })
  .refine(isUint256)
  .transform((text) => asAmount(BigInt(text)));

/** Wei in a transaction: a string of hex or decimal digits. */
export const quantity = z
  .string()
  .regex(/^(0x[0-9a-fA-F]{1,64}|0|[1-9][0-9]{0,77})$/, { abort: true })
  .refine((text) => BigInt(text) <= maxUint256)
  .transform((text) => asUnits(BigInt(text)));

/** The coin that a call carries; zero if it is not stated. */
const carried = quantity.nullish().transform((value) => value ?? noUnits);

/** An EVM address in any spelling. The checksum is not checked: we compare with known addresses. */
export const address = z.string().refine(isEvmAddressShape).transform(evmAddress);

/** Twice the 64 kB of calldata that any RPC node accepts, in hex digits. */
const maxDataChars = 262_144;

/** Whole bytes, in lower case; `0x` alone is empty. */
export const hexData = z
  .string()
  .max(maxDataChars)
  .regex(/^0x(?:[0-9a-fA-F]{2})*$/)
  .transform((text) => text.toLowerCase() as Hex);

/** A transaction to send, on a chain that is stated elsewhere. */
export const transaction = z.object({ to: address, data: hexData, value: carried });

/** The hash of an EVM transaction. */
export const txHash = z
  .string()
  .regex(/^0x[0-9a-fA-F]{64}$/)
  .transform((text) => text.toLowerCase() as Hex);

/** The same for an optional hash: a missing or malformed one is left out. */
export const namedTx = txHash.optional().catch(undefined);

/** An EIP-155 id, as a number or as digits. */
export const chainId = z.union([
  z.int().positive(),
  z
    .string()
    .regex(/^[1-9][0-9]{0,14}$/)
    .transform(Number),
]);

/** An epoch below this is in seconds, above in milliseconds. */
const firstMs = 100_000_000_000;
const lastMs = 8_640_000_000_000_000;

const epoch = z
  .union([
    z.number().positive().max(lastMs),
    z
      .string()
      .regex(/^[1-9][0-9]{0,15}$/)
      .transform(Number),
  ])
  .transform((count) => Math.floor(count < firstMs ? count * 1_000 : count));

/** A moment in epoch milliseconds, from seconds, milliseconds or an ISO date. */
export const moment = z.union([
  epoch,
  z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
]);

const maxSec = 31_536_000;

/**
 * How long something takes in whole seconds, rounded up, from a number or digits. It merely
 * informs, so one that is missing or cannot be read is null.
 */
export const duration = z
  .union([
    z.number().min(0).max(maxSec),
    z
      .string()
      .regex(/^[0-9]{1,8}(\.[0-9]{1,9})?$/)
      .transform(Number)
      .pipe(z.number().max(maxSec)),
  ])
  .transform(Math.ceil)
  .nullable()
  .catch(null);

/** An engine's own id, fit for a `ref`: one word of at most 128 characters. */
export const word = z.string().regex(/^[0-9A-Za-z:._-]{1,128}$/);

/** The name of a bridge inside an engine, fit to be shown; null unless it is short and plain. */
export const bridgeName = z
  .unknown()
  .transform((value) =>
    typeof value === 'string' && /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,39}$/u.test(value) ? value : null,
  );
