import type { BenchChain } from '../scene/bench-chain.ts';

/** What a mined transaction cost. */
export interface GasSeen {
  readonly hash: string;
  /** The receipt's figure: after refunds. */
  readonly gasUsed: number;
  /** Without calldata, whose price changes with the zero bytes of addresses and signatures. */
  readonly execution: number;
}

interface MinedTx {
  readonly hash: string;
  readonly from: string;
  readonly nonce: string;
  readonly input: string;
  readonly blockNumber: string;
}

export async function gasOf({ link }: BenchChain, hash: string): Promise<GasSeen> {
  const [receipt, tx] = (await link.batch([
    { method: 'eth_getTransactionReceipt', params: [hash] },
    { method: 'eth_getTransactionByHash', params: [hash] },
  ])) as [{ gasUsed: string; status: string } | null, MinedTx | null]; // CAST: a node's receipt and transaction.
  if (receipt === null || tx === null) throw new Error(`transaction ${hash} is not mined`);
  if (receipt.status !== '0x1') throw new Error(`transaction ${hash} reverted`);
  const gasUsed = Number(receipt.gasUsed);
  return { hash, gasUsed, execution: gasUsed - calldataGas(tx.input) };
}

/** Sends a signed transaction and reads what it cost. */
export async function gasOfSent(chain: BenchChain, raw: string): Promise<GasSeen> {
  const { transactionHash } = (await chain.link.call('eth_sendRawTransactionSync', [raw])) as {
    transactionHash: string;
  }; // CAST: a node's receipt.
  return gasOf(chain, transactionHash);
}

/** The transaction its sender sent just before this one. */
export async function hashBefore({ link }: BenchChain, hash: string): Promise<string> {
  const tx = (await link.call('eth_getTransactionByHash', [hash])) as MinedTx; // CAST: a node's transaction.
  for (let block = Number(tx.blockNumber); block > 0; block -= 1) {
    const { transactions } = (await link.call('eth_getBlockByNumber', [
      `0x${block.toString(16)}`,
      true,
    ])) as { transactions: readonly MinedTx[] }; // CAST: a node's block.
    const found = transactions.find(
      ({ from, nonce }) => from === tx.from && Number(nonce) === Number(tx.nonce) - 1,
    );
    if (found !== undefined) return found.hash;
  }
  throw new Error(`nothing was sent before ${hash}`);
}

const [zeroByteGas, otherByteGas] = [4, 16];

function calldataGas(input: string): number {
  return Buffer.from(input.slice(2), 'hex').reduce(
    (sum, byte) => sum + (byte === 0 ? zeroByteGas : otherByteGas),
    0,
  );
}
