import type {
  ChainFacts,
  IndicativeQuote,
  Offer,
  QuoteRequest,
  TokenRef,
} from '@interline/plugins';
import { testContext, testRequest } from '@interline/plugins/testing';
import { expect } from 'chai';
import { rail } from './rail.ts';
import { scriptedFacts } from './testing/scripted-facts.ts';
import { sol, usdcOnSolana } from './testing/solana-tokens.ts';

const signal = new AbortController().signal;
const holder = '81BCkoAXbBp5Z2XRYN46V6ZgNTHQvHGec2WjGWSyCPRr';
const toSolana = (change: object = {}): QuoteRequest =>
  testRequest({ to: usdcOnSolana, units: 10_000_000n, recipient: null, ...change });

/** SOL at 150 dollars, everything else at one. */
function railWith(facts?: ChainFacts) {
  const priceOf = async (token: TokenRef) => ({
    microUsd: token.asset === 'SOL' ? 150_000_000n : 1_000_000n,
    asOfMs: 0,
  });
  const context = testContext({ price: { priceOf }, ...(facts === undefined ? {} : { facts }) });
  return rail.create(context, rail.settings.parse({}));
}

async function offer(request: QuoteRequest, facts?: ChainFacts): Promise<Offer> {
  const [only] = await railWith(facts).offers(request, signal);
  if (only === undefined) throw new Error('the rail made no offer');
  return only;
}

async function quote(request: QuoteRequest, facts?: ChainFacts): Promise<IndicativeQuote> {
  const { outcome } = await offer(request, facts);
  if (!outcome.ok || outcome.value.kind !== 'indicative') throw new Error('no indicative quote');
  return outcome.value;
}

describe('a quote to Solana', () => {
  it('takes the rent of an account that has to be made off the output, and shows it', async () => {
    // 10 USDC less 8 bps and 1 % is 9.892080; 2,039,280 lamports at 150 dollars are 0.305892.
    const fresh = await offer(toSolana(), scriptedFacts());

    expect(fresh.block).to.deep.equal({ createsAccount: true, accountRent: '2039280' });
    expect(fresh.outcome).to.have.nested.property('value.output', 9_586_188n);
    expect(fresh.outcome).to.have.nested.property('value.fee', 8_000n);
  });

  it('to an account that is there costs no rent', async () => {
    const facts = scriptedFacts({ holders: [holder] });

    const known = await offer(toSolana({ recipient: holder }), facts);

    expect(known.block).to.deep.equal({ createsAccount: false, accountRent: '0' });
    expect(known.outcome).to.have.nested.property('value.output', 9_892_080n);
  });

  it('without a node, or with a silent one, is priced with a note', async () => {
    const [without, silent] = await Promise.all([
      quote(toSolana()),
      quote(toSolana(), scriptedFacts({ isSilent: true })),
    ]);

    expect([without.output, silent.output]).to.deep.equal([9_892_080n, 9_892_080n]);
    expect(without.note).to.contain('without live facts of Solana');
    expect(silent.note).to.contain('its RPC node does not answer');
  });

  it("is refused if the mint's decimals differ from the list", async () => {
    const { outcome } = await offer(toSolana(), scriptedFacts({ decimals: 9 }));

    expect(outcome).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'USDC has 9 decimals on Solana and is listed with 6',
    });
  });

  it('in coin must fill a new account, to the lamport', async () => {
    const free = railOf0();
    const exactly = await free(890_880n);
    const less = await free(890_879n);

    expect(exactly).to.deep.include({ ok: true });
    expect(less).to.deep.equal({
      ok: false,
      code: 'NO_ROUTE',
      reason: 'a new Solana account needs 890880 lamports; 890879 would arrive',
    });
  });

  it('is refused where the rent takes all of it', async () => {
    const { outcome } = await offer(toSolana({ units: 300_000n }), scriptedFacts());

    expect(outcome).to.have.property('reason').that.contains('takes all of the output');
  });
});

/** From a coin of Bitcoin that is worth as much as SOL, with no spread and no charge. */
function railOf0() {
  const btc: TokenRef = {
    ...sol,
    chain: 'bip122:000000000019d6689c085ae165831e93' as TokenRef['chain'], // CAST: a CAIP-2 name.
  };
  const context = testContext({ facts: scriptedFacts() });
  const exact = rail.create(context, rail.settings.parse({ spreadBps: 0 }));
  return async (units: bigint) => {
    const request = testRequest({ from: btc, to: sol, units, payer: null, recipient: null });
    const [only] = await exact.offers({ ...request, isOwn: true }, signal);
    return only?.outcome;
  };
}

describe("the health of Solana's rail", () => {
  it('follows its RPC node, and needs none', async () => {
    const states = await Promise.all(
      [scriptedFacts(), scriptedFacts({ isSilent: true }), undefined].map(async (facts) =>
        railWith(facts).health(signal),
      ),
    );

    expect(states).to.deep.equal([
      { isUp: true },
      { isUp: false, reason: 'the Solana RPC node does not answer' },
      { isUp: true, reason: 'no Solana RPC node is configured' },
    ]);
  });
});
