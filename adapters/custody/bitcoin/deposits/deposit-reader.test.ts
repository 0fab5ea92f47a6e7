import { asAddress } from '@interline/kernel';
import { expect } from 'chai';
import { Transaction } from '../curve.ts';
import type { SpendReading, TransactionReading } from '../node/bitcoin-node.ts';
import { outpointOf } from '../outpoint.ts';
import { depositReader } from './deposit-reader.ts';

const address = asAddress('bcrt1q-deposit');
const { signal } = new AbortController();
const tip = { height: 300, hash: 'b300', medianTimeSec: 1_763_600_000 };
const count = 1_000;

describe('a deposit in a thousand outputs of one transaction', () => {
  it('is read with one request for its block, however many outputs are new', async () => {
    const node = countingNode();
    node.mine(298);

    const reading = await node.read([]);

    expect(reading.outputs).to.have.length(1_000);
    expect(reading.outputs.every(({ blockTimeMs }) => blockTimeMs === 1_763_500_000_000)).to.equal(
      true,
    );
    expect(node.asked).to.deep.equal({ unspent: 1, blockHash: 1, paying: 1 });
  });

  it('is read with one request for its transaction once all outputs are spent', async () => {
    const node = countingNode();
    node.mine(298);
    const { outputs } = await node.read([]);
    node.spend();

    const reading = await node.read(outputs);

    expect(reading.outputs.map(({ units }) => units)).to.deep.equal(Array(1_000).fill(600n));
    expect(node.asked).to.deep.equal({ unspent: 1, transaction: 1 });
  });

  it('has the time of its block also when it was first seen in the mempool, and asks for that once', async () => {
    const node = countingNode();
    const { outputs } = await node.read([]);
    node.mine(298);

    const mined = await node.read(outputs);
    const askedMined = node.asked;
    const later = await node.read(outputs);

    for (const reading of [mined, later])
      expect(reading.outputs.map(({ blockTimeMs }) => blockTimeMs)).to.deep.equal(
        Array(1_000).fill(1_763_500_000_000),
      );
    expect(askedMined).to.deep.equal({ unspent: 1, blockHash: 1, paying: 1 });
    expect(node.asked).to.deep.equal({ unspent: 1, blockHash: 1 });
  });

  it('has no block time when a day of blocks follows the block and the deposit was known before', async () => {
    const node = countingNode();
    const { outputs } = await node.read([]);
    node.mine(157);
    const day = await node.read(outputs);
    node.mine(156);
    const older = await node.read(outputs);

    expect(day.outputs[0]).to.include({ confirmations: 144, blockTimeMs: 1_763_500_000_000 });
    expect(older.outputs[0]).to.include({ confirmations: 145 });
    expect(older.outputs[0]).not.to.have.property('blockTimeMs');
  });

  it('is searched for once after its payer replaced it, and never again once the replacement is mined', async () => {
    const node = countingNode();
    const { outputs } = await node.read([]);
    node.replace(null);
    const waiting = await node.read(outputs);
    const askedWaiting = node.asked;
    node.replace(299);
    const mined = await node.read(outputs);
    const askedMined = node.asked;
    const later = await node.read(outputs);

    for (const reading of [waiting, mined, later])
      expect(reading.replaced.map(({ by }) => by)).to.deep.equal(Array(1_000).fill('replacer'));
    expect(askedWaiting).to.deep.equal({ unspent: 1, transaction: 1, spendOf: 1 });
    expect(askedMined).to.deep.equal({ unspent: 1, transaction: 1, spendOf: 1 });
    expect(node.asked).to.deep.equal({ unspent: 1, transaction: 1 });
  });
});

/** A node that knows one transaction and counts the requests of a reading. */
function countingNode() {
  const transaction = new Transaction();
  transaction.addInput(new Uint8Array(32).fill(7), 0);
  for (let at = 0; at < count; at += 1) transaction.addOutput(new Uint8Array([0x51]), 600n);
  const [txid, raw] = [transaction.getId(), transaction.toHex()];
  let block: { readonly height: number; readonly hash: string; readonly timeSec: number } | null =
    null;
  let state: 'unspent' | 'spent' | 'gone' = 'unspent';
  let spend: SpendReading = { state: 'unspent' };
  let asked: Record<string, number> = {};
  const answer = async <T>(name: string, value: T): Promise<T> => {
    asked[name] = (asked[name] ?? 0) + 1;
    return value;
  };
  const shown = (): TransactionReading => {
    if (state === 'gone') return { state: 'unknown' };
    return block === null
      ? { state: 'mempool', raw, signalsReplacement: true }
      : { state: 'confirmed', raw, block };
  };
  const read = depositReader({
    settings: { bornAtSec: null, clock: { monotonic: () => 0 } },
  });
  const node: Parameters<typeof read>[0] = {
    watch: async () => undefined,
    unspent: () =>
      answer('unspent', {
        tip,
        outputs: Array.from({ length: state === 'unspent' ? count : 0 }, (_, vout) => ({
          outpoint: outpointOf(txid, vout),
          address,
          script: '51',
          units: 600n,
          confirmations: block === null ? 0 : tip.height - block.height + 1,
          parentReplaceable: block === null,
        })),
      }),
    blockHash: (height) => answer('blockHash', `b${height}`),
    paying: () => answer('paying', { tip, transactions: [{ txid, raw, block }] }),
    transaction: () => answer('transaction', shown()),
    spendOf: () => answer('spendOf', spend),
  };
  return {
    get asked() {
      return asked;
    },
    mine(height: number) {
      block = { height, hash: `b${height}`, timeSec: 1_763_500_000 };
    },
    spend() {
      state = 'spent';
    },
    /** By another transaction, which stays in the mempool when no height is given. */
    replace(height: number | null) {
      state = 'gone';
      const at = height === null ? null : { height, hash: `b${height}` };
      spend = { state: 'spent', by: { txid: 'replacer', block: at } };
    },
    async read(known: readonly { readonly tx: string; readonly output: number }[]) {
      asked = {};
      const { addresses } = await read(node, [{ address, known }], signal);
      const [reading] = addresses;
      if (reading === undefined) throw new Error('the address was not read');
      return reading;
    },
  };
}
