import { ServiceError } from '@interline/cli';
import { bps } from '@interline/kernel';
import { expect } from 'chai';
import { type Harness, startHarness } from '../support/harness.ts';
import { resumeMining, stopMining } from '../support/mining.ts';
import { freshPayer, send } from '../support/payer.ts';
import { until } from '../support/until.ts';

describe('the value a stolen relayer key could redirect', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [8453, 42161],
      policy: { maxOpenPullsUsd: 10, openPullsShareBps: bps(10_000) },
    });
  });
  after(() => harness.stop());

  it('is limited: pulls of 10 dollars may be under way at one time, and not a cent more until one is mined', async () => {
    const [first, second, third] = await Promise.all(
      [6_000_000n, 4_000_000n, 10_000n].map((units) => freshPayer(harness, 8453, units)),
    );
    if (first === undefined || second === undefined || third === undefined)
      throw new Error('three payers were wanted');
    await stopMining(harness.devnet, 8453);

    await send(harness, first, { from: 8453, to: 42161, units: 6_000_000n });
    await send(harness, second, { from: 8453, to: 42161, units: 4_000_000n });
    const refusal: unknown = await send(harness, third, {
      from: 8453,
      to: 42161,
      units: 10_000n,
    }).catch((error: unknown) => error);
    await resumeMining(harness.devnet, 8453);
    const accepted = await retried(() =>
      send(harness, third, { from: 8453, to: 42161, units: 10_000n }),
    );

    expect(refusal)
      .to.be.instanceOf(ServiceError)
      .with.property('body')
      .that.includes({ errorCode: 'RELAYER_BUSY', retryable: true, retryAfterMs: 5_000 });
    expect(accepted.receipt['status']).to.equal('BRIDGING');
  });

  it('is also limited for payers who all send at once', async () => {
    const payers = await Promise.all(
      Array.from({ length: 6 }, () => freshPayer(harness, 8453, 4_000_000n)),
    );
    await stopMining(harness.devnet, 8453);

    const endings = await Promise.allSettled(
      payers.map((payer) => send(harness, payer, { from: 8453, to: 42161, units: 4_000_000n })),
    );
    await resumeMining(harness.devnet, 8453);

    expect(
      endings
        .map((one) => (one.status === 'fulfilled' ? 'accepted' : codeOf(one.reason)))
        .toSorted(),
    ).to.deep.equal([...Array.from({ length: 4 }, () => 'RELAYER_BUSY'), 'accepted', 'accepted']);
  });
});

function codeOf(error: unknown): unknown {
  return error instanceof ServiceError ? error.body.errorCode : error;
}

/** Until the service has seen the earlier pulls mined. */
function retried<T>(attempt: () => Promise<T>): Promise<T> {
  return until('an answer that is not a refusal', () => attempt().catch(() => null), 100);
}
