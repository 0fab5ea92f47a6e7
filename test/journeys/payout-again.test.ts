import { textField } from '@interline/cli';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, sign } from '../support/payer.ts';
import { until } from '../support/until.ts';

const source = 8453;
const destination = 42161;
const units = 1_000_000n;
const recipient = `0x${'9beef'.repeat(8)}`;
/**
 * Accepts any signature and takes any coin after 9,300 rounds of 26 gas; where it has less than
 * 100,000 gas it reverts, so it does not fit into the limit of a plain recipient.
 */
const dearCode = `0x620186a05a10603f576200${(9_300).toString(16)}5b6001900380600d577f1626ba7e${'0'.repeat(56)}60005260206000f35b60006000fd`;

describe('a payout of coin that waited for a multicall and was left out of it', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [source, destination], batching: [destination] });
  });
  after(() => harness.stop());

  it('is charged for the code that its recipient got meanwhile', async () => {
    const reads = harness.container.get(parts.store).reads.transactions;
    const payer = await freshPayer(harness, source, units);
    const other = await freshPayer(harness, source, units);
    const lane = { from: source, to: destination, units };
    const first = await sign(harness, other, lane);
    const second = await sign(harness, payer, { ...lane, recipient, toCoin: true });
    await stopMining(harness.devnet, destination);
    const ahead = textField(await execute(first.body), 'id');
    await until('the multicall ahead', async () =>
      (await payoutsOf(ahead)).some(({ multicall }) => multicall?.carried != null),
    );
    const id = textField(await execute(second.body), 'id');
    await until('its payout', async () => (await payoutsOf(id)).length > 0);

    await chainRpc(harness.devnet, destination, 'anvil_setCode', [recipient, dearCode]);
    await resumeMining(harness.devnet, destination);
    const end = await endOfRoute(harness.client, id);

    const [plain, dear] = await payoutsOf(id);
    expect([end['status'], plain?.state, dear?.state]).to.deep.equal([
      'DONE',
      'displaced',
      'mined',
    ]);
    const gasUsed = dear?.gasUsed ?? 0n;
    expect(gasUsed > 250_000n).to.equal(true);
    const today = new Date().toISOString().slice(0, 10);
    const charged = await reads.spent(
      `payout-revert:eip155:42161:payer:${payer.address.toLowerCase()}`,
      today,
    );
    const price = (dear?.gasCost ?? 0n) / gasUsed;
    expect(charged > price * (gasUsed - 80_000n)).to.equal(true);
  });

  function execute(body: Awaited<ReturnType<typeof sign>>['body']) {
    return harness.client.post('/api/route/execute', body);
  }

  async function payoutsOf(id: string) {
    const { transactions } = harness.container.get(parts.store).reads;
    return (await transactions.transactionsOf(id)).filter(({ purpose }) => purpose === 'payout');
  }
});
