import {
  answer,
  asUnits,
  ceilingTypedData,
  evmAddress,
  type Address,
  type Hex,
  type PermitCeiling,
  permit2Address,
  type RailOutcome,
  refuse,
  type Refusal,
  type SignedPermit,
} from '@interline/kernel';
import type { PermitVerdict } from '@interline/ports';
import { standingCall } from '../abi/permit2-calls.ts';
import type { Accounts, EvmChain } from '../evm-chain.ts';
import { headBlock } from '../rpc/blocks.ts';
import type { ReadableNodes } from '../rpc/confirm-refusal.ts';
import { garbage } from '../rpc/rpc-fault.ts';
import type { RpcCall } from '../rpc/json-rpc.ts';
import { codeOf, ethCall, readAnswer } from '../rpc/state-calls.ts';
import { digestOf } from '../signing/digest-of.ts';
import { readSignature, recoverAddress } from '../signing/signatures.ts';
import { erc1271Question, isErc1271Yes, isSignatureShape } from './owner-signature.ts';

/** A permit that is pulled from a standing allowance. */
export type CeilingPermit = SignedPermit & { readonly ceiling: PermitCeiling };

/** The digest that the owner signed for the spender. */
function ceilingDigest(
  chainId: number,
  { ceiling, token, deadline: expiresSec }: CeilingPermit,
  spender: Address,
): Hex {
  return digestOf(
    ceilingTypedData(chainId, { ...ceiling, token, expiresSec }, evmAddress(spender)),
  );
}

/**
 * Whether the allowance is open on the chain with enough left, or the owner's signature would open
 * it. Once the allowance is open, only the chain says what is left, so the signature is not checked
 * any more. A new registration (`isFresh`) is refused then, because the chain does not say what a
 * new signature allows.
 */
export async function verifyCeiling(
  chain: Pick<EvmChain, 'chainId' | 'costs'> & { readonly client: ReadableNodes },
  permit: CeilingPermit,
  { spender, isFresh }: Accounts & { readonly isFresh: boolean },
  signal: AbortSignal,
): Promise<RailOutcome<PermitVerdict>> {
  const { owner, token, ceiling, signature } = permit;
  if (!isSignatureShape(signature))
    return refuse('PERMIT_INVALID', 'the signature is not hex of whole bytes, or too long');
  const digest = ceilingDigest(chain.chainId, permit, spender);
  return chain.client.read(async (node) => {
    const [block, code, standing] = await node.ask([
      headBlock,
      codeOf(owner),
      standingOf(owner, token, spender),
    ]);
    const nowSec = BigInt(block.timestampSec);
    const opened: PermitVerdict = { digest, chainTimeSec: block.timestampSec };
    if (permit.deadline <= nowSec) return refuse('PERMIT_EXPIRED', 'the allowance is over');
    if (standing.nonce > ceiling.nonce && isFresh)
      return refuse(
        'PERMIT_USED',
        `an allowance of nonce ${ceiling.nonce} was redeemed already; sign one with ${standing.nonce}, the next of ${owner}`,
      );
    if (standing.nonce > ceiling.nonce)
      return whatIsLeft(permit, standing, nowSec) ?? answer(opened);
    if (standing.nonce < ceiling.nonce)
      return refuse(
        'PERMIT_INVALID',
        `the allowance is signed with nonce ${ceiling.nonce}; the next of ${owner} is ${standing.nonce}`,
      );
    if (ceiling.sigDeadline < nowSec)
      return refuse('PERMIT_EXPIRED', 'the signature of the allowance can no longer be redeemed');
    const isNone = standing.units === 0n || standing.expiresSec < nowSec;
    const verdict = answer<PermitVerdict>(isNone ? { ...opened, hasNoneBefore: true } : opened);
    const by = readSignature(signature);
    if (code === '0x')
      return by !== null && recoverAddress(Buffer.from(digest.slice(2), 'hex'), by) === owner
        ? verdict
        : refuse(
            'PERMIT_INVALID',
            `the allowance is not signed by ${owner}, or not with these values, the spender ${spender} and chain ${chain.chainId}`,
          );
    const [said] = await node.ask([erc1271Question(chain, permit, digest)]);
    return isErc1271Yes(said)
      ? verdict
      : refuse(
          'PERMIT_INVALID',
          `${owner} has code, and it does not accept this signature (ERC-1271)`,
        );
  }, signal);
}

interface Standing {
  readonly units: bigint;
  readonly expiresSec: bigint;
  readonly nonce: bigint;
}

function whatIsLeft({ units }: CeilingPermit, standing: Standing, nowSec: bigint): Refusal | null {
  if (standing.expiresSec < nowSec)
    return refuse('PERMIT_EXPIRED', 'the allowance is over, or was taken back on the chain');
  return standing.units < units
    ? refuse(
        'MANDATE_BUDGET',
        `the chain's allowance has ${standing.units} left; this takes ${units}`,
        { leftUnits: asUnits(standing.units) },
      )
    : null;
}

/** Permit2's allowance as it is now. Throws a fault where Permit2 is not on the chain. */
export function standingOf(owner: Address, token: Address, spender: Address): RpcCall<Standing> {
  const call = ethCall({ to: permit2Address, data: standingCall(owner, token, spender) });
  return readAnswer(call, (answer) => {
    const words = answer.ok ? answer.data.slice(2).match(/.{64}/g) : null;
    const [units, expiresSec, nonce] = (words ?? []).map((digits) => BigInt(`0x${digits}`));
    if (units === undefined || expiresSec === undefined || nonce === undefined)
      throw garbage('Permit2 did not answer on this chain');
    return { units, expiresSec, nonce };
  });
}

export function isCeiling(permit: SignedPermit): permit is CeilingPermit {
  return permit.ceiling !== undefined;
}
