import { setTimeout } from 'node:timers/promises';
import { chainlinkPrices, sourcedPrices } from '@interline/adapters/price';
import { type JsonRecord, textField } from '@interline/cli';
import { parts } from '@interline/server';
import type { LeasedTick } from '@interline/core/primitives';
import { evmAddress, evmChain } from '@interline/kernel';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { feedCode } from '../support/feed-contract.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';
import { expect } from 'chai';

const feed = '0xfeed000000000000000000000000000000000001';
const transfer = { fromChain: 8453, toChain: 42161, token: 'USDC', amount: '1000000' };
const newRecipient = (at: number) => `0x${at.toString(16).padStart(40, '1')}`;

describe('schedules and conditionals on real chains', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [8453, 42161],
      rebind(container) {
        const deployment = container.get(parts.deployment);
        container.rebind(parts.deployment).toConstantValue({
          ...deployment,
          primitives: { ...deployment.primitives, isLive: true },
        });
      },
    });
  });
  after(() => harness.stop());

  it("move the operator's money on a live tick, once", async () => {
    const recipient = newRecipient(0xa1);
    const made = await create(
      'schedule',
      { at: Date.now(), live: true, route: { ...transfer, toAddress: recipient } },
      harness.operatorToken,
    );

    const ended = await untilStatus('schedule', made, 'completed');
    const [run] = runsOf(ended);
    const receipt = await endOfRoute(harness.client, textField(run ?? {}, 'routeId'));
    await setTimeout(600);

    expect(receipt).to.include({ status: 'DONE' });
    expect([
      runsOf(ended).length,
      run?.['simulated'],
      await usdcBalance(harness.devnet, 42161, recipient),
    ]).to.deep.equal([1, false, 999_200n]);
  });

  it('refuse a live tick of anyone else, and move nothing', async () => {
    const recipient = newRecipient(0xa2);
    const made = await create('conditional', {
      live: true,
      when: { type: 'timeAfter', value: 1 },
      route: { ...transfer, toAddress: recipient },
    });

    const ended = await untilStatus('conditional', made, 'failed');

    expect(runsOf(ended)[0]).to.include({
      simulated: false,
      ok: false,
      errorCode: 'OPERATOR_ONLY',
    });
    expect(await usdcBalance(harness.devnet, 42161, recipient)).to.equal(0n);
  });

  it('start nothing any more for a tick that was under way when they were cancelled', async () => {
    const recipient = newRecipient(0xa4);
    const { id } = await createLater(recipient);
    const [tick] = await claimLater();

    await harness.container.get(parts.primitives).cancelRecord('schedule', id);
    if (tick !== undefined)
      await harness.container.get(parts.primitives).runTick(tick, new AbortController().signal);

    expect(tick?.record.id).to.equal(id);
    expect([
      await startedBy(id),
      runsOf(await harness.client.get(`/api/route/schedule/${id}`)),
      await usdcBalance(harness.devnet, 42161, recipient),
    ]).to.deep.equal([null, [], 0n]);
  });

  it('start nothing for a worker that lost its lease, and one route for the worker that has it', async () => {
    const { id } = await createLater(newRecipient(0xa5));
    const [lost] = await claimLater();
    const [held] = await claimLater(leaseMs);

    if (lost !== undefined)
      await harness.container.get(parts.primitives).runTick(lost, new AbortController().signal);
    const before = await startedBy(id);
    if (held !== undefined)
      await harness.container.get(parts.primitives).runTick(held, new AbortController().signal);

    expect([lost?.record.fence, held?.record.fence, before]).to.deep.equal([1, 2, null]);
    expect(
      runsOf(await harness.client.get(`/api/route/schedule/${id}`)).map(({ routeId }) => routeId),
    ).to.deep.equal([await startedBy(id)]);
  });

  it('rehearse every other tick through the same rails', async () => {
    const recipient = newRecipient(0xa3);
    const made = await create('conditional', {
      when: { type: 'timeAfter', value: '2020-01-01T00:00:00Z' },
      route: { ...transfer, toAddress: recipient },
    });

    const ended = await untilStatus('conditional', made, 'fired');

    expect(runsOf(ended)[0]).to.include({
      simulated: true,
      ok: true,
      rail: 'stock',
      estOut: '999200',
      fee: '800',
    });
    expect(await usdcBalance(harness.devnet, 42161, recipient)).to.equal(0n);
  });

  it('can go by a Chainlink feed on chain', async () => {
    const updatedAtSec = BigInt(Math.floor(Date.now() / 1_000));
    await chainRpc(harness.devnet, 8453, 'anvil_setCode', [
      feed,
      feedCode({ decimals: 8, answer: 300_012_345_678n, updatedAtSec }),
    ]);
    const prices = (chain: number) =>
      sourcedPrices(
        [
          chainlinkPrices(
            [
              {
                asset: 'ETH',
                chain: evmChain(chain),
                address: evmAddress(feed),
                heartbeatSec: 3_600,
              },
            ],
            {
              chains: harness.container.get(parts.evm).chainReader,
              clock: harness.container.get(parts.clock),
              log: harness.container.get(parts.log),
              stop: new AbortController().signal,
            },
          ),
        ],
        { maxAgeMs: 60_000, maxSpreadBps: 200, minSources: 1 },
        harness.container.get(parts.clock),
      );
    const ether = harness.container.get(parts.tokens).resolve(evmChain(8453), 'ETH', 'asset');

    const [here, nowhere] = [
      await prices(8453).priceOf(ether, new AbortController().signal),
      await prices(42161).priceOf(ether, new AbortController().signal),
    ];

    expect([here?.microUsd, nowhere]).to.deep.equal([3_000_123_456n, null]);
  });

  const laterMs = 3_600_000;
  const leaseMs = 30_000;

  /** A live schedule of the operator that no watcher takes up within this test. */
  async function createLater(recipient: string): Promise<{ readonly id: string }> {
    const made = await create(
      'schedule',
      { at: Date.now() + laterMs, live: true, route: { ...transfer, toAddress: recipient } },
      harness.operatorToken,
    );
    return { id: textField(made, 'id') };
  }

  /** What a worker would lease then. */
  function claimLater(afterMs = 0): Promise<readonly LeasedTick[]> {
    return harness.container.get(parts.store).run('claim-ticks', (tx) =>
      tx.primitives.leaseTicks({
        nowMs: Date.now() + laterMs + 1_000 + afterMs,
        leaseMs,
        limit: 16,
      }),
    );
  }

  async function startedBy(id: string): Promise<string | null> {
    return (
      (await harness.container.get(parts.store).reads.idempotency.idempotent(`run:${id}:0`))
        ?.routeId ?? null
    );
  }

  function create(kind: string, body: JsonRecord, token?: string): Promise<JsonRecord> {
    return harness.client.post(
      `/api/route/${kind}`,
      body,
      token === undefined ? {} : { authorization: `Bearer ${token}` },
    );
  }

  /** The record once it has that status. */
  function untilStatus(kind: string, { id }: JsonRecord, status: string): Promise<JsonRecord> {
    return until(`a ${kind} that is ${status}`, async () => {
      const record = await harness.client.get(`/api/route/${kind}/${String(id)}`);
      return record['status'] === status && record;
    });
  }
});

function runsOf(record: JsonRecord): readonly JsonRecord[] {
  return record['runs'] as readonly JsonRecord[]; // CAST: the contract tests check the shape.
}
