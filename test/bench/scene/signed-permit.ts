import {
  asAmount,
  type EvmAddress,
  evmChain,
  permitTypedData,
  type SignedPermit,
} from '@interline/kernel';
import { type BenchChain, chainTimeSec } from './bench-chain.ts';
import type { BenchKey } from './bench-key.ts';

export interface PermitTerms {
  readonly spender: EvmAddress;
  readonly units: bigint;
  readonly nonce: bigint;
  readonly deadline: bigint;
}

/**
 * Word and bit as the service would suggest them to a payer it never saw, so that calldata is of
 * the usual size.
 */
export const usualNonce = 0x696e7465726c696e65n << 8n;

const lifeSec = 3_600n;

export async function permitDeadlineOn(chain: BenchChain): Promise<bigint> {
  return (await chainTimeSec(chain)) + lifeSec;
}

export function signedPermit(
  { chainId, usdc }: BenchChain,
  payer: BenchKey,
  { spender, ...terms }: PermitTerms,
): SignedPermit {
  const permit = {
    token: usdc,
    units: asAmount(terms.units),
    nonce: terms.nonce,
    deadline: terms.deadline,
  };
  return {
    chain: evmChain(chainId),
    owner: payer.address,
    ...permit,
    signature: payer.signTyped(permitTypedData(chainId, permit, spender)),
  };
}
