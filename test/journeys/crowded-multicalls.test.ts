import { evmAddress, evmChain, type Transaction } from '@interline/kernel';
import { type JsonRecord, textField } from '@interline/cli';
import { parts } from '@interline/server';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { expect } from 'chai';

const source = 8453;
const destination = 42161;
const units = 1_000_000n;
const recipient = evmAddress(`0x${'cd'.repeat(20)}`);

describe('an account whose payouts are merged', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({ chainIds: [source, destination], batching: [destination] });
  });
  after(() => harness.stop());

  it('pays an honest recipient with the next multicall, behind 140 payouts that wait for another', async () => {
    const [crowd, honest] = [
      // Twice what it sends: a pull that was mined may still count as under way.
      await freshPayer(harness, source, 280n * units),
      await freshPayer(harness, source, units),
    ];
    await stopMining(harness.devnet, destination);
    const crowding: JsonRecord[] = [];
    for (let sent = 0; sent < 140; sent += 1) crowding.push(await sentTo(crowd, recipient));
    await until('140 payouts', async () =>
      (await Promise.all(crowding.map(payoutOf))).every((one) => one !== undefined),
    );

    const receipt = await sentTo(honest, evmAddress(honest.address));
    await until('one more payout', () => payoutOf(receipt));
    const first = await openMulticall();
    await chainRpc(harness.devnet, destination, 'evm_mine');
    await until('the next multicall', async () => {
      const open = await openMulticall();
      return open !== null && open !== first;
    });
    const [paid, others] = [
      await payoutOf(receipt),
      await Promise.all(crowding.map(async (one) => (await payoutOf(one))?.nonce ?? -1)),
    ];
    await resumeMining(harness.devnet, destination);
    const end = await endOfRoute(harness.client, textField(receipt, 'id'));

    const slot = paid?.nonce ?? -1;
    expect(slot).not.to.equal(-1);
    expect(others.filter((one) => one !== -1 && one <= slot)).to.have.length(2);
    expect(others.filter((one) => one === slot)).to.have.length(1);
    expect(end['status']).to.equal('DONE');
  });

  async function sentTo(payer: Payer, to: typeof recipient): Promise<JsonRecord> {
    const order = { from: source, to: destination, units, recipient: to };
    return (await send(harness, payer, order)).receipt;
  }

  const reads = () => harness.container.get(parts.store).reads.transactions;

  async function payoutOf(receipt: JsonRecord): Promise<Transaction | undefined> {
    const all = await reads().transactionsOf(textField(receipt, 'id'));
    return all.find(({ purpose }) => purpose === 'payout');
  }

  /** The id of the one under way; null only between two. */
  async function openMulticall(): Promise<string | null> {
    const account = harness.container.get(parts.custody).account('float');
    return (await reads().openMulticall(evmChain(destination), account))?.id ?? null;
  }
});
