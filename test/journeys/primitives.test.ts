import { setTimeout } from 'node:timers/promises';
import { chainlinkPrices, sourcedPrices } from '@interline/adapters/price';
import { followRoute, type JsonRecord, textField } from '@interline/cli';
import { parts } from '@interline/compose';
import { evmAddress, evmChain } from '@interline/domain';
import { expect } from 'chai';
import { chainRpc } from '../support/chain-rpc.ts';
import { feedCode } from '../support/feed-contract.ts';
import { type House, startHouse } from '../support/house.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const feed = '0xfeed000000000000000000000000000000000001';
const transfer = { fromChain: 8453, toChain: 42161, token: 'USDC', amount: '1000000' };
const newRecipient = (at: number) => `0x${at.toString(16).padStart(40, '1')}`;

describe('schedules and conditionals on real chains', () => {
  let house: House;
  before(async () => {
    house = await startHouse({
      chainIds: [8453, 42161],
      rebind(container) {
        const deployment = container.get(parts.deployment);
        container.rebind(parts.deployment).toConstantValue({ ...deployment, primitives: { ...deployment.primitives, isLive: true } });
      },
    });
  });
  after(() => house.stop());

  it('move the operator\'s money on a live tick, once', async () => {
    const recipient = newRecipient(0xa1);
    const made = await create('schedule', { at: Date.now(), live: true, route: { ...transfer, toAddress: recipient } }, house.operatorToken);

    const ended = await until('schedule', made, 'completed');
    const [run] = runsOf(ended);
    const receipt = await followRoute(house.client, textField(run ?? {}, 'routeId'), () => undefined, 10_000);
    await setTimeout(600);

    expect(receipt).to.include({ status: 'DONE' });
    expect([runsOf(ended).length, run?.['simulated'], await usdcBalance(house.devnet, 42161, recipient)]).to.deep.equal([1, false, 999_200n]);
  });

  it('refuse a live tick of anyone else, and move nothing', async () => {
    const recipient = newRecipient(0xa2);
    const made = await create('conditional', { live: true, when: { type: 'timeAfter', value: 1 }, route: { ...transfer, toAddress: recipient } });

    const ended = await until('conditional', made, 'failed');

    expect(runsOf(ended)[0]).to.include({ simulated: false, ok: false, errorCode: 'OPERATOR_ONLY' });
    expect(await usdcBalance(house.devnet, 42161, recipient)).to.equal(0n);
  });

  it('rehearse every other tick through the same rails', async () => {
    const recipient = newRecipient(0xa3);
    const made = await create('conditional', { when: { type: 'timeAfter', value: '2020-01-01T00:00:00Z' }, route: { ...transfer, toAddress: recipient } });

    const ended = await until('conditional', made, 'fired');

    expect(runsOf(ended)[0]).to.include({ simulated: true, ok: true, rail: 'stock', estOut: '999200', fee: '800' });
    expect(await usdcBalance(house.devnet, 42161, recipient)).to.equal(0n);
  });

  it('can go by a Chainlink feed on chain', async () => {
    const updatedAtSec = BigInt(Math.floor(Date.now() / 1_000));
    await chainRpc(house.devnet, 8453, 'anvil_setCode', [feed, feedCode({ decimals: 8, answer: 300_012_345_678n, updatedAtSec })]);
    const prices = (chain: number) => sourcedPrices([chainlinkPrices([{ asset: 'ETH', chain: evmChain(chain), address: evmAddress(feed), heartbeatSec: 3_600 }], {
      chains: house.container.get(parts.chains), clock: house.container.get(parts.clock), log: house.container.get(parts.log), stop: new AbortController().signal,
    })], { maxAgeMs: 60_000, maxSpreadBps: 200, minSources: 1 }, house.container.get(parts.clock));
    const ether = house.container.get(parts.tokens).resolve(evmChain(8453), 'ETH', 'asset');

    const [here, nowhere] = [await prices(8453).priceOf(ether, new AbortController().signal), await prices(42161).priceOf(ether, new AbortController().signal)];

    expect([here?.microUsd, nowhere]).to.deep.equal([3_000_123_456n, null]);
  });

  function create(kind: string, body: JsonRecord, token?: string): Promise<JsonRecord> {
    return house.client.post(`/api/route/${kind}`, body, token === undefined ? {} : { authorization: `Bearer ${token}` });
  }

  /** The record once it has that status, within 10 s. */
  async function until(kind: string, { id }: JsonRecord, status: string): Promise<JsonRecord> {
    for (let tries = 0; tries < 100; tries += 1) {
      const record = await house.client.get(`/api/route/${kind}/${String(id)}`);
      if (record['status'] === status) return record;
      await setTimeout(100);
    }
    throw new Error(`the ${kind} did not become ${status} in 10 s`);
  }
});

function runsOf(record: JsonRecord): readonly JsonRecord[] {
  return record['runs'] as readonly JsonRecord[]; // CAST: the contract tests check the shape.
}
