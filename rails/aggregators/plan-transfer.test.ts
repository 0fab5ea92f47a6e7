import {
  answer,
  asAmount,
  asUnits,
  evmAddress,
  type FirmQuote,
  type Order,
  type Plan,
  type RailOutcome,
  refuse,
  RelayError,
} from '@interline/plugins';
import {
  testOrder,
  testPayer,
  testRecipient,
  testRelayer,
  testRequest,
  usdcOnBase,
} from '@interline/plugins/testing';
import { expect } from 'chai';
import { never } from './testing/never.ts';
import { railOver, type SeatTerms } from './testing/rail-over.ts';
import {
  builtFor,
  engineContract,
  type ScriptedUpstream,
  scriptedUpstream,
  type UpstreamScript,
} from './testing/scripted-upstream.ts';

/** 100 dollars at a charge of 80,600: 99,919,400 handed over, 99,819,400 expected. */
const order = testOrder(testRequest({ units: 100_000_000n }), { minOutput: asUnits(99_320_303n) });

const quote: FirmQuote = {
  kind: 'firm',
  rail: 'alpha',
  bridge: 'alphaBridge',
  via: ['alphaBridge'],
  input: asAmount(100_000_000n),
  output: asUnits(99_819_400n),
  minOutput: asUnits(99_320_303n),
  fee: asUnits(80_600n),
  durationSec: 20,
  expiresAtMs: 0,
  memo: { svcFee: '80600', serviceFee: '80000', gasFee: '600' },
};

interface Case extends SeatTerms {
  readonly script?: UpstreamScript;
  readonly order?: Partial<Order>;
  readonly quote?: Partial<FirmQuote>;
}

async function plan(
  given: Case = {},
): Promise<{ readonly outcome: RailOutcome<Plan>; readonly upstream: ScriptedUpstream }> {
  const { script = {}, order: asked = {}, quote: quoted = {}, ...terms } = given;
  const upstream = scriptedUpstream(script);
  const outcome = await railOver([upstream], terms).rail.plan(
    { ...order, ...asked },
    { ...quote, ...quoted },
    never(),
  );
  return { outcome, upstream };
}

describe('a plan of the aggregators', () => {
  it('pulls to the spender, approves exactly what is handed over, calls once and watches', async () => {
    const { outcome, upstream } = await plan();

    expect(outcome).to.deep.equal(
      answer({
        pullTo: 'spender',
        steps: [
          {
            kind: 'call',
            chain: 'eip155:8453',
            to: engineContract,
            data: '0xdeadbeef',
            value: 0n,
            approve: { token: usdcOnBase.address, spender: engineContract, units: 99_919_400n },
            handsOver: true,
          },
          { kind: 'track', ref: { upstream: 'alpha', ref: { transfer: 'one' } }, pollMs: 5_000 },
        ],
        output: 99_819_400n,
        fee: 80_600n,
        keeps: 'perishable',
        charges: [],
      }),
    );
    expect(upstream.built).to.deep.equal([
      {
        fromChainId: 8453,
        toChainId: 42161,
        from: order.from,
        to: order.to,
        units: 99_919_400n,
        depositor: testRelayer,
        payer: testPayer,
        recipient: testRecipient,
        slippage: 5_000,
        minOutput: 99_320_303n,
      },
    ]);
  });

  it('deposits at the address that an engine made, by a step of its own and not by a raw call', async () => {
    const deposit = evmAddress(`0x${'de'.repeat(20)}`);
    const units = 99_919_400n.toString(16).padStart(64, '0');
    const { outcome } = await plan({
      script: {
        traits: { handsOverBy: 'transfer' },
        build: async (ask) =>
          answer(
            builtFor(
              ask,
              {},
              {
                to: evmAddress(usdcOnBase.address),
                data: `0xa9059cbb${deposit.slice(2).padStart(64, '0')}${units}`,
                spender: null,
                says: {},
              },
            ),
          ),
      },
    });

    expect(outcome.ok && outcome.value.steps).to.deep.equal([
      { kind: 'deposit', token: order.from, to: deposit, units: 99_919_400n },
      { kind: 'track', ref: { upstream: 'alpha', ref: { transfer: 'one' } }, pollMs: 5_000 },
    ]);
  });

  describe('when gas is dearer than it was', () => {
    const costing = (wei: bigint): Case => ({
      chains: { call: async () => null, isUp: () => true, gasCost: async () => wei },
    });

    const subsidy = (units: bigint) => ({
      budget: 'subsidy:eip155:8453',
      units,
      limit: 5_000_000n,
      reason:
        "today's gas subsidy of 5000000 micro-USD on eip155:8453 is spent; it is whole again at midnight UTC",
      isShared: true,
    });

    it("keeps the quote's charge and takes what gas rose above it by, to a tenth of it", async () => {
      // A coin of 2,000 dollars: 0.08866 dollars of gas, the charge of 0.0806 and a tenth of it.
      const { outcome } = await plan(costing(44_330_000_000_000n));

      expect(outcome).to.have.nested.property('value.fee', 80_600n);
      expect(outcome).to.have.nested.property('value.charges').that.deep.equals([]);
    });

    it("charges what lies beyond that tenth to the chain's subsidy of the day, up to two cents", async () => {
      const [first, most] = await Promise.all(
        [44_330_000_000_001n, 50_300_000_000_000n].map((wei) => plan(costing(wei))),
      );

      expect(first?.outcome)
        .to.have.nested.property('value.charges')
        .that.deep.equals([subsidy(8_061n)]);
      expect(most?.outcome)
        .to.have.nested.property('value.charges')
        .that.deep.equals([subsidy(20_000n)]);
    });

    it('is refused beyond that, and where the chain is not subsidised', async () => {
      const { outcome } = await plan(costing(50_300_000_000_001n));
      const off = await plan({
        ...costing(44_330_000_000_001n),
        settings: { maxSubsidyPerTransferMicroUsd: '0' },
      });

      expect(outcome).to.deep.equal(
        refuse(
          'PRICE_MOVED',
          'gas exceeds the whole charge by 20001 micro-USD, and the relayer adds at most 20000 on eip155:8453',
        ),
      );
      expect(off.outcome).to.deep.equal(
        refuse(
          'PRICE_MOVED',
          'gas exceeds the whole charge by 8061 micro-USD, and the relayer adds at most 0 on eip155:8453',
        ),
      );
    });

    it('goes on after the pull while that costs no more than giving the money back', async () => {
      const at = async (feeRate: bigint, isPulled: boolean): Promise<boolean> =>
        (
          await plan({
            chains: {
              call: async () => null,
              isUp: () => true,
              gasCost: async (_chain, gas) => gas * feeRate,
            },
            ...(isPulled ? { order: { isPulled } } : {}),
          })
        ).outcome.ok;

      // 0.102893 dollars of gas, 0.022293 above the charge, which is what a refund costs.
      expect([await at(171_489_361n, false), await at(171_489_361n, true)]).to.deep.equal([
        false,
        true,
      ]);
      expect(await at(171_500_000n, true)).to.equal(false);
    });

    it('goes on where it cannot be read or priced now', async () => {
      const unread: Case = {
        chains: {
          call: async () => null,
          isUp: () => true,
          gasCost: async () => {
            throw new RelayError('CHAIN_UNREACHABLE');
          },
        },
      };

      expect((await plan(unread)).outcome.ok).to.equal(true);
      expect(
        (await plan({ ...costing(10n ** 18n), price: { priceOf: async () => null } })).outcome.ok,
      ).to.equal(true);
    });
  });

  it('asks for no minimum where none was agreed', async () => {
    const { upstream } = await plan({ order: { minOutput: asUnits(0n) } });

    expect(upstream.built.map(({ slippage, minOutput }) => [slippage, minOutput])).to.deep.equal([
      [5_000, null],
    ]);
  });

  describe('when the engine promises less than was agreed', () => {
    it('is built once more with the slippage that closes the gap', async () => {
      const { outcome, upstream } = await plan({
        script: {
          build: async (ask) =>
            answer(
              builtFor(
                ask,
                {
                  output: asUnits(99_400_000n),
                  minOutput: asUnits(ask.slippage > 801 ? 99_320_302n : 99_320_380n),
                },
                { says: {} },
              ),
            ),
        },
      });

      expect(outcome).to.have.nested.property('value.output', 99_400_000n);
      expect(upstream.built.map(({ slippage }) => slippage)).to.deep.equal([5_000, 801]);
    });

    it('is refused when it promises no more then', async () => {
      const { outcome, upstream } = await plan({
        script: {
          build: async (ask) =>
            answer(
              builtFor(ask, { output: asUnits(99_400_000n), minOutput: asUnits(99_320_302n) }),
            ),
        },
      });

      expect(outcome).to.deep.equal(
        refuse('BELOW_AGREED_OUTPUT', 'the least promised, 99320302, is below the agreed 99320303'),
      );
      expect(upstream.built).to.have.lengthOf(2);
    });

    it('is refused at once when it expects less as well', async () => {
      const { outcome, upstream } = await plan({
        script: {
          build: async (ask) =>
            answer(
              builtFor(ask, { output: asUnits(99_320_302n), minOutput: asUnits(99_000_000n) }),
            ),
        },
      });

      expect(outcome).to.deep.equal(
        refuse('BELOW_AGREED_OUTPUT', 'output 99320302 is below the agreed 99320303'),
      );
      expect(upstream.built).to.have.lengthOf(1);
    });
  });

  describe('is refused', () => {
    const cases: readonly (readonly [string, Case, RailOutcome<never>])[] = [
      [
        'when the engine is switched off since',
        { settings: { engines: { alpha: { enabled: false } } } },
        refuse('NO_ROUTE', 'alpha is switched off here'),
      ],
      [
        'when the engine is gone since',
        { quote: { rail: 'omega' } },
        refuse('NO_ROUTE', 'omega is switched off here'),
      ],
      [
        "for another amount than the quote's",
        { order: { amount: asAmount(99_999_999n) } },
        refuse('NO_ROUTE', 'the quote is for 100000000, the order for 99999999'),
      ],
      [
        'when our charge leaves nothing',
        { order: { amount: asAmount(80_600n) }, quote: { input: asAmount(80_600n) } },
        refuse('NO_ROUTE', 'our charge of 80600 leaves nothing of 80600'),
      ],
      [
        'for a recipient beyond the EVM',
        { order: { recipient: 'GABC' } },
        refuse('NO_ROUTE', 'payer and recipient must be EVM addresses'),
      ],
      [
        'when the engine refuses',
        { script: { build: async () => refuse('NO_ROUTE', 'alpha has no route') } },
        refuse('NO_ROUTE', 'alpha has no route'),
      ],
      [
        'when the engine fails',
        {
          script: {
            build: async () => {
              throw new RelayError('RAIL_FAULT', {}, 'alpha answered no quote');
            },
          },
        },
        refuse('RAIL_FAULT', 'alpha answered no quote'),
      ],
      [
        'when the engine breaks its room',
        {
          script: {
            build: async () => {
              throw new TypeError('secret');
            },
          },
        },
        refuse('RAIL_FAULT', 'alpha answered something that cannot be read'),
      ],
      [
        'when the transaction does not pass the checks',
        { script: { build: async (ask) => answer(builtFor(ask, {}, { chainId: 1 })) } },
        refuse('RAIL_FAULT', 'alpha built a transaction for chain 1; wanted 8453'),
      ],
      [
        'when it calls a contract that is not listed for the chain',
        { settings: { engines: { alpha: { contracts: { 8453: [testRecipient] } } } } },
        refuse(
          'RAIL_FAULT',
          `alpha wants a call to ${engineContract}, which is none of its listed contracts`,
        ),
      ],
      [
        'when it charges a fee in a coin without a price',
        {
          script: { build: async (ask) => answer(builtFor(ask, { coinFee: asUnits(1n) })) },
          price: { priceOf: async () => null },
        },
        refuse('NO_ROUTE', 'alpha wants a flat fee in a coin that has no price now'),
      ],
    ];
    for (const [when, given, refusal] of cases) {
      it(when, async () => {
        expect((await plan(given)).outcome).to.deep.equal(refusal);
      });
    }

    it('when the engine does not answer in time', async () => {
      const { rail, clock } = railOver([
        scriptedUpstream({ build: () => new Promise(() => undefined) }),
      ]);

      const outcome = rail.plan(order, quote, never());
      await clock.advance(3_500);

      expect(await outcome).to.deep.equal(
        refuse('RAIL_TIMEOUT', 'alpha did not answer within 3500 ms'),
      );
    });
  });

  it('takes contracts listed for every chain', async () => {
    expect(
      (await plan({ settings: { engines: { alpha: { contracts: { '*': [engineContract] } } } } }))
        .outcome.ok,
    ).to.equal(true);
    expect(
      (await plan({ settings: { engines: { alpha: { contracts: { 1: [testRecipient] } } } } }))
        .outcome.ok,
    ).to.equal(true);
  });

  it("is a fault when the memo is not the rail's own", async () => {
    const fault = await plan({ quote: { memo: { fee: '80600' } } }).catch(
      (cause: unknown) => cause,
    );

    expect(fault).to.be.an('error').that.includes({
      code: 'RAIL_FAULT',
      message: 'the quote does not carry the memo it was made with',
    });
  });
});
