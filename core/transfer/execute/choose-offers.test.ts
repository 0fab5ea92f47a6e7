import {
  asUnits,
  evmAddress,
  matchLane,
  readSlippage,
  refuse,
  RelayError,
} from '@interline/kernel';
import type { RailPort } from '@interline/ports';
import {
  firm,
  offer,
  railDouble,
  railOffering,
  sampleRequest,
} from '../quote/testing/sample-offers.ts';
import { chooseOffers, type OfferChoice } from './choose-offers.ts';
import type { MandateHold } from '../announcements.ts';
import type { ExecuteRequest } from '../execute-request.ts';
import { expect } from 'chai';

const account = evmAddress('0x1000000000000000000000000000000000000abc');
const { signal } = new AbortController();

describe('choosing offers', () => {
  it('of a float-lane execute below its floor says BELOW_AGREED_OUTPUT, before any error of a third party', async () => {
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

  it("sends the client with the request, whose share of an engine's rate limit it uses", async () => {
    const asked: unknown[] = [];
    const engines = railDouble('engines', {
      offers: async (request) => {
        asked.push(request.askedBy);
        return [{ rail: 'engines', outcome: refuse('RATE_LIMITED', 'used up for 60 s') }];
      },
    });

    const chosen = await choose([engines, railDouble('floatlane')], {});

    expect([asked, chosen.refusals]).to.deep.equal([
      [['c1']],
      [{ rail: 'engines', code: 'RATE_LIMITED', reason: 'used up for 60 s' }],
    ]);
  });

  it('asks a rail for its price that only needs live: true, and sets it aside until then', async () => {
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

  it('ranks such a rail among the others by output for a request that only asks', async () => {
    const { ranked } = await choose(
      [
        pricing('lifi', { output: 998_000n, least: 993_010n }),
        pricing('across', { output: 997_000n, least: 992_015n }),
        railDouble('floatlane', { broadcast: 'opt-in' }),
      ],
      { dryRun: true },
    );

    expect(ranked.map(({ quote }) => quote.rail)).to.deep.equal(['floatlane', 'lifi', 'across']);
  });
});

describe('the floor of a body without minOut', () => {
  const lifi = pricing('lifi', { output: 998_000n, least: 993_010n });
  const lane = railDouble('floatlane', { broadcast: 'opt-in' });

  it('is the minimum that the first offer promises, and lets in every offer that may reach it', async () => {
    const at = pricing('across', { output: 993_010n, least: 988_044n });
    const below = pricing('relay', { output: 993_009n, least: 988_043n });

    const { floor, offers, refusals } = await choose([lifi, at, below], {});

    expect([floor, offers.map(({ quote }) => quote.rail)]).to.deep.equal([
      993_010n,
      ['lifi', 'across'],
    ]);
    expect(refusals).to.deep.equal([
      {
        rail: 'relay',
        code: 'BELOW_AGREED_OUTPUT',
        reason:
          'output 993009 is below 993010, the least that lifi promises; a lower minOut lets it in',
      },
    ]);
  });

  it('is not that of a rail that waits for live: true, which execute skips', async () => {
    const floors = await Promise.all(
      [{}, { live: true }].map(async (change) => choose([lifi, lane], change)),
    );

    expect(floors.map(({ floor }) => floor)).to.deep.equal([993_010n, 999_200n]);
    expect(floors[1]?.offers.map(({ quote }) => quote.rail)).to.deep.equal(['floatlane']);
  });

  it('is not zero if no price has room to change: nothing is taken then', async () => {
    const perishable = railOffering('relay', [
      offer({ ...firm('relay', 998_000n), keeps: 'perishable' }),
    ]);

    const refused = await refusal([perishable], {
      quote: { ...sampleRequest, payer: account, recipient: account, slippage: readSlippage(0) },
    });

    expect(refused.code).to.equal('BELOW_AGREED_OUTPUT');
    expect(refused.message).to.match(/; allow a slippage of at least 0.0005$/);
  });

  it("gives way to the body's own floor, even to zero", async () => {
    const { floor, offers } = await choose([lifi, lane], { live: true, minOut: asUnits(0n) });

    expect([floor, offers.length]).to.deep.equal([0n, 2]);
  });

  it('is that of a body under a mandate too, whose minOut can only raise it', async () => {
    const at = pricing('across', { output: 993_010n, least: 988_044n });
    const floors = await Promise.all(
      [0n, 993_011n].map(async (minOut) =>
        choose([lifi, at], { mandate: payment, minOut: asUnits(minOut) }),
      ),
    );

    expect(floors.map(({ floor, offers }) => [floor, offers.length])).to.deep.equal([
      [993_010n, 2],
      [993_011n, 1],
    ]);
  });
});

const payment: MandateHold = {
  ...{ mandateId: 'mnd_1', agentKeyId: 'k', closedHash: 'c', nonceHash: 'n', reference: 'r' },
  ...{ claims: {}, cents: 100n, worthCents: 100n },
};

/** A rail whose price may slip down to `least`. */
function pricing(
  id: string,
  { output, least }: { readonly output: bigint; readonly least: bigint },
): RailPort {
  return railOffering(id, [offer({ ...firm(id, output), minOutput: asUnits(least) })]);
}

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
