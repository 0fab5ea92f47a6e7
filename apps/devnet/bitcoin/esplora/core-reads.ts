import type { RegtestNode } from '../regtest-node.ts';

/** The members of Bitcoin Core's responses that Esplora's responses are built from. */
export type CoreTransaction = {
  txid: string;
  version: number;
  locktime: number;
  size: number;
  weight: number;
  hex: string;
  blockhash?: string;
  confirmations?: number;
  vin: readonly CoreInput[];
  vout: readonly CoreOutput[];
};

export type CoreInput = {
  coinbase?: string;
  txid?: string;
  vout?: number;
  scriptSig?: { asm: string; hex: string };
  txinwitness?: readonly string[];
  sequence: number;
};

export type CoreOutput = {
  /** In coins. */
  value: number;
  n: number;
  scriptPubKey: { asm: string; hex: string; type: string; address?: string };
};

export type CoreBlock = {
  hash: string;
  height: number;
  version: number;
  time: number;
  mediantime: number;
  nonce: number;
  bits: string;
  difficulty: number;
  merkleroot: string;
  previousblockhash?: string;
  size: number;
  weight: number;
  confirmations: number;
};

/** Each transaction has its block's hash, as in a response for a single transaction. */
export type CoreFullBlock = CoreBlock & { tx: readonly CoreTransaction[] };

/** The calls behind the stand-in, with the shapes of Bitcoin Core's documentation. */
export type CoreReads = ReturnType<typeof coreReads>;

export function coreReads({ rpc }: Pick<RegtestNode, 'rpc'>) {
  // scantxoutset runs one at a time.
  let scan: Promise<unknown> = Promise.resolve();
  // CAST (all of these): the shape that Bitcoin Core documents for the method.
  return {
    tip: async () => (await rpc('getblockchaininfo')) as { blocks: number; bestblockhash: string },
    blockHash: async (height: number) => (await rpc('getblockhash', [height])) as string,
    block: async (hash: string) =>
      (await rpc('getblock', [hash, 1])) as CoreBlock & { tx: readonly string[] },
    fullBlock: async (hash: string): Promise<CoreFullBlock> => {
      const block = (await rpc('getblock', [hash, 2])) as CoreFullBlock;
      const tx = block.tx.map((one) => ({ ...one, blockhash: hash, confirmations: 1 }));
      return { ...block, tx };
    },
    header: async (hash: string) => (await rpc('getblockheader', [hash])) as CoreBlock,
    transaction: async (txid: string) =>
      (await rpc('getrawtransaction', [txid, 1])) as CoreTransaction,
    mempool: async () => (await rpc('getrawmempool')) as readonly string[],
    isUnspent: async (txid: string, vout: number) =>
      (await rpc('gettxout', [txid, vout, true])) !== null,
    mempoolSpender: async (txid: string, vout: number): Promise<string | undefined> => {
      const found = await rpc('gettxspendingprevout', [[{ txid, vout }]]);
      return (found as readonly { spendingtxid?: string }[])[0]?.spendingtxid;
    },
    unspentOf: async (address: string) => {
      const turn = scan.then(() => rpc('scantxoutset', ['start', [`addr(${address})`]]));
      scan = turn.catch(() => undefined);
      const { unspents } = (await turn) as {
        unspents: readonly { txid: string; vout: number; amount: number; height: number }[];
      };
      return unspents;
    },
    estimate: async (blocks: number) =>
      ((await rpc('estimatesmartfee', [blocks])) as { feerate?: number }).feerate,
    send: async (raw: string) => (await rpc('sendrawtransaction', [raw])) as string,
  };
}

/** A Core amount in coins as whole sats: eight decimals of any amount survive `toFixed`. */
export function satsOf(coins: number): number {
  return Number(coins.toFixed(8).replace('.', ''));
}
