import { answer, type Offer, refuse, RelayError } from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { ManualClock } from '../testing/manual-clock.ts';
import { RecordingLog } from '../testing/recording-log.ts';
import { scriptedQuote } from '../testing/scripted-quote.ts';
import { type RailScript, scriptedRail } from '../testing/scripted-rail.ts';
import { testGuardHost } from '../testing/test-guard-host.ts';
import { testOrder, testRequest } from '../testing/test-request.ts';
import { guardRail } from './guard-rail.ts';
import { defaultGuardSettings } from './guard-settings.ts';
import { expect } from 'chai';

const twoWays = { ways: ['fast', 'cheap'] };
const request = testRequest();
const order = testOrder(request);
const quote = scriptedQuote(request);

describe('the guard', () => {
  it("passes a sound rail's answers through", async () => {
    const { rail } = guarded({});

    expect(await rail.offers(request, never())).to.deep.equal([
      { rail: 'scripted', outcome: answer(quote) },
    ]);
    expect(await rail.plan(order, quote, never())).to.deep.equal(
      await scriptedRail().plan(order, quote, never()),
    );
    expect(await rail.track({ transfer: 'one' }, never())).to.deep.equal({
      status: 'BRIDGING',
      stage: 'SENDING',
    });
    expect(await rail.health(never())).to.deep.equal({ isUp: true });
  });

  describe('at a deadline', () => {
    it('refuses each engine of a rail that prices too slowly, and aborts it', async () => {
      const signals: AbortSignal[] = [];
      const { rail, clock } = guarded({
        manifest: twoWays,
        before: (_step, signal) => {
          signals.push(signal);
          return hang();
        },
      });

      const offers = rail.offers(request, never());
      await clock.advance(3_999);
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([false]);
      await clock.advance(1);

      expect(await offers).to.deep.equal(
        ['fast', 'cheap'].map((way) =>
          refused(way, 'RAIL_TIMEOUT', 'scripted did not answer offers within 4000 ms'),
        ),
      );
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
      expect(clock.pending).to.equal(0);
    });

    it('refuses a plan, throws for a transfer, and counts a silent health as down', async () => {
      const { rail, clock } = guarded({ before: hang });

      const plan = rail.plan(order, quote, never());
      const track = failureOf(rail.track({ transfer: 'one' }, never()));
      const health = rail.health(never());
      await clock.advance(8_000);

      expect(await plan).to.deep.equal(
        refuse('RAIL_TIMEOUT', 'scripted did not answer plan within 8000 ms'),
      );
      expect(await track).to.include({
        code: 'RAIL_TIMEOUT',
        message: 'scripted did not answer track within 8000 ms',
      });
      expect(await health).to.deep.equal({
        isUp: false,
        reason: 'scripted did not answer health within 3000 ms',
      });
    });

    it('takes other deadlines from its settings', async () => {
      const { rail, clock } = guarded(
        { before: hang },
        { deadlineMs: { ...defaultGuardSettings.deadlineMs, offers: 50 } },
      );

      const offers = rail.offers(request, never());
      await clock.advance(50);

      expect(await offers).to.deep.equal([
        refused('scripted', 'RAIL_TIMEOUT', 'scripted did not answer offers within 50 ms'),
      ]);
    });

    it('ignores an answer or a fault that comes after it', async () => {
      const late = Promise.withResolvers<void>();
      const { rail, clock } = guarded({ before: () => late.promise });
      const offers = rail.offers(request, never());
      await clock.advance(4_000);

      late.reject(new Error('too late'));

      expect((await offers).map(({ outcome }) => outcome.ok)).to.deep.equal([false]);
    });
  });

  describe('when the caller leaves', () => {
    it("ends at once, aborts the rail's signal and does not blame the rail", async () => {
      const signals: AbortSignal[] = [];
      const { rail, log } = guarded({
        before: (_step, signal) => {
          signals.push(signal);
          return hang();
        },
      });
      const caller = new AbortController();

      const plan = failureOf(rail.plan(order, quote, caller.signal));
      caller.abort();

      expect(await plan).to.include({
        code: 'RAIL_TIMEOUT',
        message: 'the caller stopped waiting for scripted at plan',
      });
      expect(signals.map(({ aborted }) => aborted)).to.deep.equal([true]);
      expect(log.lines).to.deep.equal([]);
    });

    it('does not call the rail for a caller that left before', async () => {
      const { rail, asked } = guarded({});

      const offers = await rail.offers(request, AbortSignal.abort());

      expect(offers).to.deep.equal([
        refused('scripted', 'RAIL_TIMEOUT', 'the caller stopped waiting for scripted at offers'),
      ]);
      expect(asked).to.deep.equal([]);
    });
  });

  describe('when the rail throws', () => {
    it('lets our own error through', async () => {
      const error = new RelayError(
        'CHAIN_UNREACHABLE',
        { chain: 'eip155:8453' },
        'Base does not answer',
      );
      const { rail } = guarded({ before: () => Promise.reject(error) });

      expect(await failureOf(rail.track({ transfer: 'one' }, never()))).to.equal(error);
      expect(await rail.plan(order, quote, never())).to.deep.equal(
        refuse('CHAIN_UNREACHABLE', 'Base does not answer'),
      );
      expect(await rail.offers(request, never())).to.deep.equal([
        refused('scripted', 'CHAIN_UNREACHABLE', 'Base does not answer'),
      ]);
    });

    it("keeps only the rail's name and the step of anything else", async () => {
      const { rail, log } = guarded({
        before: () =>
          Promise.reject(new Error('GET https://upstream.example/?apiKey=canary failed')),
      });

      const failure = await failureOf(rail.track({ transfer: 'one' }, never()));

      expect(failure).to.deep.include({
        code: 'RAIL_FAULT',
        message: 'scripted failed at track',
        details: { rail: 'scripted', step: 'track' },
      });
      expect(await rail.offers(request, never())).to.deep.equal([
        refused('scripted', 'RAIL_FAULT', 'scripted failed at offers'),
      ]);
      expect(JSON.stringify(log.lines)).to.not.include('canary');
    });

    it("keeps the code and drops the message of our own error if it contains an upstream's text", async () => {
      const { rail } = guarded({
        before: () =>
          Promise.reject(
            new RelayError('RAIL_FAULT', { said: 'see https://upstream.example' }, 'bad gateway'),
          ),
      });

      const failure = await failureOf(rail.track({ transfer: 'one' }, never()));

      expect(failure).to.deep.include({
        code: 'RAIL_FAULT',
        message: 'A rail failed to answer properly.',
        details: { rail: 'scripted', step: 'track' },
      });
    });

    it('takes a throw before the first promise like any other', async () => {
      const { rail } = guardedPort({
        ...scriptedRail(),
        offers: () => {
          throw new TypeError('oops');
        },
      });

      expect(await rail.offers(request, never())).to.deep.equal([
        refused('scripted', 'RAIL_FAULT', 'scripted failed at offers'),
      ]);
    });
  });

  describe('the breaker', () => {
    const restless = { faultsToRest: 3, restMs: 1_500 };
    const rested = () =>
      new Promise((resolve) => {
        setTimeout(resolve, 1_600);
      });

    it('rests a rail after so many faults in a row, then tries it once', async () => {
      let isBroken = true;
      const { rail, asked, log } = guarded(
        {
          before: async () => {
            if (isBroken) throw new Error('broken');
          },
        },
        restless,
      );
      for (let fault = 0; fault < 3; fault += 1) await rail.offers(request, never());

      expect(await rail.offers(request, never())).to.deep.equal([
        refused('scripted', 'RAIL_DOWN', 'scripted rests after 3 faults in a row'),
      ]);
      expect(await rail.plan(order, quote, never())).to.include({ ok: false, code: 'RAIL_DOWN' });
      expect(await rail.health(never())).to.deep.equal({
        isUp: false,
        reason: 'scripted rests after 3 faults in a row',
      });
      expect(asked).to.have.lengthOf(3);

      isBroken = false;
      await rested();

      expect((await rail.offers(request, never())).map(({ outcome }) => outcome.ok)).to.deep.equal([
        true,
      ]);
      expect(log.lines.map(({ event }) => event)).to.deep.equal([
        'rail.fault',
        'rail.fault',
        'rail.fault',
        'rail.rests',
        'rail.back',
      ]);
    });

    it('lets one trial through while the others hear RAIL_DOWN', async () => {
      const trial = Promise.withResolvers<void>();
      let isBroken = true;
      const { rail, asked } = guarded(
        {
          before: async () => {
            if (isBroken) throw new Error('broken');
            await trial.promise;
          },
        },
        restless,
      );
      for (let fault = 0; fault < 3; fault += 1) await rail.offers(request, never());
      isBroken = false;
      await rested();

      const first = rail.offers(request, never());
      const second = await rail.offers(request, never());
      trial.resolve();

      expect(second).to.deep.equal([
        refused('scripted', 'RAIL_DOWN', 'scripted rests after 3 faults in a row'),
      ]);
      expect((await first).map(({ outcome }) => outcome.ok)).to.deep.equal([true]);
      expect(asked).to.have.lengthOf(4);
    });

    it("counts neither refusals, nor other rooms' errors, nor callers that left", async () => {
      const { rail, asked } = guarded(
        {
          before: async (_step, signal) => {
            if (!signal.aborted) throw new RelayError('CHAIN_UNREACHABLE');
          },
        },
        restless,
      );

      for (let turn = 0; turn < 5; turn += 1) await rail.offers(request, never());
      for (let turn = 0; turn < 5; turn += 1) await rail.offers(request, AbortSignal.abort());
      await rail.offers(request, never());

      expect(asked).to.have.lengthOf(6);
    });

    it('goes on pricing while a stuck transfer faults', async () => {
      const { rail } = guarded(
        {
          before: async (step) => {
            if (step === 'track') throw new Error('stuck');
          },
        },
        restless,
      );

      for (let turn = 0; turn < 4; turn += 1)
        await failureOf(rail.track({ transfer: 'one' }, never()));

      expect(await failureOf(rail.track({ transfer: 'one' }, never()))).to.include({
        code: 'RAIL_DOWN',
      });
      expect((await rail.offers(request, never())).map(({ outcome }) => outcome.ok)).to.deep.equal([
        true,
      ]);
    });
  });

  describe('on a transfer that is final', () => {
    it('never goes back, and learns the transaction late', async () => {
      const { rail, asked } = guarded({
        progress: [
          { status: 'DONE', stage: 'DELIVERED' },
          { status: 'BRIDGING', stage: 'SENDING', destTx: '0xabc' },
          { status: 'DONE', stage: 'DELIVERED' },
        ],
      });
      const ref = { transfer: 'one', at: 1 };

      expect(await rail.track(ref, never())).to.deep.equal({ status: 'DONE', stage: 'DELIVERED' });
      expect(await rail.track(ref, never())).to.deep.equal({
        status: 'DONE',
        stage: 'DELIVERED',
        destTx: '0xabc',
      });
      expect(await rail.track({ at: 1, transfer: 'one' }, never())).to.deep.equal({
        status: 'DONE',
        stage: 'DELIVERED',
        destTx: '0xabc',
      });
      expect(asked).to.have.lengthOf(3);
    });

    it('accepts a refund reported later, and never returns either to under way', async () => {
      const refunded = { status: 'FAILED', stage: 'REFUNDED', refundTx: '0xdef' } as const;
      const { rail } = guarded({
        progress: [
          { status: 'DONE', stage: 'DELIVERED' },
          refunded,
          { status: 'BRIDGING', stage: 'SENDING' },
        ],
      });
      const ref = { transfer: 'one' };

      expect(await rail.track(ref, never())).to.deep.equal({ status: 'DONE', stage: 'DELIVERED' });
      expect(await rail.track(ref, never())).to.deep.equal(refunded);
      expect(await rail.track(ref, never())).to.deep.equal(refunded);
    });
  });
});

function guarded(script: RailScript, settings: Partial<typeof defaultGuardSettings> = {}): Guarded {
  const scripted = scriptedRail(script);
  return { ...guardedPort(scripted, settings), asked: scripted.asked };
}

interface Guarded {
  readonly rail: RailPort;
  readonly clock: ManualClock;
  readonly log: RecordingLog;
  readonly asked: readonly string[];
}

function guardedPort(
  port: RailPort,
  settings: Partial<typeof defaultGuardSettings> = {},
): Omit<Guarded, 'asked'> {
  const clock = new ManualClock();
  const log = new RecordingLog();
  return {
    clock,
    log,
    rail: guardRail(port, {
      clock,
      log,
      host: testGuardHost(),
      settings: { ...defaultGuardSettings, ...settings },
    }),
  };
}

function refused(way: string, ...refusal: Parameters<typeof refuse>): Offer {
  return { rail: way, outcome: refuse(...refusal) };
}

function hang(): Promise<void> {
  return new Promise(() => undefined);
}

function never(): AbortSignal {
  return new AbortController().signal;
}

async function failureOf(call: Promise<unknown>): Promise<RelayError> {
  try {
    await call;
  } catch (error) {
    return error as RelayError;
  }
  throw new Error('it did not fail');
}
