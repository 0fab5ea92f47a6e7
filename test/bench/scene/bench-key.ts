import { concat, Transaction, TypedDataEncoder } from 'ethers';
import { createHash } from 'node:crypto';
import { localSigner, type LocalSigner } from '@interline/adapters/custody/evm';
import type { EvmAddress, Hex, TypedData } from '@interline/kernel';

export interface TxTerms {
  readonly chainId: number;
  readonly nonce: number;
  readonly to: EvmAddress;
  readonly data: string;
  readonly gasLimit: bigint;
}

const maxFeePerGas = 100n * 10n ** 9n;
const maxPriorityFeePerGas = 10n ** 9n;

let drawn = 0;

/** Each run of a bench has the same keys in the same order. */
function nextSeed(): Buffer {
  drawn += 1;
  return createHash('sha256').update(`interline bench key ${drawn}`).digest();
}

/** A wallet that signs thousands of messages in a second; ethers encodes, native code signs. */
export class BenchKey {
  readonly #signer: LocalSigner;

  constructor(privateKey?: Uint8Array) {
    this.#signer = localSigner(privateKey ?? nextSeed());
  }

  get address(): EvmAddress {
    return this.#signer.address;
  }

  signTyped({ domain, types, message }: TypedData): Hex {
    const members = Object.fromEntries(
      Object.entries(types).map(([name, list]) => [name, [...list]]),
    );
    return this.signDigest(TypedDataEncoder.hash(domain, members, message));
  }

  /** The raw transaction. */
  signTx(terms: TxTerms): string {
    const tx = Transaction.from({ type: 2, ...terms, maxFeePerGas, maxPriorityFeePerGas });
    tx.signature = this.signDigest(tx.unsignedHash);
    return tx.serialized;
  }

  signDigest(digest: string): Hex {
    const { r, s, yParity } = this.#signer.sign(Buffer.from(digest.slice(2), 'hex'));
    // CAST: ethers types hex as string.
    return concat([`0x${r}`, `0x${s}`, yParity === 1 ? '0x1c' : '0x1b']) as Hex;
  }
}
