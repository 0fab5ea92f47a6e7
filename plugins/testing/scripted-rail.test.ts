import { asUnits, type PlanStep, refuse } from '@interline/kernel';
import { guardRail } from '../guard/guard-rail.ts';
import { ManualClock } from './manual-clock.ts';
import { RecordingLog } from './recording-log.ts';
import { scriptedQuote } from './scripted-quote.ts';
import { type RailScript, scriptedRail } from './scripted-rail.ts';
import { scriptedSteps } from './scripted-steps.ts';
import { testGuardHost } from './test-guard-host.ts';
import { testOrder, testRequest } from './test-request.ts';
import { expect } from 'chai';

const order = testOrder();
const quote = scriptedQuote(order);

describe('the scripted rail', () => {
  for (const { kind, steps, pullTo } of [
    { kind: 'track', steps: [scriptedSteps.track()], pullTo: 'spender' },
    {
      kind: 'await-deposit',
      steps: [scriptedSteps.awaitDeposit(order), scriptedSteps.track()],
      pullTo: 'none',
    },
    {
      kind: 'await-funds',
      steps: [scriptedSteps.awaitFunds(order), scriptedSteps.track()],
      pullTo: 'none',
    },
    { kind: 'call', steps: [scriptedSteps.call(order), scriptedSteps.track()], pullTo: 'spender' },
    {
      kind: 'payout',
      steps: [scriptedSteps.reserve(order, 999_200n), scriptedSteps.payout(order, 999_200n)],
      pullTo: 'float',
    },
  ] as const) {
    it(`plans a ${kind} that the guard passes`, async () => {
      const outcome = await guarded({
        manifest: { capabilities: ['inventory'] },
        steps: (): readonly PlanStep[] => steps,
        plan: { pullTo },
      }).plan(order, quote, never());

      expect(outcome).to.deep.equal({
        ok: true,
        value: { pullTo, steps, output: 999_200n, fee: 800n, keeps: 'durable', charges: [] },
      });
    });
  }

  it('tells its progress one after the other, each transfer apart, and repeats the last', async () => {
    const rail = scriptedRail({
      progress: [
        { status: 'AWAITING_DEPOSIT', stage: 'WAITING' },
        { status: 'BRIDGING', stage: 'SENDING' },
      ],
    });
    const stageOf = async (transfer: string): Promise<string> =>
      (await rail.track({ transfer }, never())).stage;

    expect([
      await stageOf('one'),
      await stageOf('one'),
      await stageOf('two'),
      await stageOf('one'),
    ]).to.deep.equal(['WAITING', 'SENDING', 'WAITING', 'SENDING']);
  });

  it('refuses as the script says, and below the agreed output by itself', async () => {
    const refusing = guarded({
      quote: () => refuse('INSUFFICIENT_FLOAT', 'the float is low'),
      refusePlan: () => refuse('BUDGET_SPENT', 'come back tomorrow'),
    });

    expect(await refusing.offers(testRequest(), never())).to.deep.equal([
      { rail: 'scripted', outcome: refuse('INSUFFICIENT_FLOAT', 'the float is low') },
    ]);
    expect(await refusing.plan(order, quote, never())).to.deep.equal(
      refuse('BUDGET_SPENT', 'come back tomorrow'),
    );
    expect(
      await guarded({}).plan({ ...order, minOutput: asUnits(999_201n) }, quote, never()),
    ).to.deep.equal(refuse('BELOW_AGREED_OUTPUT', 'output 999200 is below the agreed 999201'));
  });

  it('remembers what it was asked', async () => {
    const rail = scriptedRail();
    await rail.offers(testRequest(), never());
    await rail.health(never());

    expect(rail.asked).to.deep.equal(['offers', 'health']);
  });
});

describe('the manual clock', () => {
  it('stands still until it is moved, and rings what came due', async () => {
    const clock = new ManualClock(1_000);
    const rung: string[] = [];
    void clock.sleep(10).then(() => rung.push('ten'));
    void clock.alarm(20).rang.then(() => rung.push('twenty'));
    clock.alarm(5).cancel();

    await clock.advance(9);
    expect(rung).to.deep.equal([]);
    await clock.advance(1);
    expect(rung).to.deep.equal(['ten']);
    await clock.advance(10);

    expect(rung).to.deep.equal(['ten', 'twenty']);
    expect(clock.now()).to.equal(1_020);
    expect(clock.pending).to.equal(0);
  });

  it('ends a sleep at once when its signal aborts', async () => {
    const clock = new ManualClock();
    const caller = new AbortController();
    const sleep = clock.sleep(1_000, caller.signal);

    caller.abort();
    await sleep;

    expect(clock.pending).to.equal(0);
  });
});

function guarded(script: RailScript): ReturnType<typeof guardRail> {
  return guardRail(scriptedRail(script), {
    clock: new ManualClock(),
    log: new RecordingLog(),
    host: testGuardHost(),
  });
}

function never(): AbortSignal {
  return new AbortController().signal;
}
