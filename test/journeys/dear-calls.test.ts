import { textField } from '@interline/cli';
import { asUnits, evmAddress, evmChain, type PlanStep } from '@interline/kernel';
import {
  type RailScript,
  scriptedManifest,
  scriptedQuote,
  scriptedSteps,
} from '@interline/plugins/testing';
import { parts } from '@interline/server';
import { expect } from 'chai';
import { burner, twoFacedBurner } from '../support/burner.ts';
import { chainRpc } from '../support/chain-rpc.ts';
import { endOfRoute } from '../support/end-of-route.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { refusalOf } from '../support/refusal-of.ts';
import { stockRail } from '../support/stock-rail.ts';
import { until } from '../support/until.ts';
import { usdcBalance } from '../support/usdc-balance.ts';

const base = 8453;
const arbitrum = 42161;
const transfer = { from: base, to: arbitrum, units: 1_000_000n };
const pool = evmAddress(`0x${'0d'.repeat(20)}`);
const otherPool = evmAddress(`0x${'0e'.repeat(20)}`);
/** What a loop of 26 gas may go round for 200,000 gas to be twice, and more than that. */
const [fairRounds, dearRounds] = [10_000, 16_000];

describe("an engine's call that takes far more gas than its quote was priced for", () => {
  for (const batching of [[], [base]])
    it(`is refused before anything is pulled, ${batching.length === 0 ? 'alone' : 'merged with its pull'}`, async () => {
      await withHarness({ rails: [rail('alpha', pool)], batching }, async (harness) => {
        await setRounds(harness, pool, dearRounds);
        const payer = await freshPayer(harness, base, 2_000_000n);

        const refused = await refusalOf(send(harness, payer, transfer));
        const kept = await usdcBalance(harness.devnet, base, payer.address);
        await setRounds(harness, pool, fairRounds);
        const fair = textField((await send(harness, payer, transfer)).receipt, 'id');

        expect([refused.status, refused.body['errorCode']]).to.deep.equal([422, 'GAS_CEILING']);
        expect(refused.body['error']).to.contain(tooDear);
        expect(kept).to.equal(2_000_000n);
        await until('the call', async () => (await callsOf(harness, fair)).length === 1);
      });
    });

  for (const batching of [[], [base]])
    it(`reverts if it takes more than twice that in its block only, at the cost of engine and payer, ${batching.length === 0 ? 'alone' : 'merged with its pull'}`, async () => {
      await withHarness({ rails: [rail('alpha', pool)], batching }, async (harness) => {
        await setCode(harness, pool, twoFacedBurner(14_300, 19_400));
        const payer = await freshPayer(harness, base, 1_000_000n);

        const id = textField((await send(harness, payer, transfer)).receipt, 'id');
        const first = await until('the call', async () =>
          (await callsOf(harness, id)).find(({ state }) => state !== 'open'),
        );

        expect(first.state).to.equal('reverted');
        if (first.multicall === null) expect(first.gasUsed).to.equal(400_000n);
        expect(await endOfRoute(harness.client, id)).to.include({ stage: 'REFUNDED' });
        const spent = await Promise.all(
          ['engine:alpha', `payer:${payer.address.toLowerCase()}`].map((whose) =>
            spentOn(harness, `call-revert:eip155:8453:${whose}`),
          ),
        );
        expect(spent.every((one) => one > 0n)).to.equal(true);
      });
    });

  it('is made if it takes at most twice that in its block', async () => {
    await withHarness({ rails: [rail('alpha', pool)] }, async (harness) => {
      await setCode(harness, pool, twoFacedBurner(13_000, 14_500));
      const payer = await freshPayer(harness, base, 1_000_000n);

      const id = textField((await send(harness, payer, transfer)).receipt, 'id');

      const mined = await until('the call', async () =>
        (await callsOf(harness, id)).find(({ state }) => state !== 'open'),
      );
      expect([mined.state, mined.gasUsed]).to.deep.equal(['mined', 398_032n]);
    });
  });

  it('leaves the transfer to the next engine', async () => {
    const rails = [rail('alpha', pool), rail('beta', otherPool)];
    await withHarness({ rails }, async (harness) => {
      await setRounds(harness, pool, dearRounds);
      await setRounds(harness, otherPool, fairRounds);
      const payer = await freshPayer(harness, base, 1_000_000n);

      const { receipt } = await send(harness, payer, transfer);

      const route = await routeOf(harness, textField(receipt, 'id'));
      expect(route?.rail).to.equal('beta');
      expect(route?.refusals.map(({ rail: by, code }) => [by, code])).to.deep.equal([
        ['alpha', 'GAS_CEILING'],
      ]);
    });
  });

  it('is not made if it became so after the pull, and the payer gets everything back', async () => {
    await withHarness({ rails: [rail('alpha', pool)] }, async (harness) => {
      await setRounds(harness, pool, fairRounds);
      const payer = await freshPayer(harness, base, 1_000_000n);
      await stopMining(harness.devnet, base);
      const id = textField((await send(harness, payer, transfer)).receipt, 'id');
      await setRounds(harness, pool, dearRounds);
      await resumeMining(harness.devnet, base);

      const ended = await endOfRoute(harness.client, id);

      expect(ended).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      expect(await callsOf(harness, id)).to.deep.equal([]);
      const [refusal] = (await routeOf(harness, id))?.refusals ?? [];
      expect(refusal?.code).to.equal('GAS_CEILING');
      expect(refusal?.reason).to.contain(tooDear);
    });
  });

  it('keeps an engine from taking a transfer over', async () => {
    const rails = [
      rail('alpha', pool, {
        refusePlan: ({ isPulled }) =>
          isPulled === true ? { ok: false, code: 'NO_ROUTE', reason: 'the price moved' } : null,
      }),
      rail('beta', otherPool),
    ];
    await withHarness({ rails }, async (harness) => {
      await setRounds(harness, pool, fairRounds);
      await setRounds(harness, otherPool, dearRounds);
      const payer = await freshPayer(harness, base, 1_000_000n);

      const { receipt } = await send(harness, payer, transfer);
      const id = textField(receipt, 'id');
      const ended = await endOfRoute(harness.client, id);

      expect(ended).to.include({ status: 'FAILED', stage: 'REFUNDED' });
      const route = await routeOf(harness, id);
      expect(route?.rail).to.equal('alpha');
      expect(route?.refusals.map(({ rail: by, code }) => [by, code])).to.deep.equal([
        ['alpha', 'NO_ROUTE'],
        ['beta', 'GAS_CEILING'],
      ]);
    });
  });
});

const tooDear = '400000 is the most by what its quote was priced for';

/** An engine whose call goes to that pool, priced for 200,000 gas. */
function rail(id: string, to: typeof pool, script: RailScript = {}) {
  const call: PlanStep = {
    kind: 'call',
    chain: evmChain(base),
    to,
    data: '0x',
    value: asUnits(0n),
    handsOver: true,
  };
  return stockRail({
    manifest: scriptedManifest({ id, ways: [id] }),
    plan: { pullTo: 'spender', keeps: 'perishable' },
    quote: (request, way) => ({
      ok: true,
      value: {
        ...scriptedQuote(request, { rail: way }),
        fronts: [{ chain: evmChain(base), gas: 200_000n, coin: asUnits(0n) }],
      },
    }),
    steps: () => [call, scriptedSteps.track()],
    ...script,
  });
}

async function withHarness(
  options: Parameters<typeof startHarness>[0],
  work: (harness: Harness) => Promise<void>,
): Promise<void> {
  const harness = await startHarness({ chainIds: [base, arbitrum], ...options });
  try {
    await work(harness);
  } finally {
    await harness.stop();
  }
}

function setRounds(harness: Harness, at: typeof pool, rounds: number): Promise<unknown> {
  return setCode(harness, at, burner(rounds));
}

function setCode({ devnet }: Harness, at: typeof pool, code: string): Promise<unknown> {
  return chainRpc(devnet, base, 'anvil_setCode', [at, code]);
}

function spentOn({ container }: Harness, budget: string): Promise<bigint> {
  const today = new Date().toISOString().slice(0, 10);
  return container.get(parts.store).reads.transactions.spent(budget, today);
}

async function callsOf({ container }: Harness, id: string) {
  const { transactions } = container.get(parts.store).reads;
  return (await transactions.transactionsOf(id)).filter(({ purpose }) => purpose === 'call');
}

function routeOf({ container }: Harness, id: string) {
  return container.get(parts.store).reads.transfers.route(id);
}
