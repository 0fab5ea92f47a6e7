import type { EvmAddress, SignedPermit } from '@interline/kernel';
import type { EvmChain } from '../evm-chain.ts';
import { codeOf } from '../rpc/account-calls.ts';
import { readSignature } from '../signing/read-signature.ts';
import { recoverAddress } from '../signing/recover-address.ts';
import { erc1271Question, isErc1271Yes } from './erc1271.ts';
import { permitDigest } from './permit-digest.ts';
import { isSignatureShape } from './signature-shape.ts';

/** No network where the owner's own key signed; else the owner's code is asked, if there is any. */
export async function isSignedByOwner(
  chain: EvmChain,
  permit: SignedPermit,
  spender: EvmAddress,
  signal: AbortSignal,
): Promise<boolean> {
  if (!isSignatureShape(permit.signature)) return false;
  const digest = permitDigest(chain.chainId, permit, spender);
  const signature = readSignature(permit.signature);
  if (
    signature !== null &&
    recoverAddress(Buffer.from(digest.slice(2), 'hex'), signature) === permit.owner
  )
    return true;

  const [code, said] = await chain.client.read(
    (node) =>
      node.ask([codeOf(permit.owner), erc1271Question(permit.owner, digest, permit.signature)]),
    signal,
  );
  return code !== '0x' && isErc1271Yes(said);
}
