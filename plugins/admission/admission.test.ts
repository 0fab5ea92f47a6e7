import { expect } from 'chai';
import type { RailRegistry } from '@interline/ports';
import { admitRails, type AdmitRailsOptions } from '../admit-rails.ts';
import { railPackage, scriptedRailPackage } from '../testing/rail-package.ts';
import {
  type PackageFiles,
  type TemporaryDeployment,
  temporaryDeployment,
} from '../testing/temporary-deployment.ts';
import { testContext } from '../testing/test-context.ts';
import { AdmissionError } from './admission-error.ts';

interface Wrong {
  readonly given: string;
  readonly packages: readonly PackageFiles[];
  readonly options?: Partial<AdmitRailsOptions>;
  readonly code: string;
  readonly says: string;
}

const wrongs: readonly Wrong[] = [
  {
    given: 'a named package that is not a plugin',
    packages: [railPackage('plain', { field: null })],
    options: { include: ['rail-plain'] },
    code: 'NO_INTERLINE_FIELD',
    says: 'package "rail-plain" is not an Interline plugin: its package.json has nothing as "interline"; wanted { "kind": "rail", "id", "api" }',
  },
  {
    given: 'a field that is not an object',
    packages: [railPackage('text', { field: 'rail' })],
    code: 'NO_INTERLINE_FIELD',
    says: 'package "rail-text" is not an Interline plugin: its package.json has "rail" as "interline"; wanted { "kind": "rail", "id", "api" }',
  },
  {
    given: 'another kind of plugin',
    packages: [railPackage('skin', { field: { kind: 'theme', id: 'skin', api: '^1.0.0' } })],
    code: 'BAD_KIND',
    says: 'package "rail-skin" is a plugin of kind "theme"; this host takes kind "rail"',
  },
  {
    given: 'an id in capitals',
    packages: [railPackage('foo', { field: { kind: 'rail', id: 'Foo!', api: '^1.0.0' } })],
    code: 'BAD_ID',
    says: 'package "rail-foo" gives the rail id "Foo!"; wanted 2 to 32 small letters, digits and single dashes, starting with a letter',
  },
  {
    given: 'no API range',
    packages: [railPackage('foo', { field: { kind: 'rail', id: 'foo' } })],
    code: 'BAD_API_RANGE',
    says: 'rail "foo" gives nothing as its rail API; wanted a semver range such as "^2.3.0"',
  },
  {
    given: 'an API this host does not offer',
    packages: [railPackage('foo', { field: { kind: 'rail', id: 'foo', api: '^3.0.0' } })],
    code: 'API_NOT_OFFERED',
    says: 'rail "foo" needs rail API ^3.0.0; this host offers 2.3.0',
  },
  {
    given: 'a name that no package has',
    packages: [scriptedRailPackage('foo')],
    options: { include: ['fooo'] },
    code: 'UNKNOWN_RAIL',
    says: 'the config names the rail "fooo"; the deployment\'s dependencies bring foo',
  },
  {
    given: 'an exclusion that excludes nothing',
    packages: [scriptedRailPackage('foo')],
    options: { exclude: ['fo'] },
    code: 'UNKNOWN_RAIL',
    says: 'the config names the rail "fo"; the deployment\'s dependencies bring foo',
  },
  {
    given: 'settings for a rail that is not there',
    packages: [scriptedRailPackage('foo')],
    options: { settings: { bar: {} } },
    code: 'UNKNOWN_RAIL',
    says: 'the config names the rail "bar"; the deployment\'s dependencies bring foo',
  },
  {
    given: 'a module that throws',
    packages: [railPackage('foo', { module: 'throw new Error("no luck")' })],
    code: 'IMPORT_FAILED',
    says: 'package "rail-foo" is installed but its module does not load: no luck',
  },
  {
    given: 'a module without a rail',
    packages: [railPackage('foo', { module: 'export const road = 1' })],
    code: 'NO_RAIL_EXPORT',
    says: 'package "rail-foo" exports nothing under the name "rail"; wanted export const rail = defineRail({ … })',
  },
  {
    given: 'a rail that defineRail did not make',
    packages: [railPackage('foo', { module: 'export const rail = { manifest: {}, create() {} }' })],
    code: 'NOT_TAGGED',
    says: 'package "rail-foo" exports a "rail" that defineRail did not make; wanted export const rail = defineRail({ … })',
  },
  {
    given: 'a rail without settings',
    packages: [defined('{ manifest, create: () => scriptedRail() }')],
    code: 'NO_RAIL_EXPORT',
    says: 'package "rail-foo" exports an incomplete rail; wanted a manifest, settings (a zod 4 schema) and create',
  },
  {
    given: 'a manifest with a wrong member',
    packages: [scriptedRailPackage('foo', '{ manifest: { broadcast: "maybe" } }')],
    code: 'BAD_MANIFEST',
    says: 'rail "foo" has no valid manifest: broadcast: Invalid option: expected one of "by-default"|"opt-in"',
  },
  {
    given: "a manifest of an API outside the package's range",
    packages: [scriptedRailPackage('foo', '{ manifest: { api: "1.0.0" } }')],
    code: 'BAD_MANIFEST',
    says: 'rail "foo" was written for rail API 1.0.0, outside the ^2.0.0 of its package.json',
  },
  {
    given: 'a simulated rail with a capability',
    packages: [
      scriptedRailPackage(
        'foo',
        '{ manifest: { effects: "simulated", capabilities: ["inventory"] } }',
      ),
    ],
    code: 'BAD_MANIFEST',
    says: 'rail "foo" is simulated and claims inventory; a simulated rail moves nothing, wanted no capabilities',
  },
  {
    given: 'two ids',
    packages: [scriptedRailPackage('foo', '{ manifest: { id: "bar" } }')],
    code: 'ID_MISMATCH',
    says: 'package "rail-foo" says rail "foo" in package.json and "bar" in its manifest; wanted one id',
  },
  {
    given: 'no ways',
    packages: [scriptedRailPackage('foo', '{ manifest: { ways: [] } }')],
    code: 'BAD_WAYS',
    says: 'rail "foo" has no ways; wanted one at least, usually ["foo"]',
  },
  {
    given: 'a way twice',
    packages: [scriptedRailPackage('foo', '{ manifest: { ways: ["foo", "foo"] } }')],
    code: 'BAD_WAYS',
    says: 'rail "foo" has the way "foo" twice; wanted each once',
  },
  {
    given: 'no lanes',
    packages: [lanes('[]')],
    code: 'BAD_LANES',
    says: 'rail "foo" declares no lanes; wanted one at least',
  },
  {
    given: 'a side that is not a chain',
    packages: [lanes('[{ from: "base", to: "*", settles: "firm" }]')],
    code: 'BAD_LANES',
    says: 'rail "foo" names "base" in lane 1; wanted a CAIP-2 chain such as eip155:8453, a family such as eip155:*, or *',
  },
  {
    given: 'an indicative lane without a reason',
    packages: [lanes('[{ from: "*", to: "sui:mainnet", settles: "indicative" }]')],
    code: 'BAD_LANES',
    says: 'rail "foo" only prices lane * to sui:mainnet and gives no reason; wanted one',
  },
  {
    given: 'a firm lane with a reason',
    packages: [lanes('[{ from: "*", to: "*", settles: "firm", reason: "slow" }]')],
    code: 'BAD_LANES',
    says: 'rail "foo" settles lane * to * and gives a reason not to; wanted none',
  },
  {
    given: 'a lane that an earlier one hides',
    packages: [
      lanes(
        '[{ from: "*", to: "*", settles: "firm" }, { from: "eip155:1", to: "*", settles: "firm" }]',
      ),
    ],
    code: 'BAD_LANES',
    says: 'rail "foo" declares lane eip155:1 to * after * to *, which covers it; the first match decides, so put the narrower one first',
  },
  {
    given: 'a way that another rail has',
    packages: [
      scriptedRailPackage('bar', '{ manifest: { ways: ["shared"] } }'),
      scriptedRailPackage('foo', '{ manifest: { ways: ["foo", "shared"] } }'),
    ],
    code: 'NAME_TAKEN',
    says: 'rail "foo" has the way "shared", a name of rail "bar"; exclude one of them',
  },
  {
    given: "a way that is another rail's id",
    packages: [
      scriptedRailPackage('bar', '{ manifest: { ways: ["foo"] } }'),
      scriptedRailPackage('foo'),
    ],
    code: 'NAME_TAKEN',
    says: 'rail "bar" has the way "foo", a name of rail "foo"; exclude one of them',
  },
  {
    given: 'one id in two packages',
    packages: [scriptedRailPackage('foo'), { ...scriptedRailPackage('foo'), name: 'other-foo' }],
    code: 'NAME_TAKEN',
    says: 'two packages bring a rail "foo"; exclude one of them by its package name',
  },
  {
    given: 'two sandboxes',
    packages: ['box', 'crate'].map((id) =>
      scriptedRailPackage(id, '{ manifest: { effects: "simulated" } }'),
    ),
    code: 'NAME_TAKEN',
    says: 'rails "box" and "crate" are both simulated; the sandbox header reaches one, so exclude the other',
  },
  {
    given: 'an unknown setting',
    packages: [scriptedRailPackage('foo')],
    options: { settings: { foo: { colour: 'red' } } },
    code: 'BAD_SETTINGS',
    says: 'rail "foo" has no setting "colour"; a key it does not know is a typo',
  },
  {
    given: 'an unknown nested setting',
    packages: [
      defined(
        '{ manifest, settings: z.object({ upstream: z.object({ url: z.string() }).optional() }), create: () => scriptedRail() }',
      ),
    ],
    options: { settings: { foo: { upstream: { url: 'x', key: 'y' } } } },
    code: 'BAD_SETTINGS',
    says: 'rail "foo" has no setting "upstream.key"; a key it does not know is a typo',
  },
  {
    given: 'a setting of the wrong type',
    packages: [
      defined(
        '{ manifest, settings: z.object({ retries: z.int() }), create: () => scriptedRail() }',
      ),
    ],
    options: { settings: { foo: { retries: 'secret-word' } } },
    code: 'BAD_SETTINGS',
    says: 'rail "foo" cannot use its settings: retries: Invalid input: expected number, received string',
  },
  {
    given: 'a rail that needs inventory from a host without one',
    packages: [scriptedRailPackage('foo', '{ manifest: { capabilities: ["inventory"] } }')],
    code: 'BAD_CONTEXT',
    says: 'rail "foo" claims the capability "inventory"; this host gave it none',
  },
  {
    given: 'a create that throws',
    packages: [
      defined('{ manifest, settings: z.object({}), create() { throw new Error("no key") } }'),
    ],
    code: 'CREATE_FAILED',
    says: 'rail "foo" could not be created: no key',
  },
  {
    given: 'a create that answers later',
    packages: [
      defined('{ manifest, settings: z.object({}), async create() { return scriptedRail() } }'),
    ],
    code: 'BAD_PORT',
    says: 'rail "foo" has no method offers; wanted offers, plan, track, health',
  },
  {
    given: 'a create that answers nothing',
    packages: [defined('{ manifest, settings: z.object({}), create() {} }')],
    code: 'BAD_PORT',
    says: 'rail "foo" created nothing; wanted a RailPort',
  },
  {
    given: 'a created rail with more ways',
    packages: [
      defined(
        '{ manifest, settings: z.object({}), create: () => scriptedRail({ manifest: { ...manifest, ways: ["bar"] } }) }',
      ),
    ],
    code: 'BAD_PORT',
    says: 'rail "foo" was created with the way "bar"; its manifest declares foo',
  },
  {
    given: 'a created rail with other manners',
    packages: [
      defined(
        '{ manifest, settings: z.object({}), create: () => scriptedRail({ manifest: { ...manifest, minOut: "passed-on" } }) }',
      ),
    ],
    code: 'BAD_PORT',
    says: 'rail "foo" was created with another manifest than it declares; settings may narrow only ways and lanes',
  },
];

describe('admission', () => {
  for (const { given, packages, options, code, says } of wrongs) {
    it(`stops the boot on ${given}`, async () => {
      const refusal = await inDeployment(packages, (deployment) =>
        admit(deployment, options),
      ).catch((error: unknown) => error);

      expect(refusal).to.be.instanceOf(AdmissionError);
      expect(refusal).to.include({ code, message: says });
    });
  }

  it('stops the boot on a dependency that is not installed', async () => {
    const refusal = await inDeployment([], async (deployment) => {
      await deployment.depend('rail-gone');
      return admit(deployment);
    }).catch((error: unknown) => error);

    expect(refusal).to.include({
      code: 'PACKAGE_MISSING',
      message: 'the deployment depends on "rail-gone", which is not installed; run npm install',
    });
  });

  it('stops the boot on a dependency whose package.json is not JSON', async () => {
    const refusal = await inDeployment(
      [{ name: 'torn', files: { 'package.json': '{' } }],
      (deployment) => admit(deployment),
    ).catch((error: unknown) => error);

    expect(refusal).to.include({
      code: 'PACKAGE_MISSING',
      message: 'the deployment depends on "torn", whose package.json is not JSON; run npm install',
    });
  });

  it('stops the boot where there is no deployment', async () => {
    const refusal = await admitRails({
      baseDir: '/nowhere',
      own: [],
      contextFor: () => testContext(),
    }).catch((error: unknown) => error);

    expect(refusal).to.include({
      code: 'BAD_DEPLOYMENT',
      message:
        'the deployment /nowhere has no readable package.json; rails are found among its dependencies',
    });
  });

  it('has a code for every fault that this page shows', () => {
    const shown = new Set([...wrongs.map(({ code }) => code), 'PACKAGE_MISSING', 'BAD_DEPLOYMENT']);

    expect(shown).to.have.lengthOf(20);
  });

  it('takes a rail that another copy of the kit defined: the tag decides, not the class', async () => {
    const byHand = railPackage('foo', {
      module: `
      import { scriptedManifest, scriptedRail } from '@interline/plugins/testing';
      import { z } from 'zod';
      const manifest = scriptedManifest({ id: 'foo' });
      export const rail = { manifest, settings: z.object({}), create: () => scriptedRail({ manifest }), [Symbol.for('interline.rail')]: true };
    `,
    });

    const registry = await inDeployment([byHand], (deployment) => admit(deployment));

    expect(registry.byId('foo')?.manifest.id).to.equal('foo');
  });

  it('admits an excluded rail with any fault', async () => {
    const registry = await inDeployment(
      [
        scriptedRailPackage('foo'),
        railPackage('old', { field: { kind: 'rail', id: 'old', api: '^0.1.0' } }),
      ],
      (deployment) => admit(deployment, { exclude: ['old'], settings: { old: { any: 'thing' } } }),
    );

    expect(registry.rails.map(({ manifest }) => manifest.id)).to.deep.equal(['foo']);
  });
});

async function inDeployment<T>(
  packages: readonly PackageFiles[],
  act: (deployment: TemporaryDeployment) => Promise<T>,
): Promise<T> {
  const deployment = await temporaryDeployment(packages);
  try {
    return await act(deployment);
  } finally {
    await deployment.remove();
  }
}

function admit(
  { dir }: TemporaryDeployment,
  options: Partial<AdmitRailsOptions> = {},
): Promise<RailRegistry> {
  return admitRails({ baseDir: dir, own: [], contextFor: () => testContext(), ...options });
}

/** A package "foo" whose rail is the given definition. */
function defined(definition: string): PackageFiles {
  return railPackage('foo', {
    module: `
    import { defineRail } from '@interline/plugins';
    import { scriptedManifest, scriptedRail as scripted } from '@interline/plugins/testing';
    import { z } from 'zod';
    const manifest = scriptedManifest({ id: 'foo' });
    const scriptedRail = (script = { manifest }) => scripted(script);
    export const rail = defineRail(${definition});
  `,
  });
}

function lanes(text: string): PackageFiles {
  return scriptedRailPackage('foo', `{ manifest: { lanes: ${text} } }`);
}
