import type { Hex } from '@interline/kernel';
import type { SignedText, WalletSignatures } from '@interline/ports';
import { getAddress, hashMessage } from 'ethers';
import { bytesWords, calldata, word } from '../abi/words.ts';
import type { CodeRunner } from '../chain-reader.ts';
import { readSignature, recoverAddress } from '../signing/signatures.ts';
import { isErc1271Yes, isSignatureShape } from './owner-signature.ts';
import { askingCode, readUndeployed } from './ask-wallet.ts';

const isValidSignature = '0x1626ba7e';

export function walletSignatures(chains: CodeRunner): WalletSignatures {
  return {
    isOfKey({ wallet, text, signature }: SignedText) {
      const read = isSignatureShape(signature) ? readSignature(signature) : null;
      const digest = Buffer.from(hashMessage(text).slice(2), 'hex');
      return read !== null && recoverAddress(digest, read) === wallet;
    },

    isSpelt: (address) => getAddress(address.toLowerCase()) === address,

    async isOfCode(chain, { wallet, text, signature }, signal) {
      if (!isSignatureShape(signature)) return false;
      const undeployed = readUndeployed(signature);
      const question = questionOf(text, undeployed?.signature ?? signature);
      const isTakenBy = async (code: Hex): Promise<boolean> => {
        const answer = await chains.runCode(chain, code, signal);
        return answer !== null && isErc1271Yes({ ok: true, data: answer });
      };
      if (await isTakenBy(askingCode(wallet, question, null))) return true;
      return undeployed !== null && isTakenBy(askingCode(wallet, question, undeployed));
    },
  };
}

function questionOf(text: string, signature: Hex): Hex {
  return calldata(isValidSignature, hashMessage(text).slice(2), word(0x40n), bytesWords(signature));
}
