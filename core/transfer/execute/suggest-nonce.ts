import type { ChainRef, EvmAddress } from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';

/**
 * Every suggested nonce sits in this bitmap word or the next ones: a payer's second pull then finds
 * a warm slot and costs 17,100 gas less.
 */
const firstWord = 0x696e7465726c696e65n;
const bitsPerWord = 256;
/** Eight words are 2,048 open or used requests of one payer on one chain. */
const wordsAtMost = 8;

/** A nonce neither spent on chain nor promised to another sign request; kept as promised. */
export async function suggestNonce(
  ports: Pick<TransferPorts, 'custody' | 'store' | 'entropy'>,
  chain: ChainRef,
  payer: EvmAddress,
  signal: AbortSignal,
): Promise<bigint> {
  for (let step = 0; step < wordsAtMost; step += 1) {
    const word = firstWord + BigInt(step);
    const spent = await ports.custody.permitWord(chain, payer, word, signal);
    const bit = await ports.store.run('take-permit-bit', async (tx) => {
      const free = lowestFree(spent | (await tx.transfers.permitBits(chain, payer, word)));
      return free !== null && (await tx.transfers.takePermitBit(chain, payer, word, free))
        ? free
        : null;
    });
    if (bit !== null) return (word << 8n) | BigInt(bit);
  }
  // A payer with that many requests gets a word of its own; it only costs the warm slot.
  return BigInt(`0x${ports.entropy.hex(31)}`) << 8n;
}

function lowestFree(taken: bigint): number | null {
  for (let bit = 0; bit < bitsPerWord; bit += 1) {
    if (((taken >> BigInt(bit)) & 1n) === 0n) return bit;
  }
  return null;
}
