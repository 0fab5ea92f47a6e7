import { type Address, asHex, evmAddress, type Hex } from '@interline/kernel';
import { AbiCoder } from 'ethers';

/** A signature by a wallet that is not deployed yet (ERC-6492). */
export interface UndeployedSignature {
  readonly factory: Address;
  readonly factoryCall: Hex;
  /** The signature that the wallet's code accepts once deployed. */
  readonly signature: Hex;
}

const mark = '6492'.repeat(16);

/** Null where the signature is an ordinary one, or has the mark of ERC-6492 but not its form. */
export function readUndeployed(signature: Hex): UndeployedSignature | null {
  if (!signature.toLowerCase().endsWith(mark)) return null;
  try {
    const words = signature.slice(0, -mark.length);
    const read: unknown[] = AbiCoder.defaultAbiCoder().decode(['address', 'bytes', 'bytes'], words);
    const [factory, factoryCall, inner] = read;
    return {
      factory: evmAddress(String(factory)),
      factoryCall: asHex(String(factoryCall)),
      signature: asHex(String(inner)),
    };
  } catch {
    return null;
  }
}

/** More than any known wallet and its factory need; code that loops must not keep a node busy. */
const mostGas = 10_000_000;

/**
 * Code that a node runs as a contract creation that it does not keep. It deploys the wallet if that
 * has not happened yet, asks it, and returns the word that the wallet answered, or zero where it
 * failed. It copies no more than that word from what factory and wallet return, so neither can make
 * the node's answer large.
 */
export function askingCode(
  wallet: Address,
  question: Hex,
  undeployed: UndeployedSignature | null,
): Hex {
  const [deploy, ask] = [undeployed?.factoryCall.slice(2) ?? '', question.slice(2)];
  const [deployBytes, askBytes] = [deploy.length / 2, ask.length / 2];
  // Behind the copied bytes, so that a wallet which answers nothing answers zero.
  const answerAt = Math.ceil(Math.max(deployBytes, askBytes) / 32) * 32;
  const codeWith = (deployAt: number): string =>
    [
      ...(undeployed === null
        ? []
        : [
            copy(deployBytes, deployAt),
            // CALL(mostGas, factory, 0, 0, deployBytes, 0, 0); the result is ignored.
            `60006000${push(deployBytes)}60006000${pushAddress(undeployed.factory)}${pushGas}f150`,
          ]),
      copy(askBytes, deployAt + deployBytes),
      // STATICCALL(mostGas, wallet, 0, askBytes, answerAt, 32)
      `6020${push(answerAt)}${push(askBytes)}6000${pushAddress(wallet)}${pushGas}fa`,
      // return(success * word)
      `${push(answerAt)}510260005260206000f3`,
    ].join('');
  const length = codeWith(0).length / 2;
  return `0x${codeWith(length)}${deploy}${ask}`;
}

const pushGas = `63${mostGas.toString(16).padStart(8, '0')}`;

/** CODECOPY(0, from, bytes) */
function copy(bytes: number, from: number): string {
  return `${push(bytes)}${push(from)}600039`;
}

function push(value: number): string {
  return `61${value.toString(16).padStart(4, '0')}`;
}

function pushAddress(address: Address): string {
  return `73${address.slice(2)}`;
}

/** Code that returns a zero byte and the first word of the wallet's code. */
export function readingCode(wallet: Address): Hex {
  // EXTCODECOPY(wallet, 1, 0, 32); return(0, 33)
  return `0x602060006001${pushAddress(wallet)}3c60216000f3`;
}
