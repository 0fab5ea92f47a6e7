import { type BitcoinNode, outpointOf } from '@interline/adapters/custody/bitcoin';
import type { RegtestNode } from '@interline/devnet';
import { expect } from 'chai';
import fc from 'fast-check';
import { bitcoinPayer, type PayerCoin } from './bitcoin-payer.ts';

type Step =
  | { readonly kind: 'pay'; readonly to: number; readonly thousands: number }
  | { readonly kind: 'replace'; readonly to: number }
  | { readonly kind: 'mine' }
  | { readonly kind: 'reorg'; readonly depth: number };

const { signal } = new AbortController();
const addressCount = 3;
const to = fc.nat(addressCount - 1);

const history: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant('pay' as const),
      to,
      thousands: fc.integer({ min: 10, max: 90 }),
    }),
    fc.record({ kind: fc.constant('replace' as const), to }),
    fc.record({ kind: fc.constant('mine' as const) }),
    fc.record({ kind: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 3 }) }),
  ),
  { minLength: 3, maxLength: 8 },
);

interface Pair {
  readonly bitcoin: RegtestNode;
  readonly core: BitcoinNode;
  readonly esplora: BitcoinNode;
}

/** Plays the history and asks both adapters the same questions after each step of it. */
async function check({ bitcoin, core, esplora }: Pair, steps: readonly Step[]): Promise<void> {
  const payer = bitcoinPayer(bitcoin);
  const addresses = await Promise.all(Array.from({ length: addressCount }, () => payer.address()));
  const addressAt = (index: number): string => addresses[index] ?? '';
  await core.watch(addresses, null, signal);
  await esplora.watch(addresses, null, signal);
  const coins: PayerCoin[] = [];
  const txids: string[] = [];
  // Above all coins, so that a reorg of the history takes none of them away.
  for (let count = 0; count < steps.length; count += 1) coins.push(await payer.coin(200_000n));
  await bitcoin.mine(4);
  const spent: { coin: PayerCoin; fee: bigint }[] = [];

  const send = async (coin: PayerCoin, toIndex: number, fee: bigint): Promise<void> => {
    const units = coin.units - fee;
    const raw = await payer.spend(coin, { to: addressAt(toIndex), units });
    const outcome = await core.broadcast(raw, signal);
    if (outcome.kind === 'accepted') txids.push(await idOf(bitcoin, raw));
  };
  const play = async (step: Step): Promise<void> => {
    switch (step.kind) {
      case 'pay': {
        const coin = coins[spent.length];
        if (coin === undefined) return;
        const fee = BigInt(step.thousands) * 1_000n;
        spent.push({ coin, fee });
        return send(coin, step.to, fee);
      }
      case 'replace': {
        const last = spent.at(-1);
        if (last === undefined) return;
        last.fee += 5_000n;
        return send(last.coin, step.to, last.fee);
      }
      case 'mine':
        // To a fresh address: the same block twice would be the one that was invalidated.
        await bitcoin.rpc('generatetoaddress', [1, await payer.address()]);
        return;
      case 'reorg': {
        const { height } = await core.tip(signal);
        const from = await core.blockHash(height - step.depth + 1, signal);
        await bitcoin.rpc('invalidateblock', [from]);
        return;
      }
    }
  };
  const answersOf = async (node: BitcoinNode): Promise<unknown> => {
    const tip = await node.tip(signal);
    const unspent = await node.unspent(addresses, signal);
    return {
      tip,
      block: await node.blockHash(tip.height - 1, signal),
      transactionsOfTip: await node.blockTransactions(tip.hash, signal),
      unspentAt: unspent.tip,
      unspent: unspent.outputs
        .map(({ blockHash: _, ...output }) => output)
        .toSorted((one, other) => (one.outpoint < other.outpoint ? -1 : 1)),
      transactions: await Promise.all(txids.map((txid) => node.transaction(txid, signal))),
      spends: await Promise.all(
        [...coins, ...txids.map((txid) => ({ txid, vout: 0 }))].map(({ txid, vout }) =>
          node.spendOf(outpointOf(txid, vout), signal),
        ),
      ),
      estimate: await node.feeEstimate(6, signal),
    };
  };

  for (const step of steps) {
    await play(step);
    expect(await answersOf(esplora)).to.deep.equal(await answersOf(core));
  }
  // No later history starts with what this one left in the mempool.
  await bitcoin.rpc('generatetoaddress', [1, await payer.address()]);
}

async function idOf({ rpc }: RegtestNode, raw: string): Promise<string> {
  // CAST: Core's documented shape.
  return ((await rpc('decoderawtransaction', [raw])) as { txid: string }).txid;
}

export const sameAnswers = { history, check };
