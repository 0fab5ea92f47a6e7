import {
  answer,
  asUnits,
  evmAddress,
  type JsonObject,
  type RailOutcome,
  type Recall,
  refuse,
} from '@interline/plugins';
import { arbitrum, base, testOrder, testRequest } from '@interline/plugins/testing';
import { expect } from 'chai';
import { faultAsRefusal } from './testing/fault-as-refusal.ts';
import { never } from './testing/never.ts';
import { railOver, type SeatTerms } from './testing/rail-over.ts';
import { scriptedUpstream } from './testing/scripted-upstream.ts';
import type { RecallView, UpstreamRecall } from './upstream/upstream.ts';

const order = testOrder(testRequest({ units: 100_000_000n }));
const contract = evmAddress(`0x${'de'.repeat(20)}`);
const written: JsonObject = { upstream: 'alpha', ref: { transfer: 'one' }, recallAt: contract };

/** Coin is worth 2,000 dollars, so that this is ten. */
const tenDollars = 5_000_000_000_000_000n;

describe('a recall over the aggregators', () => {
  it('is worded by the engine, for the contract that the plan named, and the coin of the source in that of the destination', async () => {
    const seen: unknown[] = [];
    const call: UpstreamRecall['call'] = async (ref, view) => {
      seen.push([ref, view.from, view.to, view.at, await view.coinFor(1_000_000n)]);
      return recallOf(view, 1n);
    };

    expect(await recalled({}, { call })).to.deep.equal(
      answer({ to: contract, data: '0x01', value: 1n }),
    );
    expect(seen).to.deep.equal([
      [{ transfer: 'one' }, base, arbitrum, contract, answer(1_000_000_000_000n)],
    ]);
  });

  it('carries coin up to the ceiling of the settings, and not a unit more', async () => {
    const costs = (value: bigint) => ({
      call: async (_ref: JsonObject, view: RecallView) => recallOf(view, value),
    });

    expect(await recalled({}, costs(tenDollars))).to.deep.include({ ok: true });
    expect(await recalled({}, costs(tenDollars + 1n))).to.deep.equal(
      refuse(
        'GAS_CEILING',
        'taking back what alpha has not delivered costs coin worth 10000001 micro-USD; at most 10000000 is paid',
      ),
    );
    expect(
      await recalled({ settings: { maxRecallMicroUsd: '10000001' } }, costs(tenDollars + 1n)),
    ).to.deep.include({ ok: true });
  });

  it('is refused where coin has no price, and where the engine refuses it', async () => {
    const price = { priceOf: async () => null };
    const refusal = refuse('WRONG_STATE', 'the order is filled');

    expect(await recalled({ price })).to.deep.equal(
      refuse(
        'NO_ROUTE',
        'the coin of eip155:42161 has no price now, so no recall is paid for with it',
      ),
    );
    expect(await recalled({}, { call: async () => refusal })).to.deep.equal(refusal);
  });

  it('is refused for a plan that named no contract, and for an engine that has none', async () => {
    const { recallAt: _none, ...before } = written;
    const words = refuse('NO_ROUTE', 'what alpha has not delivered cannot be taken back');

    expect(await recalled({}, {}, before)).to.deep.equal(words);
    const { rail } = railOver([scriptedUpstream()]);
    expect(await rail.recall?.(order, written, never())).to.deep.equal(words);
  });

  it('is planned by the contract of the engine, or that of the settings', async () => {
    const other = evmAddress(`0x${'0e'.repeat(20)}`);
    const own = { engines: { alpha: { recallContracts: { '42161': other } } } };

    expect(await plannedRecall({})).to.deep.equal([contract, contract]);
    expect(await plannedRecall(own)).to.deep.equal([other, other]);
    expect(
      await plannedRecall({ engines: { alpha: { recallContracts: { '*': other } } } }),
    ).to.deep.equal([other, other]);
  });
});

function recalled(
  terms: SeatTerms,
  recall: Partial<UpstreamRecall> = {},
  ref: JsonObject = written,
): Promise<unknown> {
  const call: UpstreamRecall['call'] = async (_ref, view) => recallOf(view, 1n);
  const { rail } = railOver(
    [scriptedUpstream({ recall: { at: contract, call, ...recall } })],
    terms,
  );
  return faultAsRefusal(
    async () => (await rail.recall?.(order, ref, never())) ?? refuse('INTERNAL', 'no method'),
  );
}

function recallOf({ at: to }: RecallView, value: bigint): RailOutcome<Recall> {
  return answer({ to, data: '0x01', value: asUnits(value) });
}

/** As the step names it, and as its ref stores it. */
async function plannedRecall(settings: object): Promise<readonly unknown[]> {
  const call: UpstreamRecall['call'] = async (_ref, view) => recallOf(view, 1n);
  const { rail } = railOver([scriptedUpstream({ recall: { at: contract, call } })], { settings });
  const [offer] = await rail.offers(testRequest({ units: 100_000_000n }), never());
  const quote = offer?.outcome.ok === true ? offer.outcome.value : null;
  if (quote?.kind !== 'firm') throw new Error('nothing was offered');
  const outcome = await rail.plan(order, quote, never());
  const step = outcome.ok ? outcome.value.steps.at(-1) : undefined;
  return step?.kind === 'track' ? [step.recall?.to, step.ref['recallAt']] : [];
}
