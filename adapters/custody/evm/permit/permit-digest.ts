import { keccak256 } from 'ethers/crypto';
import { id } from 'ethers/hash';
import {
  evmAddress,
  type Address,
  type Hex,
  permit2Address,
  type SignedPermit,
} from '@interline/kernel';
import { addressWord, word } from '../abi/words.ts';

const tokenType = id('TokenPermissions(address token,uint256 amount)').slice(2);
const permitType = id(
  'PermitTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline)TokenPermissions(address token,uint256 amount)',
).slice(2);
const domainType = id('EIP712Domain(string name,uint256 chainId,address verifyingContract)').slice(
  2,
);
const domainName = id('Permit2').slice(2);
const emptyDomain = keccak(id('EIP712Domain()').slice(2));

const domains = new Map<number, string>();

export type PermitTerms = Pick<SignedPermit, 'token' | 'units' | 'nonce' | 'deadline'>;

/**
 * The digest that the payer signed, as Permit2 computes it. Encoded by hand, because ethers'
 * encoder takes five times as long.
 */
export function permitDigest(chainId: number, permit: PermitTerms, spender: Address): Hex {
  return `0x${keccak(`1901${domainSeparator(chainId)}${permitStruct(permit, spender)}`)}`;
}

/**
 * The digest that `eth_signTypedData_v4` signs when the types lack `EIP712Domain`: that of an empty
 * domain.
 */
export function domainlessDigest(permit: PermitTerms, spender: Address): Hex {
  return `0x${keccak(`1901${emptyDomain}${permitStruct(permit, spender)}`)}`;
}

/** Other spenders that a payer may have signed for by mistake. */
export function mistakenSpenders(permit: SignedPermit, floatAccount: Address): readonly Address[] {
  return [floatAccount, evmAddress(`0x${'0'.repeat(40)}`), permit.owner, permit2Address];
}

/** The same for a permit that binds the spender to a witness, given the witness's type and hash. */
export function witnessedDigest(
  chainId: number,
  permit: PermitTerms,
  spender: Address,
  witness: { readonly type: string; readonly hash: string },
): Hex {
  const struct = keccak(witness.type + permitWords(permit, spender) + witness.hash);
  return `0x${keccak(`1901${domainSeparator(chainId)}${struct}`)}`;
}

function permitStruct(permit: PermitTerms, spender: Address): string {
  return keccak(permitType + permitWords(permit, spender));
}

function permitWords(permit: PermitTerms, spender: Address): string {
  const permitted = keccak(tokenType + addressWord(permit.token) + word(permit.units));
  return permitted + addressWord(spender) + word(permit.nonce) + word(permit.deadline);
}

function domainSeparator(chainId: number): string {
  const known = domains.get(chainId);
  if (known !== undefined) return known;
  const separator = keccak(
    domainType + domainName + word(BigInt(chainId)) + addressWord(permit2Address),
  );
  domains.set(chainId, separator);
  return separator;
}

function keccak(digits: string): string {
  return keccak256(Buffer.from(digits, 'hex')).slice(2);
}
