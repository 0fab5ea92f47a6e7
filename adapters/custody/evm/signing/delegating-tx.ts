import type { EvmAddress, Hex, TxFields } from '@interline/kernel';
import type { LocalSigner, Signature } from './signer.ts';
import { Signature as EthersSignature } from 'ethers/crypto';
import { hashAuthorization } from 'ethers/hash';
import { Transaction } from 'ethers/transaction';

/**
 * An account's EIP-7702 transaction that delegates itself: the authorization takes the nonce after
 * the transaction's own.
 */
export function delegatingTx(
  signer: LocalSigner,
  chainId: number,
  nonce: number,
  tx: TxFields,
  delegateTo: EvmAddress,
): { readonly raw: Hex; readonly hash: Hex } {
  const authorization = { chainId: BigInt(chainId), address: delegateTo, nonce: BigInt(nonce + 1) };
  const { to, data, valueWei, gasLimit, maxFeePerGas, maxPriorityFeePerGas } = tx;
  const unsigned = {
    type: 4,
    chainId,
    nonce,
    to,
    data,
    value: valueWei,
    gasLimit,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList: [],
    authorizationList: [
      { ...authorization, signature: signed(signer, hashAuthorization(authorization)) },
    ],
  };
  const digest = Transaction.from(unsigned).unsignedHash;
  const whole = Transaction.from({ ...unsigned, signature: signed(signer, digest) });
  return { raw: whole.serialized as Hex, hash: whole.hash as Hex }; // CAST: ethers types hex as string, and a signed transaction has a hash.
}

function signed(signer: LocalSigner, digest: string): EthersSignature {
  const { r, s, yParity }: Signature = signer.sign(Buffer.from(digest.slice(2), 'hex'));
  return EthersSignature.from({ r: `0x${r}`, s: `0x${s}`, yParity });
}
