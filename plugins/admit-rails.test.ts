import { type EvmAddress, evmAddress } from '@interline/kernel';
import type { RailManifest } from '@interline/ports';
import { admitRails, type AdmitRailsOptions } from './admit-rails.ts';
import { checkSettings } from './check-settings.ts';
import { defaultGuardSettings } from './guard/guard-settings.ts';
import { ManualClock } from './testing/manual-clock.ts';
import { railPackage, scriptedRailPackage } from './testing/rail-package.ts';
import { type TemporaryDeployment, temporaryDeployment } from './testing/temporary-deployment.ts';
import { testContext } from './testing/test-context.ts';
import { testInventory } from './testing/test-inventory.ts';
import { testOrder, testRequest } from './testing/test-request.ts';
import { scriptedQuote } from './testing/scripted-quote.ts';
import { base } from './testing/test-tokens.ts';
import { expect } from 'chai';

const { lane } = testRequest();

describe('the rails of a deployment', () => {
  let deployment: TemporaryDeployment;

  beforeEach(async () => {
    deployment = await temporaryDeployment([
      scriptedRailPackage('alpha'),
      scriptedRailPackage('beta', '{ manifest: { capabilities: ["inventory"] } }'),
      scriptedRailPackage('box', '{ manifest: { effects: "simulated" } }'),
    ]);
  });

  afterEach(() => deployment.remove());

  it('are its dependencies, each with a context of its own', async () => {
    const asked: RailManifest[] = [];

    const registry = await admitRails({
      baseDir: deployment.dir,
      own: [],
      contextFor: (manifest) => {
        asked.push(manifest);
        return testContext({ inventory: testInventory() });
      },
    });

    expect(asked.map(({ id }) => id)).to.deep.equal(['alpha', 'beta', 'box']);
    expect(registry.rails.map(({ manifest }) => manifest.id)).to.deep.equal([
      'alpha',
      'beta',
      'box',
    ]);
    expect(registry.onLane(lane).map(({ manifest }) => manifest.id)).to.deep.equal([
      'alpha',
      'beta',
    ]);
    expect(registry.sandbox?.manifest.id).to.equal('box');
  });

  it('are chosen by the config', async () => {
    const registry = await admitRails({
      baseDir: deployment.dir,
      own: [],
      include: ['*a'],
      exclude: ['rail-beta'],
      contextFor: () => testContext(),
    });

    expect(registry.rails.map(({ manifest }) => manifest.id)).to.deep.equal(['alpha']);
    expect(registry.sandbox).to.equal(undefined);
  });

  it('call what the config lets them call, and no others', async () => {
    const elsewhere: EvmAddress = evmAddress(`0x${'e1'.repeat(20)}`);
    const planned = async (targets: AdmitRailsOptions['targets']) => {
      const request = testRequest();
      const registry = await admitRails({
        baseDir: deployment.dir,
        own: [],
        contextFor: () => testContext({ inventory: testInventory() }),
        ...(targets === undefined ? {} : { targets }),
      });
      const outcome = await registry
        .byId('caller')
        ?.plan(testOrder(request), scriptedQuote(request), new AbortController().signal);
      return outcome === undefined || outcome.ok || outcome.reason;
    };
    await deployment.add(
      railPackage('caller', {
        module: `
      import { defineRail } from '@interline/plugins';
      import { scriptedManifest, scriptedRail, scriptedSteps } from '@interline/plugins/testing';
      import { z } from 'zod';
      const manifest = scriptedManifest({ id: 'caller', targets: { 'eip155:8453': ['0x5555555555555555555555555555555555555555'] } });
      export const rail = defineRail({ manifest, settings: z.object({}), create: () => scriptedRail({ manifest, steps: (order) => [scriptedSteps.call(order), scriptedSteps.track()] }) });
    `,
      }),
    );

    expect(await planned(undefined)).to.equal(true);
    expect(await planned({ caller: { [base]: { add: [elsewhere] } } })).to.equal(true);
    expect(await planned({ caller: { [base]: { only: [elsewhere] } } })).to.equal(
      'caller broke the rail contract: it calls 0x5555555555555555555555555555555555555555, which is not one of its targets',
    );
  });

  it('are not there where the config changes the targets of others', async () => {
    const refusal = (targets: NonNullable<AdmitRailsOptions['targets']>) =>
      admitRails({
        baseDir: deployment.dir,
        own: [],
        contextFor: () => testContext({ inventory: testInventory() }),
        targets,
      }).catch((error: unknown) => error);
    const add = { [base]: { add: [evmAddress(`0x${'e1'.repeat(20)}`)] } };

    expect(await refusal({ gamma: add })).to.include({ code: 'UNKNOWN_RAIL' });
    expect(await refusal({ alpha: add })).to.include({
      code: 'BAD_SETTINGS',
      message:
        'the config adds targets to rail "alpha" on eip155:8453, where its manifest names none, so its calls go anywhere; wanted "only"',
    });
  });

  it('get their settings, with what the schema adds', async () => {
    await deployment.add(
      railPackage('echo', {
        module: `
      import { defineRail } from '@interline/plugins';
      import { scriptedManifest, scriptedRail } from '@interline/plugins/testing';
      import { z } from 'zod';
      const manifest = scriptedManifest({ id: 'echo' });
      const settings = z.object({ greeting: z.string(), pause: z.int().default(7) });
      export const rail = defineRail({ manifest, settings, create: (context, given) => scriptedRail({ manifest, health: { isUp: true, reason: JSON.stringify(given) } }) });
    `,
      }),
    );

    const registry = await admitRails({
      baseDir: deployment.dir,
      own: [],
      include: ['echo'],
      settings: { echo: { greeting: 'hello' } },
      contextFor: () => testContext(),
    });

    expect(await registry.byId('echo')?.health(new AbortController().signal)).to.deep.equal({
      isUp: true,
      reason: '{"greeting":"hello","pause":7}',
    });
  });

  it('have the names of their settings checked before anything starts, strict schemas and loose ones alike', async () => {
    const module = (id: string, kind: string): string => `
      import { defineRail } from '@interline/plugins';
      import { scriptedManifest, scriptedRail } from '@interline/plugins/testing';
      import { z } from 'zod';
      const manifest = scriptedManifest({ id: '${id}' });
      const settings = z.${kind}({ apiKey: z.string().min(20), rate: z.${kind}({ bps: z.int().default(7) }).prefault({}) });
      export const rail = defineRail({ manifest, settings, create: () => scriptedRail({ manifest }) });
    `;
    await deployment.add(railPackage('closed', { module: module('closed', 'strictObject') }));
    await deployment.add(railPackage('loose', { module: module('loose', 'object') }));
    const checked = (settings: object) =>
      checkSettings(deployment.dir, {
        include: ['closed', 'loose'],
        settings: { ...settings },
        isStandIn: (value) => value === 'a secret',
      }).then(
        (found) => found.map(({ id }) => id),
        (error: unknown) => String(error),
      );
    const right = { apiKey: 'a secret', rate: { bps: 3 } };

    expect(await checked({ closed: right, loose: right })).to.deep.equal(['closed', 'loose']);
    for (const id of ['closed', 'loose']) {
      expect(await checked({ [id]: { baseBpz: 3 } })).to.equal(
        `AdmissionError: rail "${id}" has no setting "baseBpz"; a key it does not know is a typo`,
      );
      expect(await checked({ [id]: { apiKey: 'a secret', rate: { bps: 'three' } } })).to.equal(
        `AdmissionError: rail "${id}" cannot use its settings: rate.bps: Invalid input: expected number, received string`,
      );
      // The devnet profile may add the key.
      expect(await checked({ [id]: { rate: { bps: 3 } } })).to.deep.equal(['closed', 'loose']);
      expect(await checked({ [id]: { rate: { bpz: 3 } } })).to.equal(
        `AdmissionError: rail "${id}" has no setting "rate.bpz"; a key it does not know is a typo`,
      );
    }
  });

  it("are guarded, with the config's deadlines", async () => {
    await deployment.add(
      scriptedRailPackage('slow', '{ before: () => new Promise(() => undefined) }'),
    );
    const clock = new ManualClock();
    const guard = {
      ...defaultGuardSettings,
      deadlineMs: { ...defaultGuardSettings.deadlineMs, offers: 25 },
    };
    const registry = await admitRails({
      baseDir: deployment.dir,
      own: [],
      include: ['slow'],
      guard,
      contextFor: () => testContext({ clock }),
    });

    const offers = registry.byId('slow')?.offers(testRequest(), new AbortController().signal);
    await clock.advance(25);

    expect(await offers).to.deep.equal([
      {
        rail: 'slow',
        outcome: {
          ok: false,
          code: 'RAIL_TIMEOUT',
          reason: 'slow did not answer offers within 25 ms',
        },
      },
    ]);
  });

  it('may be none at all', async () => {
    const registry = await admitRails({
      baseDir: deployment.dir,
      own: [],
      include: [],
      contextFor: () => testContext(),
    });

    expect(registry.rails).to.deep.equal([]);
  });
});
