import { type CoreReads, type CoreTransaction, satsOf } from './core-reads.ts';
import { type EsploraStatus, statusOf } from './esplora-views.ts';

/** Core has no address index: it scans its coins, and the stand-in reads the mempool itself. */
export async function unspentView(core: CoreReads, address: string): Promise<readonly object[]> {
  const [mined, waiting] = await Promise.all([core.unspentOf(address), mempoolOf(core)]);
  const spent = new Set(waiting.flatMap(({ vin }) => vin.map((one) => `${one.txid}:${one.vout}`)));
  // Once per block: a thousand outputs of one would be more calls than Core queues.
  const statuses = new Map<number, EsploraStatus>();
  for (const height of new Set(mined.map((one) => one.height)))
    statuses.set(height, await statusAt(core, height));
  const confirmed = mined.map(({ txid, vout, amount, height }) => ({
    txid,
    vout,
    status: statuses.get(height),
    value: satsOf(amount),
  }));
  const unconfirmed = waiting.flatMap(({ txid, vout }) =>
    vout
      .filter(({ scriptPubKey }) => scriptPubKey.address === address)
      .map(({ n, value }) => ({
        txid,
        vout: n,
        status: { confirmed: false as const },
        value: satsOf(value),
      })),
  );
  return [...unconfirmed, ...confirmed].filter(({ txid, vout }) => !spent.has(`${txid}:${vout}`));
}

async function statusAt(core: CoreReads, height: number): Promise<EsploraStatus> {
  const hash = await core.blockHash(height);
  const { time } = await core.header(hash);
  return { confirmed: true, block_height: height, block_hash: hash, block_time: time };
}

/** Mempool transactions that pay the address or spend from it. */
export async function waitingOf(
  core: CoreReads,
  address: string,
): Promise<readonly CoreTransaction[]> {
  return touching(core, address, await mempoolOf(core));
}

const pageSize = 25;

/**
 * Mined transactions that pay the address or spend from it, newest first, after the given one; at
 * most 25, Esplora's page size. Reads the whole chain, which is short on regtest.
 */
export async function minedOf(
  core: CoreReads,
  address: string,
  after: string | undefined,
): Promise<readonly CoreTransaction[]> {
  const { blocks } = await core.tip();
  const found: CoreTransaction[] = [];
  for (let height = blocks; height > 0; height -= 1) {
    const { tx } = await core.fullBlock(await core.blockHash(height));
    found.push(...(await touching(core, address, tx)).toReversed());
    const from = after === undefined ? 0 : found.findIndex(({ txid }) => txid === after) + 1;
    if ((after === undefined || from > 0) && found.length >= from + pageSize) break;
  }
  const from = after === undefined ? 0 : found.findIndex(({ txid }) => txid === after) + 1;
  return after !== undefined && from === 0 ? [] : found.slice(from, from + pageSize);
}

/** The spender of the output in Esplora's format: a missing output counts as "not spent" too. */
export async function outspendView(core: CoreReads, txid: string, vout: number): Promise<object> {
  if (await core.isUnspent(txid, vout)) return { spent: false };
  const waiting = await core.mempoolSpender(txid, vout);
  if (waiting !== undefined) return spentBy(core, await core.transaction(waiting), txid, vout);
  const { blockhash, confirmations = 0 } = await core.transaction(txid);
  if (blockhash === undefined || confirmations === 0) return { spent: false };
  const { blocks } = await core.tip();
  for (let height = (await core.header(blockhash)).height; height <= blocks; height += 1) {
    const { tx } = await core.fullBlock(await core.blockHash(height));
    const spender = tx.find(({ vin }) => vin.some((one) => one.txid === txid && one.vout === vout));
    if (spender !== undefined) return spentBy(core, spender, txid, vout);
  }
  return { spent: false };
}

async function spentBy(
  core: CoreReads,
  spender: CoreTransaction,
  txid: string,
  vout: number,
): Promise<object> {
  return {
    spent: true,
    txid: spender.txid,
    vin: spender.vin.findIndex((one) => one.txid === txid && one.vout === vout),
    status: await statusOf(core, spender),
  };
}

async function touching(
  core: CoreReads,
  address: string,
  transactions: readonly CoreTransaction[],
): Promise<readonly CoreTransaction[]> {
  const isOurs = async ({ vin, vout }: CoreTransaction): Promise<boolean> => {
    if (vout.some(({ scriptPubKey }) => scriptPubKey.address === address)) return true;
    for (const input of vin) {
      if (input.txid === undefined) continue;
      const spent = (await core.transaction(input.txid)).vout[input.vout ?? 0];
      if (spent?.scriptPubKey.address === address) return true;
    }
    return false;
  };
  const ours = await Promise.all(transactions.map(isOurs));
  return transactions.filter((_, index) => ours[index]);
}

/** Without transactions that left the mempool during the read. */
async function mempoolOf(core: CoreReads): Promise<readonly CoreTransaction[]> {
  const ids = await core.mempool();
  const found = await Promise.allSettled(ids.map((txid) => core.transaction(txid)));
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}
