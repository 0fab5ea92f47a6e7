import { answer, type Offer } from '@interline/plugins';
import { testRequest } from '@interline/plugins/testing';
import { expect } from 'chai';
import { never } from './testing/never.ts';
import { railOver } from './testing/rail-over.ts';
import { scriptedHttp } from './testing/scripted-http.ts';
import { priceFor, scriptedUpstream } from './testing/scripted-upstream.ts';

/** Engines by their rate limits; LI.FI's without a key is 75 in two hours. */
const limits = {
  lifi: { requests: 75, perMs: 7_200_000 },
  across: { requests: 60, perMs: 60_000 },
};

function engines() {
  const http = scriptedHttp(async () => ({}));
  const upstreams = Object.entries(limits).map(([name, limit]) =>
    scriptedUpstream({
      name,
      traits: { limit },
      price: async (ask, api, signal) => {
        await api.ask({ method: 'GET', path: '/quote' }, signal);
        return answer(priceFor(ask));
      },
    }),
  );
  const { rail, clock } = railOver(upstreams, { http });
  let units = 100_000_000n;
  /** A question that was never asked before, so that no cache answers it. */
  const ask = (askedBy?: string): Promise<readonly Offer[]> => {
    units += 1n;
    return rail.offers(
      { ...testRequest({ units }), ...(askedBy === undefined ? {} : { askedBy: [askedBy] }) },
      never(),
    );
  };
  return { ask, clock, rail, requests: http.requests };
}

function answered(offers: readonly Offer[]): readonly string[] {
  return offers.filter(({ outcome }) => outcome.ok).map(({ rail }) => rail);
}

describe("the engines' request limits", () => {
  it("are whole for another client after one client's four batches of twenty legs", async () => {
    const { ask } = engines();
    for (let leg = 0; leg < 4 * 20; leg += 1) await ask('mallory');

    expect(answered(await ask('alice'))).to.deep.equal(['lifi', 'across']);
  });

  it('leave a client its share through two hours of another client at full speed', async () => {
    const { ask, clock } = engines();
    const missed: (readonly string[])[] = [];
    for (let minute = 0; minute < 120; minute += 1) {
      for (let request = 0; request < 40; request += 1) await ask('mallory');
      if (minute % 10 === 0) missed.push(answered(await ask('alice')));
      await clock.advance(60_000);
    }

    expect(missed).to.deep.equal(Array(12).fill(['lifi', 'across']));
  });

  it('refuse a client whose share is used up with the reason, without a request', async () => {
    const { ask, requests } = engines();
    for (let question = 0; question < 40; question += 1) await ask('mallory');
    const before = requests.length;

    const offers = await ask('mallory');

    expect(
      offers.map(({ rail, outcome }) => [
        rail,
        outcome.ok ? 'answered' : `${outcome.code}: ${outcome.reason}`,
        outcome.ok ? null : outcome.retryAfterMs,
      ]),
    ).to.deep.equal([
      [
        'lifi',
        "RATE_LIMITED: this client's share of the request limit of lifi is used up for 7200 s",
        7_200_000,
      ],
      [
        'across',
        "RATE_LIMITED: this client's share of the request limit of across is used up for 60 s",
        60_000,
      ],
    ]);
    expect(requests).to.have.lengthOf(before);
  });

  it('charge no client for a cached price, including one that another client requested', async () => {
    const { rail, requests } = engines();
    const request = testRequest({ units: 100_000_000n });
    for (let repeat = 0; repeat < 500; repeat += 1)
      await rail.offers({ ...request, askedBy: [`client ${repeat % 7}`] }, never());

    expect(requests).to.have.lengthOf(2);
  });

  it("are used once for a batch's twenty equal legs, planned four at a time", async () => {
    const { rail, requests } = engines();
    const request = { ...testRequest({ units: 100_000_000n }), askedBy: ['alice'] };
    const legs: (readonly string[])[] = [];
    for (let at = 0; at < 20; at += 4)
      legs.push(
        ...(await Promise.all(
          Array.from({ length: 4 }, async () => answered(await rail.offers(request, never()))),
        )),
      );

    expect(legs).to.deep.equal(Array(20).fill(['lifi', 'across']));
    expect(requests).to.have.lengthOf(2);
  });

  it('reserve the part that prices leave for open routes', async () => {
    const { ask } = engines();
    for (const client of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])
      for (let question = 0; question < 40; question += 1) await ask(client);

    expect(answered(await ask('i'))).to.deep.equal([]);
    expect(answered(await ask())).to.deep.equal(['lifi', 'across']);
  });
});
