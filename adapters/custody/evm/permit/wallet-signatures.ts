import type { ChainReader, SignedText, WalletSignatures } from '@interline/ports';
import { hashMessage } from 'ethers';
import { bytesWords, calldata, word } from '../abi/words.ts';
import { readSignature, recoverAddress } from '../signing/signatures.ts';
import { isErc1271Yes, isSignatureShape } from './owner-signature.ts';

const isValidSignature = '0x1626ba7e';

export function walletSignatures(chains: Pick<ChainReader, 'call'>): WalletSignatures {
  return {
    isOfKey({ wallet, text, signature }: SignedText) {
      const read = isSignatureShape(signature) ? readSignature(signature) : null;
      const digest = Buffer.from(hashMessage(text).slice(2), 'hex');
      return read !== null && recoverAddress(digest, read) === wallet;
    },

    async isOfCode(chain, { wallet, text, signature }, signal) {
      if (!isSignatureShape(signature)) return false;
      const digest = hashMessage(text).slice(2);
      const data = calldata(isValidSignature, digest, word(0x40n), bytesWords(signature));
      const answer = await chains.call(chain, wallet, data, signal);
      return answer !== null && isErc1271Yes({ ok: true, data: answer });
    },
  };
}
