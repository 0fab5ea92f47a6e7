import {
  type ChainRef,
  type EvmAddress,
  type Hex,
  maxUint256,
  readAmount,
  type SignedAllowance,
  type SignedPermit,
} from '@interline/kernel';
import { badField } from '../server/parse/bad-field.ts';
import { readEvmAddress } from '../server/parse/read-address.ts';
import type { Permit2Wire } from './execute-request-schema.ts';

/**
 * The permit as the body says it; whether it fits the transfer and is genuine is for the use case.
 */
export function readPermit(wire: Permit2Wire, chain: ChainRef): SignedPermit {
  return {
    chain,
    owner: readEvmAddress(wire.owner, 'permit2.owner'),
    token: readEvmAddress(wire.permitted.token, 'permit2.permitted.token'),
    units: readAmount(wire.permitted.amount, 'permit2.permitted.amount'),
    nonce: readUint256(wire.nonce, 'permit2.nonce'),
    deadline: readUint256(wire.deadline, 'permit2.deadline'),
    signature: wire.signature as Hex, // CAST: the schema checked 0x and hex bytes.
  };
}

export function readAllowance(wire: Permit2Wire): SignedAllowance | null {
  const { allowance } = wire;
  if (allowance === undefined) return null;
  return {
    kind: allowance.kind,
    value: readUint256(allowance.value, 'permit2.allowance.value'),
    deadline: readUint256(allowance.deadline, 'permit2.allowance.deadline'),
    signature: allowance.signature as Hex, // CAST: the schema checked 0x and hex bytes.
  };
}

/** The spender the body says it signed for, where it says one. */
export function readClaimedSpender(wire: Permit2Wire | undefined): EvmAddress | null {
  return wire?.spender === undefined ? null : readEvmAddress(wire.spender, 'permit2.spender');
}

function readUint256(digits: string, field: string): bigint {
  const value = BigInt(digits);
  if (value > maxUint256) throw badField(field, `${field} is above 2^256 - 1`);
  return value;
}
