import { parts } from '@interline/server';
import { type JsonRecord, textField } from '@interline/cli';
import { sweepFinality } from '@interline/core/transfer';
import { evmChain } from '@interline/kernel';
import { setBlacklisted } from '../support/blacklist.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { spendElsewhere } from '../support/payer-transaction.ts';
import { freshPayer, type Payer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';
import { expect } from 'chai';

const source = 8453;
const destination = 42161;
const lane = { from: evmChain(source), to: evmChain(destination) };

describe('the record of a way on real chains', () => {
  let harness: Harness;
  beforeEach(async () => {
    harness = await startHarness({ chainIds: [source, destination] });
  });
  afterEach(() => harness.stop());

  it('counts what was delivered and what was refunded, and not what was never pulled', async () => {
    await ended(await transfer());
    await ended(
      await transfer((payer) => setBlacklisted(harness.devnet, destination, payer.address, true)),
    );
    await ended(await transfer((payer) => spendElsewhere(harness.devnet, source, payer, 1n)));

    const { rails } = await harness.client.get(
      `/api/rails/scorecard?fromChain=${source}&toChain=${destination}`,
    );
    const known = await harness.container.get(parts.transfer).trackRecord.record('stock', lane);

    expect(rails)
      .to.have.length(1)
      .and.to.have.nested.property('[0]')
      .that.deep.includes({ rail: 'stock', samples: 2, missRatePct: 0, failRatePct: 50 });
    expect(rails).to.have.nested.property('[0].lanes[0]').that.deep.includes({
      fromChain: source,
      toChain: destination,
      samples: 2,
      quotedToDelivered: 10_000,
    });
    expect(known).to.deep.include({ samples: 2, missRateBps: 0, failRateBps: 5_000 });
  });

  it('forgets a delivery that a reorg took away, until it is delivered again', async () => {
    const id = await transfer();
    await ended(id);
    const before = await records();

    await stopMining(harness.devnet, destination);
    await chainRpc(harness.devnet, destination, 'anvil_reorg', [1, []]);
    await untilSwept('the loss of the record', async () => (await records()).length === 0);
    const reopened = await statusOf(id);
    await resumeMining(harness.devnet, destination);
    await untilSwept('the record', async () => (await records()).length === 1);

    expect(before[0]).to.deep.include({
      outcome: 'delivered',
      quoted: 999_200n,
      delivered: 999_200n,
    });
    expect([reopened, await statusOf(id)]).to.deep.equal(['BRIDGING', 'DONE']);
    expect((await records())[0]).to.deep.include({
      routeId: id,
      outcome: 'delivered',
      quoted: 999_200n,
      delivered: 999_200n,
    });
  });

  /** Accepted; `meanwhile` happens before its pull is mined. */
  async function transfer(
    meanwhile: (payer: Payer) => Promise<unknown> = () => Promise.resolve(),
  ): Promise<string> {
    const payer = await freshPayer(harness, source, 1_000_000n);
    await stopMining(harness.devnet, source);
    const { receipt } = await send(harness, payer, {
      from: source,
      to: destination,
      units: 1_000_000n,
    });
    await meanwhile(payer);
    await resumeMining(harness.devnet, source);
    return textField(receipt, 'id');
  }

  function ended(id: string): Promise<JsonRecord> {
    return endOfRoute(harness.client, id);
  }

  async function statusOf(id: string): Promise<unknown> {
    return (await harness.client.get(`/api/route/status?id=${id}`))['status'];
  }

  function records() {
    return harness.container.get(parts.store).reads.transfers.transferRecords(0, 10);
  }

  async function untilSwept(what: string, isSo: () => Promise<boolean>): Promise<void> {
    const sweep = sweepFinality(harness.container.get(parts.transfer).ports);
    await until(
      what,
      async () => {
        await sweep(new AbortController().signal);
        return isSo();
      },
      100,
    );
  }
});
