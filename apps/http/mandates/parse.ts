import type { Ceiling } from '@interline/core/mandates';
import { evmChain, readAmount } from '@interline/kernel';
import type { AddressReader } from '@interline/ports';
import type * as z from 'zod';
import { parseEvmAddress } from '../server/parse/parse-address.ts';
import { badField } from '../server/parse/parse-shape.ts';
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

function tooLarge(field: string, type: string): Error {
  return badField(`allowance.${field}`, `allowance.${field} does not fit ${type}`);
}
