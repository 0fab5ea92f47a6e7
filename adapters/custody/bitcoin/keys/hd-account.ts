import type { OwnScriptKind } from '../coins/output-script.ts';
import { bip32, type Psbt } from '../curve.ts';
import { type BitcoinNetwork, networkFacts } from '../network.ts';
import { keyPathTweak, type OwnAddress, ownScript, xOnly } from './own-script.ts';

/**
 * - receive: where the operator funds the float
 * - change: where our transactions send change
 * - deposit: one address per route, on a separate account, so that index gaps hide none of our
 *   coins
 */
export type Branch = 'receive' | 'change' | 'deposit';

/** The keys of one float. No method returns a private key. */
export interface HdAccount {
  readonly network: BitcoinNetwork;
  /**
   * Any index from 0 to 2^31 - 1 can be derived at any time, whether or not lower ones are used.
   * The store keeps the owner of each index, and no scan for gaps is needed.
   */
  address(branch: Branch, index: number, kind?: OwnScriptKind): OwnAddress;
  /** The address at a derivation path; throws for a path outside our branches. */
  addressAt(path: string): OwnAddress;
  /** Signs the input with the key at the path; throws where that key does not unlock it. */
  signInput(psbt: Psbt, inputIndex: number, path: string): void;
}

/** BIP-86 for taproot, BIP-84 for p2wpkh. */
const purposeOf: Readonly<Record<OwnScriptKind, number>> = { p2tr: 86, p2wpkh: 84 };

const branchPaths: Readonly<Record<Branch, string>> = {
  receive: "0'/0",
  change: "0'/1",
  deposit: "1'/0",
};

const maxIndex = 2 ** 31 - 1;

/** Opens the account of a BIP-32 seed (16 to 64 bytes). */
export function hdAccount(seed: Uint8Array, network: BitcoinNetwork): HdAccount {
  const { coinType, library } = networkFacts[network];
  const root = bip32.fromSeed(seed, library);
  // A branch takes three hardened derivations, and each address below it only one.
  const branches = new Map<string, typeof root>();

  const keyAt = (path: string): typeof root => {
    const cut = path.lastIndexOf('/');
    const branchPath = path.slice(0, cut);
    const branch = branches.get(branchPath) ?? root.derivePath(branchPath);
    branches.set(branchPath, branch);
    return branch.derive(Number(path.slice(cut + 1)));
  };
  const addressAt = (path: string): OwnAddress => {
    const kind = kindAt(path, coinType);
    return { ...ownScript(kind, keyAt(path).publicKey, network), kind, path };
  };
  return {
    network,
    addressAt,
    address(branch, index, kind = 'p2tr') {
      if (!Number.isInteger(index) || index < 0 || index > maxIndex)
        throw new RangeError(`${index} is not an address index between 0 and ${maxIndex}`);
      return addressAt(`m/${purposeOf[kind]}'/${coinType}'/${branchPaths[branch]}/${index}`);
    },
    signInput(psbt, inputIndex, path) {
      const key = keyAt(path);
      if (kindAt(path, coinType) === 'p2wpkh') {
        psbt.signInput(inputIndex, key);
        return;
      }
      psbt.updateInput(inputIndex, { tapInternalKey: xOnly(key.publicKey) });
      psbt.signTaprootInput(inputIndex, key.tweak(keyPathTweak(key.publicKey)));
    },
  };
}

const ownPath = /^m\/(84|86)'\/([01])'\/(0'\/[01]|1'\/0)\/(0|[1-9][0-9]{0,9})$/;

function kindAt(path: string, coinType: number): OwnScriptKind {
  const [, purpose, coin, , index] = ownPath.exec(path) ?? [];
  if (coin !== String(coinType) || Number(index) > maxIndex)
    throw new RangeError(`${path.slice(0, 60)} is not a path of this account`);
  return purpose === '86' ? 'p2tr' : 'p2wpkh';
}
