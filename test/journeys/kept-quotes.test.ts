import { type AgentAnswer, signPermit } from '@interline/client';
import { type JsonRecord, ServiceError, textField } from '@interline/cli';
import { asUnits, feeOf, floorOf, type QuoteRequest, standardFeeBps } from '@interline/kernel';
import { scriptedManifest, scriptedQuote } from '@interline/plugins/testing';
import type { RailPort } from '@interline/ports';
import fc from 'fast-check';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { type Harness, startHarness } from '../support/harness.ts';
import { freshPayer, type Payer } from '../support/payer.ts';
import { recordField } from '../support/record-field.ts';
import { stockRail } from '../support/stock-rail.ts';
import { expect } from 'chai';

const base = 8453;
const arbitrum = 42161;

describe('what a quote promises and an execute delivers', () => {
  let harness: Harness;
  before(async () => {
    harness = await startHarness({
      chainIds: [base, arbitrum],
      rails: [vault(), engine('alpha', 'durable'), engine('beta', 'perishable'), guess()],
    });
  });
  after(() => harness.stop());

  it('of whatever body: the engine, the least that arrives and the charge', async () => {
    await fc.assert(
      fc.asyncProperty(bodies, async (drawn) => {
        // A pull under way counts until it is confirmed, also where the balance is less by it already.
        const payer = await freshPayer(harness, drawn.fromChain, 6n * BigInt(drawn.amount));
        const body: JsonRecord = { ...drawn, token: 'USDC', toAddress: payer.address };
        const quote = await harness.client.post('/api/route/quote', body);
        const best = quotedWay(comparedOf(quote).find((one) => one['best'] === true));
        const byDefault = comparedOf(quote).find(
          (one) => one['ok'] === true && one['quoteOnly'] === false && one['needsLive'] === false,
        );
        const terms = quote['execute'] === undefined ? null : recordField(quote, 'execute');
        const dry = await execute({ ...body, dryRun: true });
        const batch = drawn.slippage === undefined ? await plannedLeg(body) : best?.rail;
        if (terms === null) {
          expect([quote['executeReady'], dry]).to.deep.equal([false, null]);
          return;
        }

        expect(dryWay(dry)).to.deep.equal(best);
        expect(batch).to.equal(best?.rail);
        expect(await executedWay(await askToSign(payer, body))).to.deep.equal(best);
        const asQuoted = { ...body, ...terms };
        expect(await executedWay(await signAnew(payer, body, asQuoted))).to.deep.equal(best);
        const bare = await signAnew(payer, body, { ...body, mode: 'permit2' });
        expect(await executedWay(bare)).to.deep.equal(quotedWay(byDefault));
      }),
      { numRuns: 12, seed: 20_261_126 },
    );
  });

  async function execute(body: JsonRecord): Promise<JsonRecord | null> {
    try {
      return await harness.client.post('/api/route/execute', body);
    } catch (error) {
      if (error instanceof ServiceError && error.status === 422) return null;
      throw error;
    }
  }

  async function plannedLeg(leg: JsonRecord): Promise<unknown> {
    const { legs } = await harness.client.post('/api/route/batch', { routes: [leg] });
    // CAST: one leg was sent.
    const [planned] = legs as readonly JsonRecord[];
    return planned?.['rail'];
  }

  /** What the agent's answer has to be signed and executed, signed. */
  async function askToSign({ wallet, address }: Payer, body: JsonRecord): Promise<JsonRecord> {
    const asked = await agentAnswer({ ...body, fromAddress: address });
    return { ...(await signPermit(wallet, asked, wantedOf(asked, body))) };
  }

  /** The body with a permit that the service has not suggested, so that it keeps no order for it. */
  async function signAnew(payer: Payer, question: JsonRecord, body: JsonRecord) {
    const asked = await agentAnswer({ ...question, fromAddress: payer.address });
    if (asked.signRequest === null) throw new Error('there is nothing to sign');
    const { eip712 } = asked.signRequest;
    const nonce = (BigInt(asked.signRequest.nonce) + (1n << 200n)).toString();
    const anew = {
      ...asked,
      signRequest: {
        ...asked.signRequest,
        nonce,
        eip712: { ...eip712, message: { ...eip712.message, nonce } },
      },
    };
    const { permit2 } = await signPermit(payer.wallet, anew, wantedOf(asked, question));
    return { ...body, permit2 };
  }

  /** A devnet's contracts are unknown to the client, so the service's word on them is taken. */
  function wantedOf({ execute }: AgentAnswer, asked: JsonRecord) {
    return { ...execute, fromChain: String(asked['fromChain']), amount: String(asked['amount']) };
  }

  async function agentAnswer(body: JsonRecord): Promise<AgentAnswer> {
    // CAST: what of it is signed is checked first.
    return (await harness.client.post('/api/agent/do', body)) as unknown as AgentAnswer;
  }

  async function executedWay(body: JsonRecord) {
    const receipt = await harness.client.post('/api/route/execute', body);
    if (receipt['status'] === 'DRY') return null;
    return {
      rail: receipt['aggregator'],
      least: recordField(receipt, 'to')['min'],
      charge: receipt['svcFee'],
    };
  }
});

describe('what a quote over the stock rails says', () => {
  let harness: EngineHarness | undefined;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    harness = await startEngineHarness({ include: ['aggregators', 'floatlane'] });
  });
  after(() => harness?.stop());

  for (const amount of ['1000000', '25000000', '4999999999'])
    it(`of ${amount} is what its agent gives to sign, and what a rehearsal would send`, async () => {
      if (harness === undefined) throw new Error('the harness did not start');
      const { client } = harness;
      const payer = await freshPayer(harness, base, BigInt(amount));
      const body = {
        fromChain: base,
        toChain: arbitrum,
        token: 'USDC',
        amount,
        fromAddress: payer.address,
        toAddress: payer.address,
      };
      const quote = await client.post('/api/route/quote', body);
      const agent = await client.post('/api/agent/do', body);
      const dry = await client.post('/api/route/execute', { ...body, dryRun: true });
      const best = bestOf(quote);

      expect([bestOf(recordField(agent, 'quote')).rail, dryWay(dry).rail]).to.deep.equal([
        best.rail,
        best.rail,
      ]);
      expect(recordField(quote, 'execute')).to.deep.equal({
        mode: 'permit2',
        ...(best.needsLive === true ? { live: true } : {}),
        minOut: recordField(quote, 'to')['min'],
      });
      expect(recordField(agent, 'execute')['live'] === true).to.equal(best.needsLive);
    });
});

function bestOf(quote: JsonRecord) {
  const best = comparedOf(quote).find((one) => one['best'] === true) ?? {};
  return { rail: best['rail'], needsLive: best['needsLive'] };
}

/** Every field that changes what is chosen. One rail only prices, and cannot be excluded. */
const bodies = fc
  .record({
    isBack: fc.boolean(),
    amount: fc.bigInt({ min: 1_000_000n, max: 9_000_000n }),
    slippage: fc.constantFrom(undefined, undefined, 0, 0.0004, 0.0005, 0.02),
    excludeRails: fc.subarray(['vault', 'alpha', 'beta']),
  })
  .map(({ isBack, amount, slippage, excludeRails }) => ({
    fromChain: isBack ? arbitrum : base,
    toChain: isBack ? base : arbitrum,
    amount: amount.toString(),
    ...(slippage === undefined ? {} : { slippage }),
    ...(excludeRails.length === 0 ? {} : { excludeRails }),
  }));

function comparedOf(quote: JsonRecord): readonly JsonRecord[] {
  // CAST: a list by its shape.
  return quote['compared'] as readonly JsonRecord[];
}

function quotedWay(compared: JsonRecord | undefined) {
  if (compared === undefined) return null;
  return { rail: compared['rail'], least: compared['minOut'], charge: compared['fee'] };
}

function dryWay(dry: JsonRecord | null) {
  const sent = recordField(dry ?? {}, 'wouldSend');
  return {
    rail: textField(sent, 'rail'),
    least: recordField(sent, 'to')['min'],
    charge: sent['svcFee'],
  };
}

/** Pays out of the float what it quoted, and broadcasts only with `live: true`. */
function vault(): RailPort {
  return stockRail({
    manifest: scriptedManifest({
      id: 'vault',
      ways: ['vault'],
      broadcast: 'opt-in',
      capabilities: ['inventory'],
    }),
    quote: (request) => {
      const { fee, output } = priceOf(request, 'vault');
      const value = scriptedQuote(request, { rail: 'vault', fee, output, minOutput: output });
      return { ok: true, value };
    },
  });
}

/** Broadcasts by default at a price that may slip; charges gas apart. */
function engine(id: string, keeps: 'durable' | 'perishable'): RailPort {
  return stockRail({
    manifest: scriptedManifest({ id, ways: [id], capabilities: ['inventory'] }),
    quote: (request) => {
      const { fee, gasFee, output } = priceOf(request, id);
      const { minOutput: agreed = 0n } = request;
      const own = floorOf(asUnits(output), request.slippage);
      const minOutput = agreed > own && agreed <= output ? agreed : own;
      const quote = scriptedQuote(request, { rail: id, fee, output, minOutput });
      return { ok: true, value: { ...quote, gasFee, keeps } };
    },
    plan: { keeps },
  });
}

/** Prices everything, better than all others, and settles nothing. */
function guess(): RailPort {
  return stockRail({
    manifest: scriptedManifest({
      id: 'guess',
      ways: ['guess'],
      lanes: [{ from: 'eip155:*', to: 'eip155:*', settles: 'indicative', reason: 'prices only' }],
    }),
    quote: (request) => {
      const {
        expiresAtMs: _expires,
        memo: _memo,
        ...quote
      } = scriptedQuote(request, {
        rail: 'guess',
      });
      return { ok: true, value: { ...quote, kind: 'indicative', reason: 'prices only' } };
    },
  });
}

/** A price that is the same whenever it is asked for, and another order of rails at each amount. */
function priceOf({ amount }: QuoteRequest, id: string) {
  const chance = (amount * BigInt(id.charCodeAt(0))) % 997n;
  const gasFee = asUnits(chance * 7n);
  const fee = asUnits(feeOf(amount, standardFeeBps) + gasFee);
  return { fee, gasFee, output: amount - fee - chance * 3n };
}
