import {
  answer,
  permitDeadline,
  type RailOutcome,
  type Refusal,
  refuse,
  type SignedPermit,
} from '@interline/kernel';
import type { PermitVerdict } from '@interline/ports';
import { bitmapPlace } from '../abi/permit2-calls.ts';
import type { Accounts, EvmChain } from '../evm-chain.ts';
import { codeOf, nonceBitmapOf } from '../rpc/state-calls.ts';
import { headBlock } from '../rpc/blocks.ts';
import type { ReadableNodes } from '../rpc/confirm-refusal.ts';
import {
  erc1271Question,
  isErc1271Yes,
  isSignatureShape,
  type Mistakes,
  ownerSignatureRefusal,
} from './owner-signature.ts';
import { permitDigest } from './permit-digest.ts';
import { isCeiling, verifyCeiling } from './verify-ceiling.ts';

/**
 * Checks deadline, nonce and signature at the head: one request for owners without code, two for
 * others.
 */
export async function verifyPermit(
  chain: Pick<EvmChain, 'chainId' | 'costs'> & { readonly client: ReadableNodes },
  permit: SignedPermit,
  accounts: Accounts,
  { mistakes, isFresh }: { readonly mistakes: Mistakes; readonly isFresh: boolean },
  signal: AbortSignal,
): Promise<RailOutcome<PermitVerdict>> {
  if (isCeiling(permit)) return verifyCeiling(chain, permit, { ...accounts, isFresh }, signal);
  if (!isSignatureShape(permit.signature))
    return refuse('PERMIT_INVALID', 'the signature is not hex of whole bytes, or too long');
  const digest = permitDigest(chain.chainId, permit, accounts.spender);
  const place = bitmapPlace(permit.nonce);

  return chain.client.read(async (node) => {
    const [block, code, spent] = await node.ask([
      headBlock,
      codeOf(permit.owner),
      nonceBitmapOf(permit.owner, place.word),
    ]);

    const late = deadlineRefusal(permit.deadline, block.timestampSec);
    if (late !== null) return late;
    if ((spent & place.mask) !== 0n)
      return refuse('PERMIT_USED', `nonce ${permit.nonce} of ${permit.owner} is already spent`);

    const verdict = answer({ digest, chainTimeSec: block.timestampSec });
    if (code === '0x') {
      const { spender, float: floatAccount } = accounts;
      const { chainId } = chain;
      return (
        ownerSignatureRefusal({ chainId, permit, digest, spender, floatAccount, mistakes }) ??
        verdict
      );
    }

    // For an owner with code, a contract or an EIP-7702 delegation, Permit2 never recovers the key.
    // It asks the code.
    const [said] = await node.ask([erc1271Question(chain, permit, digest)]);
    return isErc1271Yes(said)
      ? verdict
      : refuse(
          'PERMIT_INVALID',
          `${permit.owner} has code, and it does not accept this signature (ERC-1271)`,
        );
  }, signal);
}

function deadlineRefusal(deadline: bigint, chainTimeSec: number): Refusal | null {
  const left = deadline - BigInt(chainTimeSec);
  if (left < BigInt(permitDeadline.leastLeftSec)) {
    return refuse(
      'PERMIT_EXPIRED',
      left < 0n
        ? 'the deadline has passed'
        : `the deadline is ${left} s away; at least ${permitDeadline.leastLeftSec} s must be left`,
    );
  }
  if (left > BigInt(permitDeadline.mostSec))
    return refuse('PERMIT_EXPIRED', `the deadline is more than ${permitDeadline.mostSec} s away`);
  return null;
}
