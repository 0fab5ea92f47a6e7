import { RelayError } from '@interline/plugins';
import { expect } from 'chai';
import { assetList } from './asset-list.ts';
import { oneclickApi } from './testing/oneclick-api.ts';
import { tokensBody } from './testing/oneclick-bodies.ts';

const signal = new AbortController().signal;

describe("the list of oneclick's assets", () => {
  it('is asked for once by all who wait for it', async () => {
    const api = oneclickApi();

    await Promise.all(Array.from({ length: 50 }, () => assetList(api, signal)));

    expect(api.requests).to.deep.equal([{ method: 'GET', path: '/v0/tokens' }]);
  });

  it('is good for ten minutes', async () => {
    let nowMs = 1_800_000_000_000;
    const api = oneclickApi({ nowMs: () => nowMs });
    await assetList(api, signal);

    nowMs += 599_999;
    await assetList(api, signal);
    expect(api.requests).to.have.length(1);

    nowMs += 1;
    await assetList(api, signal);
    expect(api.requests).to.have.length(2);
  });

  it('is asked for again after a refusal and after a fault', async () => {
    const answers = [
      { status: 400, body: { message: 'no' } },
      { status: 200, body: 'no list' },
      { status: 200, body: tokensBody },
    ];
    const api = oneclickApi({ tokens: () => answers.shift() ?? { status: 500, body: null } });

    const refused = await assetList(api, signal);
    const fault = await assetList(api, signal).catch((error: unknown) => error);
    const listed = await assetList(api, signal);

    expect([refused.ok, fault instanceof RelayError, listed.ok]).to.deep.equal([false, true, true]);
  });

  it('still comes for the others when one stops waiting', async () => {
    const api = oneclickApi();
    const caller = new AbortController();

    const left = assetList(api, caller.signal).catch((error: unknown) => error);
    const stayed = assetList(api, signal);
    caller.abort();

    expect(await left)
      .to.be.instanceOf(RelayError)
      .and.have.property('code', 'RAIL_TIMEOUT');
    expect((await stayed).ok).to.equal(true);
  });
});
