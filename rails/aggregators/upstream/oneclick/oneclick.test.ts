import { isRelayError, type Json, readUnits, refuse } from '@interline/plugins';
import { usdcOnBase } from '@interline/plugins/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { mutatedBody } from '../../testing/mutated-body.ts';
import { scriptedApi } from '../../testing/scripted-api.ts';
import { depositor, payer, recipient, testAsk } from '../../testing/test-ask.ts';
import type { Built } from '../upstream.ts';
import { oneclick } from './oneclick.ts';
import { oneclickApi, quotesAsked } from './testing/oneclick-api.ts';
import { depositAddress, quoteBody, statusBody, tokensBody } from './testing/oneclick-bodies.ts';

const signal = new AbortController().signal;

describe('oneclick', () => {
  it('prices by a dry run and builds by a live one', async () => {
    const api = oneclickApi();

    const priced = await oneclick.price(testAsk(), api, signal);
    const built = await oneclick.build(testAsk(), api, signal);

    expect(quotesAsked(api).map(({ dry }) => dry)).to.deep.equal([true, false]);
    expect(priced.ok && Object.keys(priced.value)).to.deep.equal([
      'output',
      'minOutput',
      'durationSec',
      'bridge',
      'via',
      'expiresAtMs',
      'coinFee',
    ]);
    expect(built.ok && built.value.ref['depositAddress']).to.equal(depositAddress);
  });

  it('asks for no quote of a token it does not list', async () => {
    const api = oneclickApi();

    const outcome = await oneclick.price(
      testAsk({ to: { ...usdcOnBase, address: '0x1234567890123456789012345678901234567890' } }),
      api,
      signal,
    );

    expect(outcome).to.deep.equal(refuse('NO_ROUTE', 'oneclick does not list USDC on eip155:8453'));
    expect(quotesAsked(api)).to.have.length(0);
  });

  it('hands on the refusals of its list and of its quotes', async () => {
    const listless = await oneclick.price(
      testAsk(),
      oneclickApi({ tokens: () => ({ status: 401, body: null }) }),
      signal,
    );
    const low = await oneclick.price(
      testAsk(),
      oneclickApi({
        quote: () => ({
          status: 400,
          body: { message: 'Amount is too low for bridge, try at least 200000000' },
        }),
      }),
      signal,
    );

    expect(listless).to.deep.equal(refuse('NO_ROUTE', 'oneclick does not accept our key'));
    expect(low).to.deep.equal(
      refuse('NO_ROUTE', 'the amount is too low for oneclick; it takes 200000000 at least', {
        minInput: readUnits('200000000', 'least'),
      }),
    );
  });

  it('never misreads a mutated quote', async () => {
    const api = oneclickApi();
    await oneclick.build(testAsk(), api, signal);
    const sound = quoteBody(quotesAsked(api)[0] ?? {});

    await fc.assert(
      fc.asyncProperty(mutatedBody(sound), async (body) => {
        const built = await oneclick
          .build(testAsk(), oneclickApi({ quote: () => ({ status: 200, body }) }), signal)
          .catch(onlyFaults);

        if (built?.ok) expectHonest(built.value, body);
      }),
      { numRuns: 3_000 },
    );
  });

  it('never reads another token from a mutated list', async () => {
    await fc.assert(
      fc.asyncProperty(mutatedBody(tokensBody), async (tokens) => {
        const api = oneclickApi({ tokens: () => ({ status: 200, body: tokens }) });

        await oneclick.price(testAsk(), api, signal).catch(onlyFaults);

        for (const { originAsset } of quotesAsked(api)) {
          const named = [tokens]
            .flat()
            .filter(
              (entry) =>
                typeof entry === 'object' &&
                entry !== null &&
                'assetId' in entry &&
                entry.assetId === originAsset,
            );
          expect(JSON.stringify(named).toLowerCase()).to.include(usdcOnBase.address);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it('never crashes on a mutated status', async () => {
    const sound = statusBody(
      'REFUNDED',
      [`0x${'a1'.repeat(32)}`, `0x${'c3'.repeat(32)}`],
      [`0x${'b2'.repeat(32)}`],
    );

    await fc.assert(
      fc.asyncProperty(mutatedBody(sound), async (body) => {
        const progress = await oneclick
          .track(
            { depositAddress, deadlineMs: null },
            `0x${'a1'.repeat(32)}`,
            scriptedApi([{ status: 200, body }]),
            signal,
          )
          .catch(onlyFaults);

        for (const hash of [progress?.destTx, progress?.refundTx])
          if (hash !== undefined) expect(JSON.stringify(body).toLowerCase()).to.include(hash);
      }),
      { numRuns: 1_000 },
    );
  });
});

/**
 * What was priced stands in the body as digits, what was repeated is ours, and the money goes to
 * the address it names and to none of ours.
 */
function expectHonest({ output, minOutput, call, ref }: Built, body: Json): void {
  const text = JSON.stringify(body);
  for (const units of [output, minOutput]) expect(text).to.include(`"${units}"`);
  for (const echoed of [recipient, payer, '"100000000"', '"dry":false', '"EXACT_INPUT"'])
    expect(text.toLowerCase()).to.include(echoed.toLowerCase());
  const { depositAddress: deposit } = ref as { depositAddress: string }; // CAST: our own ref.
  expect(text.toLowerCase()).to.include(`"depositaddress":"${deposit}"`);
  expect([depositor, payer, recipient, usdcOnBase.address]).to.not.include(deposit);
  expect({ ...call }).to.deep.equal({
    chainId: 8453,
    to: usdcOnBase.address,
    value: 0n,
    spender: null,
    says: { token: usdcOnBase.address, units: 100_000_000n },
    data: `0xa9059cbb${deposit.slice(2).padStart(64, '0')}${100_000_000n.toString(16).padStart(64, '0')}`,
  });
}

function onlyFaults(error: unknown): null {
  if (isRelayError(error) && error.code === 'RAIL_FAULT') return null;
  throw error;
}
