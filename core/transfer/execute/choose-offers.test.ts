import { asUnits, evmAddress, matchLane, refuse, RelayError } from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import { railDouble, sampleRequest } from '../quote/testing/sample-offers.ts';
import { chooseOffers, type OfferChoice } from './choose-offers.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import { expect } from 'chai';

const account = evmAddress('0x1000000000000000000000000000000000000abc');
const { signal } = new AbortController();

describe('choosing ways', () => {
  it('of a float-lane execute below its floor says BELOW_AGREED_OUTPUT, whatever third parties would have said', async () => {
    const asked: string[] = [];
    const engines = railDouble('engines', {
      minOut: 'passed-on',
      offers: async () => {
        asked.push('engines');
        return [
          { rail: 'engines', outcome: refuse('NO_ROUTE', 'no route for this pair and amount') },
        ];
      },
    });

    const refused = await refusal([engines, railDouble('floatlane')], {
      onlyEnforced: true,
      minOut: asUnits(999_201n),
    });

    expect(refused).to.deep.include({
      code: 'BELOW_AGREED_OUTPUT',
      message: 'floatlane: output 999200 is below the agreed 999201',
      refusals: [
        {
          rail: 'floatlane',
          code: 'BELOW_AGREED_OUTPUT',
          reason: 'output 999200 is below the agreed 999201',
        },
        { rail: 'engines', code: 'NO_ROUTE', reason: 'does not enforce minOut itself' },
      ],
    });
    expect(asked).to.deep.equal([]);
  });

  it('takes the float lane at exactly its floor, and says which rail was excluded', async () => {
    const chosen = await choose(
      [railDouble('engines', { minOut: 'passed-on' }), railDouble('floatlane')],
      { onlyEnforced: true, minOut: asUnits(999_200n) },
    );

    expect(chosen.offers.map(({ quote }) => quote.rail)).to.deep.equal(['floatlane']);
    expect([chosen.refusals, chosen.excluded]).to.deep.equal([
      [],
      [{ rail: 'engines', code: 'NO_ROUTE', reason: 'does not enforce minOut itself' }],
    ]);
  });

  it("asks on behalf of the client, whose share of an engine's request limit it uses", async () => {
    const asked: unknown[] = [];
    const engines = railDouble('engines', {
      offers: async (request) => {
        asked.push(request.askedBy);
        return [{ rail: 'engines', outcome: refuse('RATE_LIMITED', 'used up for 60 s') }];
      },
    });

    const chosen = await choose([engines, railDouble('floatlane')], {});

    expect([asked, chosen.refusals]).to.deep.equal([
      ['c1'],
      [{ rail: 'engines', code: 'RATE_LIMITED', reason: 'used up for 60 s' }],
    ]);
  });

  it('asks a rail for its price that only wants live: true, and sets it aside until then', async () => {
    const rails = [
      railDouble('engines', { minOut: 'passed-on' }),
      railDouble('floatlane', { broadcast: 'opt-in' }),
    ];

    const silent = await choose(rails, {});
    const live = await choose(rails, { live: true });

    expect(
      [silent.offers, silent.optIn].map((offers) => offers.map(({ quote }) => quote.rail)),
    ).to.deep.equal([['engines'], ['floatlane']]);
    expect([silent.refusals, silent.excluded]).to.deep.equal([
      [],
      [{ rail: 'floatlane', code: 'NO_ROUTE', reason: 'broadcasts only with live: true' }],
    ]);
    expect([live.offers.length, live.optIn.length, live.excluded.length]).to.deep.equal([2, 0, 0]);
  });

  it('takes such a rail in a rehearsal, which a deposit is without live: true', async () => {
    const rails = [railDouble('floatlane', { broadcast: 'opt-in' })];

    const rehearsed = await choose(rails, { dryRun: true });
    const deposited = await choose(rails, { mode: 'deposit' });

    expect(
      [rehearsed, deposited].map(({ offers }) => offers.map(({ quote }) => quote.rail)),
    ).to.deep.equal([['floatlane'], ['floatlane']]);
  });
});

async function choose(
  rails: readonly RailPort[],
  change: Partial<ExecuteRequest>,
): Promise<OfferChoice> {
  const request: ExecuteRequest = {
    quote: { ...sampleRequest, payer: account, recipient: account },
    mode: 'permit2',
    permit: null,
    claimedSpender: null,
    allowance: null,
    minOut: null,
    live: null,
    dryRun: false,
    allowBurnAddress: false,
    excludeRails: [],
    onlyEnforced: false,
    sandbox: null,
    isOperator: false,
    client: 'c1',
    idempotency: null,
    ...change,
  };
  const registry = {
    rails,
    onLane: () =>
      rails.filter(({ manifest }) => matchLane(manifest.lanes, request.quote.lane) !== null),
    byId: () => undefined,
    sandbox: undefined,
  };
  return chooseOffers({ registry }, request, null, signal);
}

async function refusal(
  rails: readonly RailPort[],
  change: Partial<ExecuteRequest>,
): Promise<RelayError> {
  const failure: unknown = await choose(rails, change).catch((error: unknown) => error);
  if (failure instanceof RelayError) return failure;
  throw new Error('nothing was refused', { cause: failure });
}
