import { Signature, TypedDataEncoder } from 'ethers';
import {
  allowanceTypedData,
  asAmount,
  evmAddress,
  type EvmAddress,
  evmChain,
  type Hex,
  permitTypedData,
  type SignedAllowance,
  type SignedPermit,
  type TypedData,
} from '@interline/kernel';
import { freshWallet } from '../../support/fresh-wallet.ts';

export interface PermitTerms {
  readonly token: EvmAddress;
  readonly spender: EvmAddress;
  readonly units: bigint;
  readonly nonce: bigint;
  readonly deadline: bigint;
}

/** Somebody with a wallet and no gas. */
export class Payer {
  readonly wallet = freshWallet();
  readonly address: EvmAddress = evmAddress(this.wallet.address);
  readonly #chainId: number;

  constructor(chainId: number) {
    this.#chainId = chainId;
  }

  permit({ spender, ...terms }: PermitTerms): SignedPermit {
    const { token, nonce, deadline } = terms;
    const units = asAmount(terms.units);
    const typed = permitTypedData(this.#chainId, { token, units, nonce, deadline }, spender);
    return {
      chain: evmChain(this.#chainId),
      owner: this.address,
      token,
      units,
      nonce,
      deadline,
      signature: this.#sign(typed),
    };
  }

  allowance(
    token: { address: string; name: string; version: string },
    value: bigint,
    tokenNonce: bigint,
    deadline: bigint,
  ): SignedAllowance {
    const typed = allowanceTypedData(
      this.#chainId,
      token,
      this.address,
      value,
      tokenNonce,
      deadline,
    );
    return { kind: 'eip2612', value, deadline, signature: this.#sign(typed) };
  }

  #sign({ domain, types, message }: TypedData): Hex {
    const fields = Object.fromEntries(
      Object.entries(types).map(([name, list]) => [name, [...list]]),
    );
    return Signature.from(
      this.wallet.signingKey.sign(TypedDataEncoder.hash(domain, fields, message)),
    ).serialized as Hex;
  }
}
