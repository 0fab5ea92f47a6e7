import { isRelayError, type Json, type RailOutcome, refuse } from '@interline/plugins';
import { expect } from 'chai';
import fc from 'fast-check';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { depositor, recipient, testAsk } from '../../testing/test-ask.ts';
import type { Built } from '../upstream.ts';
import { stargate } from './stargate.ts';
import { bus, quotesBody, sendData, taxi } from './testing/quotes-body.ts';

const signal = new AbortController().signal;

describe('stargate', () => {
  const refused: readonly (readonly [number, string])[] = [
    [400, 'stargate takes the request for an invalid one'],
    [422, 'stargate takes the request for an invalid one'],
    [401, 'stargate does not let us ask'],
    [403, 'stargate does not let us ask'],
    [404, 'stargate has no route for this pair'],
    [451, 'stargate refuses, with HTTP status 451'],
    [200, 'stargate has no route for this pair and amount'],
  ];

  for (const [status, reason] of refused) {
    it(`refuses, when priced and when built, at status ${status}`, async () => {
      const api = scriptedApi([{ status, body: { error: { message: 'https://provider.text' } } }]);

      expect(await stargate.price(testAsk(), api, signal)).to.deep.equal(
        refuse('NO_ROUTE', reason),
      );
      expect(await stargate.build(testAsk(), api, signal)).to.deep.equal(
        refuse('NO_ROUTE', reason),
      );
    });
  }

  it('asks once for a price and once for a transaction, and nothing for a lane it does not serve', async () => {
    const api = scriptedApi([{ status: 200, body: quotesBody(taxi) }]);

    const priced = await stargate.price(testAsk(), api, signal);
    const built = await stargate.build(testAsk(), api, signal);
    const unserved = await stargate.price({ ...testAsk(), toChainId: 4663 }, api, signal);

    expect([priced.ok, built.ok, unserved.ok, api.requests.length]).to.deep.equal([
      true,
      true,
      false,
      2,
    ]);
  });

  it('keeps its transaction out of the price', async () => {
    const priced = await stargate.price(
      testAsk(),
      scriptedApi([{ status: 200, body: quotesBody(taxi) }]),
      signal,
    );

    expect(priced.ok && Object.keys(priced.value)).to.deep.equal([
      'output',
      'minOutput',
      'durationSec',
      'bridge',
      'via',
      'expiresAtMs',
      'coinFee',
    ]);
  });

  it('never misreads a mutated quote', async () => {
    await fc.assert(
      fc.asyncProperty(mutatedBody(quotesBody(taxi, bus)), async (body) => {
        const built = await outcomeFor(body);

        if (built?.ok) expectHonest(built.value, body);
      }),
      { numRuns: 3_000 },
    );
  });

  it('never crashes on a mutated status', async () => {
    const sound: Json = {
      data: [
        {
          pathway: { dstEid: 30110 },
          status: { name: 'DELIVERED' },
          destination: { tx: { txHash: `0x${'b2'.repeat(32)}` } },
        },
      ],
    };

    await fc.assert(
      fc.asyncProperty(mutatedBody(sound), async (body) => {
        const progress = await stargate
          .track(
            { endpointId: 30110 },
            `0x${'a1'.repeat(32)}`,
            scriptedApi([{ status: 200, body }]),
            signal,
          )
          .catch(onlyFaults);

        if (progress?.destTx !== undefined)
          expect(JSON.stringify(body).toLowerCase()).to.include(progress.destTx);
      }),
      { numRuns: 1_000 },
    );
  });
});

/**
 * What was priced stands in the body as digits, and what the calldata would do is either ours or
 * shown.
 */
function expectHonest({ output, minOutput, coinFee, call }: Built, body: Json): void {
  const text = JSON.stringify(body);
  for (const units of [output, minOutput]) expect(text).to.include(`"${units}"`);
  expect([0n, ...quantitiesIn(text)]).to.include(coinFee);
  expect(minOutput >= 99_500_000n && output >= minOutput).to.equal(true);
  expect([call.chainId, text.toLowerCase().includes(call.to)]).to.deep.equal([8453, true]);
  if (call.data === sendData()) {
    expect(call.says).to.deep.equal({
      units: 100_000_000n,
      refundTo: depositor,
      toChainId: 42161,
      recipient,
      minOutput: 99_500_000n,
    });
  } else if (call.says.recipient !== undefined) {
    // The recipient shown is the one paid: the calldata holds its address.
    expect(call.data.includes(call.says.recipient.slice(2))).to.equal(true);
  }
}

/** What stands in the text as a whole number, in digits or in hex. */
function quantitiesIn(text: string): readonly bigint[] {
  return [...text.matchAll(/"(\d{1,78}|0x[0-9a-f]{1,64})"/gi)].map(([, quantity = '0']) =>
    BigInt(quantity),
  );
}

async function outcomeFor(body: Json): Promise<RailOutcome<Built> | null> {
  return stargate.build(testAsk(), scriptedApi([{ status: 200, body }]), signal).catch(onlyFaults);
}

function onlyFaults(error: unknown): null {
  if (isRelayError(error) && error.code === 'RAIL_FAULT') return null;
  throw error;
}
