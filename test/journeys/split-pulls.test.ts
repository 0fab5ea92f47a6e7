import { textField } from '@interline/cli';
import { type ChainRef, evmChain, type TokenRef } from '@interline/kernel';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { mine, resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';

const base = 8453;
const arbitrum = 42161;

describe('one sum that is pulled in parts', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [base, arbitrum],
      policy: {
        patienceMs: 200,
        // As on Base in production.
        finality: {
          [evmChain(base)]: {
            tiers: [{ upToUsd: 1_000, confirmations: 2 }],
            confirmations: 12,
            finalDepth: 128,
          },
          '*': { tiers: [], confirmations: 1, finalDepth: 12 },
        },
      },
      rebind: (container) => {
        container.rebind(parts.price).toConstantValue({
          priceOf: async ({ symbol }: TokenRef) => ({
            microUsd: symbol === 'USDC' ? 1_000_000n : 3_000_000_000n,
            asOfMs: Date.now(),
          }),
        });
      },
    });
  });
  after(() => harness.stop());

  async function sendParts(parted: readonly bigint[]): Promise<readonly string[]> {
    const payer = await freshPayer(
      harness,
      base,
      parted.reduce((sum, one) => sum + one, 0n),
    );
    await stopMining(harness.devnet, base);
    const ids: string[] = [];
    for (const units of parted)
      ids.push(
        textField((await send(harness, payer, { from: base, to: arbitrum, units })).receipt, 'id'),
      );
    return ids;
  }

  it('waits for as many confirmations as the whole, and is paid once it has them', async () => {
    const ids = await sendParts([500_000_000n, 500_000_001n]);
    const judged = judgements(harness);

    await mine(harness.devnet, base, 11);
    const atEleven = await headOf(harness);
    await until('six judgements at eleven confirmations', () => judged(atEleven) >= 6);
    const before = await stagesOf(harness, ids);
    await mine(harness.devnet, base);
    await Promise.all(ids.map((id) => endOfRoute(harness.client, id)));

    expect(before).to.deep.equal(['RECEIVING', 'RECEIVING']);
    expect(await stagesOf(harness, ids)).to.deep.equal(['DELIVERED', 'DELIVERED']);
  });

  it('is paid at two confirmations if the parts are worth 1,000 dollars together', async () => {
    // Those of the test above are deep after it.
    await resumeMining(harness.devnet, base);
    await mine(harness.devnet, base, 12);
    const ids = await sendParts([500_000_000n, 500_000_000n]);

    await mine(harness.devnet, base, 2);
    await Promise.all(ids.map((id) => endOfRoute(harness.client, id)));

    expect(await stagesOf(harness, ids)).to.deep.equal(['DELIVERED', 'DELIVERED']);
  });
});

function stagesOf({ client }: Harness, ids: readonly string[]): Promise<readonly unknown[]> {
  return Promise.all(
    ids.map(async (id) => (await client.get(`/api/route/status?id=${id}`))['stage']),
  );
}

async function headOf({ devnet }: Harness): Promise<number> {
  return Number(await chainRpc(devnet, base, 'eth_blockNumber', []));
}

/** How often a pull was judged at that head since this was called. */
function judgements({ container }: Harness): (head: number) => number {
  const { transactions } = container.get(parts.store).reads;
  const asked: number[] = [];
  const pullsAfter = transactions.pullsAfter.bind(transactions);
  Object.assign(transactions, {
    pullsAfter: (chain: ChainRef, block: number) => {
      asked.push(block);
      return pullsAfter(chain, block);
    },
  });
  return (head) => asked.filter((block) => block === head + 1 - 12).length;
}
