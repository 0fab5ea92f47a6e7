import { asAmount, type Hex, permit2ProxyAddress } from '@interline/kernel';
import { keccak256 } from 'ethers/crypto';
import { id } from 'ethers/hash';
import type { Permit2Payment } from '../abi/permit2-payment.ts';
import { addressWord, word } from '../abi/words.ts';
import { witnessedDigest } from '../permit/permit-digest.ts';

const witnessText = 'Witness(address to,uint256 validAfter)';
const witnessType = id(witnessText).slice(2);
const permitType = id(
  `PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)TokenPermissions(address token,uint256 amount)${witnessText}`,
).slice(2);

/** EIP-712 digest of a Permit2 payment, as Permit2 computes it for the proxy's call. */
export function permit2PaymentDigest(
  chainId: number,
  { token, to, units, validAfter, validBefore, nonce }: Permit2Payment,
): Hex {
  const witness = witnessType + addressWord(to) + word(validAfter);
  return witnessedDigest(
    chainId,
    { token, units: asAmount(units), nonce: BigInt(nonce), deadline: validBefore },
    permit2ProxyAddress,
    { type: permitType, hash: keccak256(Buffer.from(witness, 'hex')).slice(2) },
  );
}
