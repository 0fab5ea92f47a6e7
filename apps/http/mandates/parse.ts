import type { Ceiling } from '@interline/core/mandates';
import { evmChain, readAmount } from '@interline/kernel';
import type { AddressReader } from '@interline/ports';
import type * as z from 'zod';
import { parseEvmAddress } from '../server/parse/parse-address.ts';
import { badField } from '../server/parse/parse-shape.ts';
import type { ExecuteRequestWire } from '../transfer/execute/schemas.ts';
import type { registerMandateBody } from './schemas.ts';

type AllowanceWire = z.output<typeof registerMandateBody>['allowance'];

/** One above the most that the types of the signed struct can hold. */
const mostOf = { amount: 2n ** 160n, nonce: 2n ** 48n, sigDeadline: 2n ** 256n } as const;

export function parseCeiling(
  { chainId, details, spender, sigDeadline, signature }: AllowanceWire,
  addresses: AddressReader,
): Omit<Ceiling, 'owner'> {
  const units = readAmount(details.amount, 'allowance.details.amount');
  if (units >= mostOf.amount) throw tooLarge('details.amount', 'uint160');
  const nonce = BigInt(details.nonce);
  if (nonce >= mostOf.nonce) throw tooLarge('details.nonce', 'uint48');
  const until = BigInt(sigDeadline);
  if (until >= mostOf.sigDeadline) throw tooLarge('sigDeadline', 'uint256');
  return {
    chain: evmChain(chainId),
    token: parseEvmAddress(addresses, details.token, 'allowance.details.token'),
    spender: parseEvmAddress(addresses, spender, 'allowance.spender'),
    units,
    nonce,
    sigDeadline: until,
    signature,
    expiresSec: Number(details.expiration),
  };
}

/** A body under a mandate says neither who pays nor by which permit. */
export function assertPaidByMandate({
  permit2,
  mode,
}: Pick<ExecuteRequestWire, 'permit2' | 'mode'>): void {
  if (permit2 !== undefined)
    throw badField('permit2', 'a mandate is paid out of its allowance: leave permit2 out');
  if (mode === 'self') throw badField('mode', 'a mandate pays from a wallet: leave mode out');
}

/** The body with every member as the client sent it, because both sides hash it. */
export function bodyIn(rawBody: Buffer): Readonly<Record<string, unknown>> {
  // CAST: the schema has found it to be an object.
  return JSON.parse(rawBody.toString()) as Record<string, unknown>;
}

function tooLarge(field: string, type: string): Error {
  return badField(`allowance.${field}`, `allowance.${field} does not fit ${type}`);
}
