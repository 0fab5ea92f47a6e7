import { asHex, type Hex } from '@interline/kernel';
import type { SignedData, SignedText, WalletSignatures } from '@interline/ports';
import { getAddress, hashMessage } from 'ethers';
import { isValidSignatureCall } from '../abi/erc1271-call.ts';
import type { CodeRunner } from '../chain-reader.ts';
import { digestOf } from '../signing/digest-of.ts';
import { readSignature, recoverAddress } from '../signing/signatures.ts';
import { isErc1271Yes, isSignatureShape } from './owner-signature.ts';
import { askingCode, readingCode, readUndeployed } from './ask-wallet.ts';

export function walletSignatures(chains: CodeRunner): WalletSignatures {
  return {
    isOfKey(signed) {
      const { wallet, signature } = signed;
      const read = isSignatureShape(signature) ? readSignature(signature) : null;
      const digest = Buffer.from(hashOf(signed).slice(2), 'hex');
      return read !== null && recoverAddress(digest, read) === wallet;
    },

    isSpelt: (address) => getAddress(address.toLowerCase()) === address,

    async isOfCode(chain, signed, signal) {
      const { wallet, signature } = signed;
      if (!isSignatureShape(signature)) return false;
      const undeployed = readUndeployed(signature);
      const question = isValidSignatureCall(hashOf(signed), undeployed?.signature ?? signature);
      const isTakenBy = async (code: Hex): Promise<boolean> => {
        const answer = await chains.runCode(chain, code, signal);
        return answer !== null && isErc1271Yes({ ok: true, data: answer });
      };
      if (await isTakenBy(askingCode(wallet, question, null))) return true;
      return undeployed !== null && isTakenBy(askingCode(wallet, question, undeployed));
    },

    async isContract(chain, wallet, signal) {
      const answer = await chains.runCode(chain, readingCode(wallet), signal);
      // The leading zero byte is ours: no creation may leave code that begins like a delegation.
      const code = answer?.slice(4) ?? '';
      return !/^0*$/.test(code) && !code.startsWith('ef0100');
    },
  };
}

/** The hash that the wallet has signed. */
function hashOf(signed: SignedText | SignedData): Hex {
  return 'text' in signed ? asHex(hashMessage(signed.text)) : digestOf(signed.typedData);
}
