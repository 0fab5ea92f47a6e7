import type { OwnScriptKind, ScriptHex } from '../coins/output-script.ts';
import { crypto, payments } from '../curve.ts';
import { type BitcoinNetwork, networkFacts } from '../network.ts';

/** An address of ours, and the place of its key in the tree. */
export interface OwnAddress {
  readonly address: string;
  readonly script: ScriptHex;
  readonly kind: OwnScriptKind;
  readonly path: string;
}

/** The script of the key at a path: taproot without a script path (BIP-86), or p2wpkh (BIP-84). */
export function ownScript(
  kind: OwnScriptKind,
  publicKey: Uint8Array,
  network: BitcoinNetwork,
): Pick<OwnAddress, 'address' | 'script'> {
  const { library } = networkFacts[network];
  const payment =
    kind === 'p2tr'
      ? payments.p2tr({ internalPubkey: xOnly(publicKey), network: library })
      : payments.p2wpkh({ pubkey: publicKey, network: library });
  const { address, output } = payment;
  if (address === undefined || output === undefined)
    throw new Error('a public key has no address of this kind');
  return { address, script: Buffer.from(output).toString('hex') };
}

/** The x-only form of a compressed key (BIP-340). */
export function xOnly(publicKey: Uint8Array): Uint8Array {
  return publicKey.subarray(1, 33);
}

/**
 * BIP-86: the internal key is tweaked by its own hash, which shows that there is no script path.
 */
export function keyPathTweak(publicKey: Uint8Array): Uint8Array {
  return crypto.taggedHash('TapTweak', xOnly(publicKey));
}
