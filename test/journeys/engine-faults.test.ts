import type { JsonRecord } from '@interline/cli';
import { expect } from 'chai';
import { type EngineHarness, hasEngines, startEngineHarness } from '../support/engine-harness.ts';
import { accountFor, earnedWith, moneyOf, spenderBook } from '../support/engine-money.ts';
import {
  breakEngine,
  endOfTransfer,
  type EngineName,
  engineNames,
  leastUnits,
  newTransfer,
  sentUnits,
  signTransfer,
  startTransfer,
} from '../support/engine-transfer.ts';
import { refusalOf } from '../support/refusal-of.ts';

interface Case {
  readonly fault: string;
  /** What is said of the engine, whichever it is. */
  readonly because: RegExp;
  /** What execute says where it is the only way; `NO_ROUTE` when left out. */
  readonly code?: (engine: EngineName) => string;
  /** Those in whose answers the fault can be seen at all. */
  readonly engines: readonly EngineName[];
  /** Of those, some that are cheaper than the one that is to deliver for them. */
  readonly left: readonly EngineName[];
}

const callers = engineNames.filter((engine) => engine !== 'oneclick');

const requests: readonly Case[] = [
  {
    fault: 'html-502',
    because: /answered with status 502/,
    engines: engineNames,
    left: ['relay', 'socket', 'symbiosis'],
  },
  {
    fault: 'garbage-json',
    because: /is no JSON/,
    engines: engineNames,
    left: ['lifi', 'across', 'stargate'],
  },
  {
    fault: 'slow',
    because: /did not answer within/,
    engines: engineNames,
    left: ['relay', 'socket', 'symbiosis'],
  },
  {
    fault: 'hang',
    because: /did not answer within/,
    engines: engineNames,
    left: ['lifi', 'across', 'stargate'],
  },
];

const offers: readonly Case[] = [
  {
    fault: 'no-route',
    because: /finds no route|has no route|does not serve|no way|no quote/,
    engines: engineNames,
    left: ['lifi', 'across', 'stargate'],
  },
  // The order of deBridge contradicts its own price, which is a fault of the engine and no matter
  // of the floor.
  {
    fault: 'lower-minimum',
    because: /promises less|least promised/,
    code: (engine) => (engine === 'debridge' ? 'NO_ROUTE' : 'BELOW_AGREED_OUTPUT'),
    engines: engineNames,
    left: ['relay', 'socket', 'symbiosis'],
  },
  {
    fault: 'wrong-target',
    because: /none of its listed contracts|did not sign the deposit address/,
    engines: engineNames,
    left: ['lifi', 'across', 'stargate'],
  },
  // Symbiosis writes the recipient where this side cannot read it: see the faults of
  // delivery.
  {
    fault: 'wrong-recipient',
    because: /another (recipient|transfer)/,
    engines: engineNames.filter((engine) => engine !== 'symbiosis'),
    left: ['lifi', 'relay', 'across', 'socket'],
  },
  {
    fault: 'wrong-token',
    because: /another (token|source token|input|originAsset|transfer)/,
    engines: engineNames,
    left: ['relay', 'socket', 'symbiosis'],
  },
  {
    fault: 'reverting-call',
    because: /would revert/,
    code: () => 'SIMULATION_FAILED',
    engines: callers,
    left: ['lifi', 'across', 'stargate'],
  },
  // The others name no time; they give the deposit back.
  {
    fault: 'expired-quote',
    because: /had expired/,
    engines: ['across', 'socket', 'oneclick'],
    left: ['across', 'socket'],
  },
];

/** Last, and with other engines for its two tests: a whole engine is left alone then. */
const rest: Case = {
  fault: 'rate-limited',
  because: /asked us to wait 2 s/,
  engines: ['relay', 'across', 'debridge'],
  left: ['lifi', 'socket', 'stargate'],
};

describe('an engine that misbehaves before it has the money', () => {
  let harness: EngineHarness;
  before(async function () {
    if (!(await hasEngines())) this.skip();
    // A breaker that opened for one case would refuse the others.
    harness = await startEngineHarness({ settings: { faultsToRest: 100 } });
  });
  after(() => harness?.stop());

  for (const [what, family] of [
    ['answers', requests],
    ['offers', offers],
    ['wish to rest', [rest]],
  ] as const) {
    for (const one of family) {
      it(`with ${one.fault} gets nothing signed, and the payer keeps everything`, async () => {
        const before = await spenderBook(harness);

        const refused = await Promise.all(one.engines.map((engine) => refusedAlone(engine, one)));

        expect(refused).to.deep.equal(
          one.engines.map((engine) => ({
            engine,
            status: 422,
            errorCode: one.code?.(engine) ?? 'NO_ROUTE',
            payer: sentUnits,
            recipient: 0n,
            pulls: 0,
            deposits: 0,
          })),
        );
        expect(await spenderBook(harness)).to.deep.equal(before);
      });
    }

    it(`is left for the next one because of its ${what}, and the receipt says why`, async () => {
      const { held } = await spenderBook(harness);

      const receipts = await Promise.all(
        family.flatMap((one) => one.left.map((engine) => leftFor('oneclick', engine, one))),
      );

      expect((await spenderBook(harness)).held - held).to.equal(earnedWith(receipts));
    });
  }

  it('is not offered while it prices nothing', async () => {
    const refused = await Promise.all(
      ['no-route', 'html-502', 'garbage-json', 'hang'].map(async (fault) => {
        const transfer = await newTransfer(harness, 'symbiosis', fault);
        await breakEngine(harness, transfer);
        const { status, body } = await refusalOf(signTransfer(harness, transfer));
        return [fault, status, body['errorCode']];
      }),
    );

    expect(refused).to.deep.equal([
      ['no-route', 422, 'NO_ROUTE'],
      ['html-502', 422, 'NO_ROUTE'],
      ['garbage-json', 422, 'NO_ROUTE'],
      ['hang', 422, 'NO_ROUTE'],
    ]);
  });

  async function refusedAlone(engine: EngineName, { fault, because }: Case) {
    const transfer = await newTransfer(harness, engine, fault);
    const { status, body } = await refusalOf(startTransfer(harness, transfer));
    expect(reasonFor(engine, body['reasons'])).to.match(because);
    return { engine, status, errorCode: body['errorCode'], ...(await moneyOf(harness, transfer)) };
  }

  async function leftFor(
    next: EngineName,
    engine: EngineName,
    { fault, because }: Case,
  ): Promise<JsonRecord> {
    const transfer = await newTransfer(harness, engine, fault, [next]);
    const last = await endOfTransfer(harness, transfer, await startTransfer(harness, transfer));
    const account = await accountFor(harness, transfer, last);

    expect(last['aggregator']).to.equal(next);
    expect(reasonFor(engine, last['refusals'])).to.match(because);
    expect(account).to.deep.equal({
      end: 'DONE DELIVERED',
      delivered: account.recipient,
      refunded: 0n,
      payer: 0n,
      recipient: account.recipient,
      pulls: 1,
      deposits: 1,
    });
    expect(account.recipient >= leastUnits, `${account.recipient} arrived`).to.equal(true);
    return last;
  }
});

function reasonFor(engine: EngineName, refusals: unknown): string {
  // CAST: the shape of refusals on the wire.
  return (refusals as readonly { readonly rail: string; readonly reason: string }[])
    .filter((one) => one.rail === engine)
    .map((one) => one.reason)
    .join();
}
