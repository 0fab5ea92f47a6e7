import {
  admitRails,
  asUnits,
  type FirmQuote,
  type Order,
  type Plan,
  type Progress,
  type RailPort,
  refuse,
} from '@interline/plugins';
import { conformance } from '@interline/plugins/conformance';
import {
  ManualClock,
  temporaryDeployment,
  testContext,
  testOrder,
  testRequest,
  usdcOnArbitrum,
  usdcOnBnb,
} from '@interline/plugins/testing';
import { expect } from 'chai';
import { rail, sandboxSettings } from './rail.ts';

conformance('the sandbox', (context) => rail.create(context, sandboxSettings.parse({})), {
  requests: [testRequest({ units: 1_000_000n }), testRequest({ units: 7_777_777n, to: usdcOnBnb })],
});

const order: Order = { ...testOrder(), routeId: 'sbx_0123456789abcdef0123456789abcdef' };

describe('the sandbox rail', () => {
  it("is found and admitted as the deployment's sandbox, and never ranked", async () => {
    const deployment = await temporaryDeployment();
    await deployment.link('@interline/rail-sandbox', import.meta.dirname);

    const registry = await admitRails({
      baseDir: deployment.dir,
      own: [],
      settings: { sandbox: { lifecycleSec: 2 } },
      contextFor: () => testContext(),
    });

    expect(registry.sandbox?.manifest.id).to.equal('sandbox');
    expect(registry.onLane(testRequest().lane)).to.deep.equal([]);
    expect(await planFor(registry.sandbox as RailPort)).to.have.nested.property(
      'steps.0.ref.lifecycleMs',
      2_000,
    );
    await deployment.remove();
  });

  it('prices one to one, less eight hundredths of a percent, and states that it is simulated', async () => {
    const { sandbox } = sandboxAt();

    const offers = await sandbox.offers(testRequest({ units: 1_000_000n }), never());

    expect(offers).to.deep.equal([
      {
        rail: 'sandbox',
        outcome: {
          ok: true,
          value: {
            kind: 'firm',
            rail: 'sandbox',
            bridge: 'sandbox',
            via: ['sandbox'],
            input: 1_000_000n,
            output: 999_200n,
            minOutput: 999_200n,
            fee: 800n,
            durationSec: 40,
            note: 'simulated: priced one to one, nothing moves',
            expiresAtMs: 1_780_000_060_000,
            memo: { outcome: 'done' },
          },
        },
      },
    ]);
  });

  it('simulates an order between two assets at its agreed minimum, however small or large', async () => {
    const { sandbox } = sandboxAt();
    const ether = { ...usdcOnBnb, address: 'native', symbol: 'ETH', asset: 'ETH' };
    const priced = async (minOutput?: bigint) => {
      const request = testRequest({ units: 1_000_000n, to: ether });
      const [offer] = await sandbox.offers(
        minOutput === undefined ? request : { ...request, minOutput: asUnits(minOutput) },
        never(),
      );
      const outcome = offer?.outcome;
      return outcome?.ok === true ? [outcome.value.output, outcome.value.fee] : outcome;
    };

    expect(await priced(329_000_000_000_000n)).to.deep.equal([329_000_000_000_000n, 800n]);
    expect(await priced(10n ** 30n)).to.deep.equal([10n ** 30n, 800n]);
    expect(await priced(0n)).to.deep.equal([999_200_000_000_000_000n, 800n]);
    expect(await priced()).to.deep.equal([999_200_000_000_000_000n, 800n]);
  });

  it('simulates a live-priced order at its agreed price, and refuses one above par as live does', async () => {
    const { sandbox } = sandboxAt();
    const agreed = async (minOutput: bigint, to = usdcOnArbitrum) => {
      const request = testRequest({ units: 1_000_000n, to });
      const [offer] = await sandbox.offers({ ...request, minOutput: asUnits(minOutput) }, never());
      const outcome = offer?.outcome;
      return outcome?.ok === true ? [outcome.value.output, outcome.value.fee] : outcome;
    };

    expect(await agreed(999_600n)).to.deep.equal([999_600n, 400n]);
    expect(await agreed(1_000_000n)).to.deep.equal([1_000_000n, 0n]);
    expect(await agreed(999_200n)).to.deep.equal([999_200n, 800n]);
    expect(await agreed(999_600_000_000_000_000n, usdcOnBnb)).to.deep.equal([
      999_600_000_000_000_000n,
      400n,
    ]);
    expect(await agreed(1_000_001n)).to.deep.equal(
      refuse('BELOW_AGREED_OUTPUT', 'output 1000000 is below the agreed 1000001'),
    );
  });

  it('keeps the decimals of the two tokens apart', async () => {
    const { sandbox } = sandboxAt();

    expect((await quoteFor(sandbox, { to: usdcOnBnb })).output).to.equal(999_200_000_000_000_000n);
  });

  it('refuses what leaves nothing after the fee', async () => {
    const { sandbox } = sandboxAt();
    const dust = testRequest({ from: usdcOnBnb, to: usdcOnArbitrum, units: 1_000_000_000_000n });

    const offers = await sandbox.offers(dust, never());

    expect(offers.map(({ outcome }) => outcome)).to.deep.equal([
      refuse('NO_ROUTE', 'amount 1000000000000 leaves nothing after the fee of 800000000'),
    ]);
  });

  it('pulls nothing, moves nothing and tracks one transfer', async () => {
    const { sandbox } = sandboxAt();

    const plan = await planFor(sandbox);

    expect(plan).to.deep.equal({
      pullTo: 'none',
      keeps: 'durable',
      charges: [],
      output: 999_200n,
      fee: 800n,
      steps: [
        {
          kind: 'track',
          pollMs: 1_000,
          ref: {
            startedAtMs: 1_780_000_000_000,
            lifecycleMs: 40_000,
            outcome: 'done',
            srcTx: '0xfa4efa4efa4efa4efa4efa4efa4efa4e6b25935796e4107e732824374e82dccc',
            destTx: '0xfa4efa4efa4efa4efa4efa4efa4efa4e0c0b4fe51b11228529c8c5714292d0f9',
          },
        },
      ],
    });
  });

  it('refuses below the agreed output and an unknown outcome', async () => {
    const { sandbox } = sandboxAt();
    const quote = await quoteFor(sandbox);

    expect(
      await sandbox.plan({ ...order, minOutput: asUnits(999_201n) }, quote, never()),
    ).to.deep.equal(refuse('BELOW_AGREED_OUTPUT', 'output 999200 is below the agreed 999201'));
    expect(
      await sandbox.plan(order, { ...quote, memo: { outcome: 'lost' } }, never()),
    ).to.deep.equal(
      refuse(
        'BAD_REQUEST',
        'the sandbox plays done, failed, funds-required, awaiting-deposit and nothing else',
      ),
    );
  });

  it('delivers after forty seconds', async () => {
    expect(
      await lifecycle('done', [0, 7_999, 8_000, 19_999, 20_000, 39_999, 40_000, 4_000_000]),
    ).to.deep.equal([
      'BRIDGING RECEIVING',
      'BRIDGING RECEIVING',
      'BRIDGING CONFIRMING src',
      'BRIDGING CONFIRMING src',
      'BRIDGING SENDING src',
      'BRIDGING SENDING src',
      'DONE DELIVERED src dest',
      'DONE DELIVERED src dest',
    ]);
  });

  it('fails after twenty seconds where the script says so', async () => {
    expect(await lifecycle('failed', [0, 19_999, 20_000, 40_000])).to.deep.equal([
      'BRIDGING RECEIVING',
      'BRIDGING CONFIRMING src',
      'FAILED SCRIPTED_FAILURE src',
      'FAILED SCRIPTED_FAILURE src',
    ]);
  });

  for (const { outcome, step, status } of [
    { outcome: 'funds-required', step: 'await-funds', status: 'FUNDS_REQUIRED' },
    { outcome: 'awaiting-deposit', step: 'await-deposit', status: 'AWAITING_DEPOSIT' },
  ]) {
    it(`waits twenty seconds in ${status} and then goes on, where the script says so`, async () => {
      const { sandbox } = sandboxAt();

      const { steps } = await planFor(sandbox, outcome);

      expect(steps.map(({ kind }) => kind)).to.deep.equal([step, 'track']);
      expect(await lifecycle(outcome, [0, 19_999, 20_000, 25_000, 30_000, 40_000])).to.deep.equal([
        `${status} ${status}`,
        `${status} ${status}`,
        'BRIDGING RECEIVING',
        'BRIDGING CONFIRMING src',
        'BRIDGING SENDING src',
        'DONE DELIVERED src dest',
      ]);
    });
  }

  it('lacks what it would pay out, in the token of the destination', async () => {
    const { sandbox } = sandboxAt();
    const quote = await quoteFor(sandbox, { to: usdcOnBnb });

    const plan = await sandbox.plan(
      { ...order, to: usdcOnBnb },
      { ...quote, memo: { outcome: 'funds-required' } },
      never(),
    );

    expect(plan).to.have.nested.property('value.steps.0.units', 999_200_000_000_000_000n);
  });

  it('goes at the pace its settings say, and keeps it for transfers under way', async () => {
    const { sandbox, clock } = sandboxAt(4);
    const ref = refOf(await planFor(sandbox));
    await clock.advance(4_000);
    const slower = rail.create(testContext({ clock }), { lifecycleSec: 400 });

    expect((await slower.track(ref, never())).status).to.equal('DONE');
  });

  it('knows no transfer that it did not write', async () => {
    const { sandbox } = sandboxAt();

    const failure = await sandbox
      .track({ startedAtMs: 'now' }, never())
      .catch((error: unknown) => error);

    expect(failure).to.include({
      code: 'RAIL_FAULT',
      message: 'this ref is no transfer of the sandbox',
    });
  });
});

async function lifecycle(outcome: string, atMs: readonly number[]): Promise<readonly string[]> {
  const { sandbox, clock } = sandboxAt();
  const ref = refOf(await planFor(sandbox, outcome));
  const seen: string[] = [];
  const startMs = clock.now();
  for (const ms of atMs) {
    await clock.advance(startMs + ms - clock.now());
    seen.push(show(await sandbox.track(ref, never())));
  }
  return seen;
}

function show({ status, stage, srcTx, destTx }: Progress): string {
  return [
    status,
    stage,
    ...(srcTx === undefined ? [] : ['src']),
    ...(destTx === undefined ? [] : ['dest']),
  ].join(' ');
}

function sandboxAt(lifecycleSec = 40): { readonly sandbox: RailPort; readonly clock: ManualClock } {
  const clock = new ManualClock();
  return { clock, sandbox: rail.create(testContext({ clock }), { lifecycleSec }) };
}

async function quoteFor(
  sandbox: RailPort,
  terms: Parameters<typeof testRequest>[0] = {},
): Promise<FirmQuote> {
  const [offer] = await sandbox.offers(testRequest(terms), never());
  if (offer?.outcome.ok !== true || offer.outcome.value.kind !== 'firm')
    throw new Error('the sandbox gave no firm quote');
  return offer.outcome.value;
}

async function planFor(sandbox: RailPort, outcome = 'done'): Promise<Plan> {
  const quote = await quoteFor(sandbox);
  const planned = await sandbox.plan(order, { ...quote, memo: { outcome } }, never());
  if (!planned.ok) throw new Error(planned.reason);
  return planned.value;
}

function refOf({ steps }: Plan): Parameters<RailPort['track']>[0] {
  const last = steps.at(-1);
  if (last?.kind !== 'track') throw new Error('the plan does not end in track');
  return last.ref;
}

function never(): AbortSignal {
  return new AbortController().signal;
}
