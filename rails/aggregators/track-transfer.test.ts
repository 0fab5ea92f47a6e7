import { type Hex, type JsonObject, type Progress, RelayError } from '@interline/plugins';
import { expect } from 'chai';
import { never } from './testing/never.ts';
import { railOver } from './testing/rail-over.ts';
import { scriptedUpstream, type UpstreamScript } from './testing/scripted-upstream.ts';

const srcTx: Hex = `0x${'a1'.repeat(32)}`;
const silent: Progress = { status: 'BRIDGING', stage: 'UPSTREAM_SILENT' };

async function track(
  script: UpstreamScript,
  ref: JsonObject = { upstream: 'alpha', ref: { transfer: 'one' }, srcTx },
  settings: object = {},
): Promise<Progress> {
  return railOver([scriptedUpstream(script)], { settings }).rail.track(ref, never());
}

describe('tracking over the aggregators', () => {
  it('asks the engine that carries the transfer, with its own ref and the source transaction', async () => {
    const heard: unknown[] = [];
    const delivered: Progress = { status: 'DONE', stage: 'DELIVERED', destTx: srcTx };

    expect(
      await track({
        track: async (ref, tx) => {
          heard.push(ref, tx);
          return delivered;
        },
      }),
    ).to.deep.equal(delivered);
    expect(heard).to.deep.equal([{ transfer: 'one' }, srcTx]);
  });

  it('asks even before the source transaction is known', async () => {
    expect(
      await track(
        {
          track: async (_ref, tx) => ({
            status: 'BRIDGING',
            stage: tx === null ? 'SENDING' : 'SENT',
          }),
        },
        { upstream: 'alpha', ref: {} },
      ),
    ).to.deep.equal({ status: 'BRIDGING', stage: 'SENDING' });
  });

  it('continues for an engine that was switched off since', async () => {
    expect(
      await track(
        {},
        { upstream: 'alpha', ref: {}, srcTx },
        { engines: { alpha: { enabled: false } } },
      ),
    ).to.deep.equal({ status: 'BRIDGING', stage: 'SENDING' });
  });

  it('treats a fault as no answer, and no answer as no change', async () => {
    for (const error of [
      new RelayError('RAIL_FAULT'),
      new RelayError('RAIL_TIMEOUT'),
      new RelayError('RAIL_DOWN'),
      new TypeError('secret'),
    ]) {
      expect(
        await track({
          track: async () => {
            throw error;
          },
        }),
        error.name,
      ).to.deep.equal(silent);
    }
  });

  it('waits no longer than its deadline', async () => {
    const { rail, clock } = railOver([
      scriptedUpstream({ track: () => new Promise(() => undefined) }),
    ]);

    const progress = rail.track({ upstream: 'alpha', ref: {}, srcTx }, never());
    await clock.advance(5_000);

    expect(await progress).to.deep.equal(silent);
  });

  it('is our fault for a ref that the rail did not make', async () => {
    for (const ref of [
      { upstream: 'omega', ref: {} },
      { transfer: 'one' },
      { upstream: 'alpha', ref: 'one' },
    ]) {
      expect(await track({}, ref).catch((cause: unknown) => cause))
        .to.be.an('error')
        .that.includes({ code: 'RAIL_FAULT' });
    }
  });
});
