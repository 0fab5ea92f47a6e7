import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { RailContext, RailPort, RailRegistry } from '@interline/plugins';
import { expect } from 'chai';
import { admitRails } from '../admit-rails.ts';
import { runConformance } from '../conformance/conformance.ts';
import { type TemporaryDeployment, temporaryDeployment } from '../testing/temporary-deployment.ts';
import { testContext } from '../testing/test-context.ts';
import { testRequest } from '../testing/test-request.ts';
import { newRailCommand } from './new-rail-command.ts';

const requests = [testRequest({ units: 1_000_000n }), testRequest({ units: 25_000_000n })] as const;

describe('a new rail', () => {
  let deployment: TemporaryDeployment;
  const railDir = (): string => join(deployment.dir, 'rails', 'ferry');

  beforeEach(async () => {
    deployment = await temporaryDeployment();
  });

  afterEach(() => deployment.remove());

  it('is written by one command, which says what comes next', async () => {
    const { exitCode, text } = await newRailCommand(['ferry'], deployment.dir);

    expect(exitCode).to.equal(0);
    expect(text).to.equal(`rails/ferry: 14 files. Next:

  npm pkg set 'dependencies.@interline/rail-ferry=*' && npm install
      makes it a dependency of this deployment, which is all a rail needs to be found
  npx mocha rails/ferry/*.test.ts
      fails only where something is left to fill in: README.md, check-health.ts, conformance.test.ts, manifest.ts, plan-transfer.ts, price-transfer.ts, track-transfer.ts
`);
    expect(await readdir(railDir())).to.have.lengthOf(14);
    expect(await leftoverMarks(railDir())).to.deep.equal([]);
  });

  it("names its rail and the kit's versions in its package.json", async () => {
    await newRailCommand(['ferry'], deployment.dir);

    const manifest = JSON.parse(await readFile(join(railDir(), 'package.json'), 'utf8')) as Record<
      string,
      unknown
    >;

    expect(manifest).to.deep.include({
      name: '@interline/rail-ferry',
      interline: { kind: 'rail', id: 'ferry', api: '^2.3.0' },
      dependencies: { '@interline/plugins': '*', zod: '4.6.7' },
    });
  });

  it('fails its contract suite only where it must be filled in, and says so', async () => {
    await newRailCommand(['ferry'], deployment.dir);

    const { passed, failed } = await runConformance(await makerOf(railDir()), { requests });

    expect(failed.filter(({ message }) => !message.startsWith('fill in '))).to.deep.equal([]);
    expect(new Set(failed.map(({ message }) => message.split(':')[0]))).to.deep.equal(
      new Set(['fill in price-transfer.ts', 'fill in check-health.ts']),
    );
    expect(passed).to.include.members([
      'has a manifest that a host admits',
      'answers a lane it does not serve with a refusal, not with a throw',
    ]);
  });

  it('points at the next gap once the first one is filled', async () => {
    await newRailCommand(['ferry'], deployment.dir);
    await fill(railDir(), ['price-transfer.ts', 'check-health.ts']);

    const { failed } = await runConformance(await makerOf(railDir()), { requests });

    expect(new Set(failed.map(({ message }) => message.split(':')[0]))).to.deep.equal(
      new Set(['fill in plan-transfer.ts']),
    );
  });

  it('keeps the contract, is found, admitted and priced, with no line changed outside its package', async () => {
    await newRailCommand(['ferry'], deployment.dir);
    await fill(railDir(), Object.keys(bodies));
    await deployment.link('@interline/rail-ferry', railDir());

    const { failed } = await runConformance(await makerOf(railDir()), { requests });
    const registry: RailRegistry = await admitRails({
      baseDir: deployment.dir,
      own: [],
      settings: { ferry: { apiKey: 'key' } },
      contextFor: () => testContext(),
    });
    const offers = await registry
      .onLane(requests[0].lane)[0]
      ?.offers(requests[0], new AbortController().signal);

    expect(failed).to.deep.equal([]);
    expect(registry.rails.map(({ manifest }) => manifest.id)).to.deep.equal(['ferry']);
    expect(
      offers?.map(({ rail, outcome }) => [rail, outcome.ok && outcome.value.output]),
    ).to.deep.equal([['ferry', 999_200n]]);
  });

  for (const { args, says } of [
    {
      args: ['Ferry'],
      says: '"Ferry" is not a rail id; wanted 2 to 32 small letters, digits and single dashes, starting with a letter\n',
    },
    {
      args: ['../ferry'],
      says: '"../ferry" is not a rail id; wanted 2 to 32 small letters, digits and single dashes, starting with a letter\n',
    },
    { args: [], says: 'wanted one id, found 0\n\nWrites the package of a new rail.' },
    { args: ['one', 'two'], says: 'wanted one id, found 2\n\nWrites the package of a new rail.' },
    { args: ['ferry', '--force'], says: "Unknown option '--force'" },
  ]) {
    it(`is refused for ${args.join(' ') || 'no id'}`, async () => {
      const { exitCode, text } = await newRailCommand(args, deployment.dir);

      expect(exitCode).to.equal(1);
      expect(text.startsWith(says), text).to.equal(true);
    });
  }

  it('never writes over what is there', async () => {
    await mkdir(railDir(), { recursive: true });

    const { exitCode, text } = await newRailCommand(['ferry'], deployment.dir);

    expect({ exitCode, text }).to.deep.equal({
      exitCode: 1,
      text: `${railDir()} is there already; nothing was written\n`,
    });
    expect(await readdir(railDir())).to.deep.equal([]);
  });

  it('goes into another folder on request, and into the deployment by its path', async () => {
    const { text } = await newRailCommand(['ferry', '--into', 'packages'], deployment.dir);

    expect(text)
      .to.include('packages/ferry: 14 files.')
      .and.to.include('npm install ./packages/ferry');
  });

  it('explains itself', async () => {
    const { exitCode, text } = await newRailCommand(['--help'], deployment.dir);

    expect(exitCode).to.equal(0);
    expect(text)
      .to.include('npm run new:rail -- <id> [--into <folder>]')
      .and.to.include('npx interline-new-rail <id> --standalone');
  });

  it('has a build, tests and versions of its own in a repository of its own', async () => {
    const { text } = await newRailCommand(['ferry', '--standalone'], deployment.dir);

    const dir = join(deployment.dir, 'ferry');
    const { name, scripts, peerDependencies, devDependencies } = JSON.parse(
      await readFile(join(dir, 'package.json'), 'utf8'),
    ) as Record<string, unknown>;
    expect(text.split('\n')[0]).to.equal('ferry: 16 files. Next, in ferry:');
    expect({ name, scripts, peerDependencies, devDependencies }).to.deep.equal({
      name: 'interline-rail-ferry',
      scripts: { build: 'tsc', test: 'mocha "*.test.ts"' },
      peerDependencies: { '@interline/plugins': '*' },
      devDependencies: {
        '@types/mocha': '10.0.10',
        '@types/node': '24.19.2',
        mocha: '11.8.0',
        typescript: '6.0.3',
      },
    });
    expect(await readdir(dir)).to.include.members(['.gitignore', 'tsconfig.json', 'rail.ts']);
    expect(await leftoverMarks(dir)).to.deep.equal([]);
  });
});

/** What an author would write, in the smallest form that keeps the contract. */
const bodies: Readonly<Record<string, { readonly imports: string; readonly body: string }>> = {
  'price-transfer.ts': {
    imports: "import { answer, asUnits, feeOf, rescale } from '@interline/plugins';",
    body: `if (request.from.asset !== request.to.asset) return refuse('NO_ROUTE', 'it trades no asset for another');
      const fee = feeOf(request.amount, host.context.standardFeeBps);
      const output = asUnits(rescale(request.amount - fee, request.from.decimals, request.to.decimals));
      const nowMs = host.context.clock.now();
      return answer({ kind: 'firm', rail: manifest.id, bridge: manifest.id, via: [], input: request.amount, output, minOutput: output, fee, durationSec: 60, expiresAtMs: nowMs + 30_000, memo: { nowMs } });`,
  },
  'plan-transfer.ts': {
    imports: "import { answer } from '@interline/plugins';",
    body: "return answer({ pullTo: 'spender', keeps: 'durable', charges: [], output: quote.output, fee: quote.fee, steps: [{ kind: 'track', ref: quote.memo, pollMs: 1_000 }] });",
  },
  'track-transfer.ts': {
    imports: '',
    body: "return host.context.clock.now() > Number(ref.nowMs) + 60_000 ? { status: 'DONE', stage: 'DELIVERED' } : { status: 'BRIDGING', stage: 'SENDING' };",
  },
  'check-health.ts': { imports: '', body: "return { isUp: host.settings.baseUrl !== '' };" },
};

async function fill(dir: string, files: readonly string[]): Promise<void> {
  for (const file of files) {
    const { imports = '', body = '' } = bodies[file] ?? {};
    const text = await readFile(join(dir, file), 'utf8');
    const filled = text
      .replace("import { fillIn } from './fill-in.ts';", imports)
      .replace(/\/\/ FILL IN[\s\S]*?\n\s*throw fillIn\([^\n]*\);/, body);
    expect(filled, file).to.not.include('fillIn');
    await writeFile(join(dir, file), filled);
  }
}

async function makerOf(dir: string): Promise<(context: RailContext, canary: string) => RailPort> {
  const { createRail } = (await import(pathToFileURL(join(dir, 'create-rail.ts')).href)) as {
    createRail: (context: RailContext, settings: object) => RailPort;
  };
  return (context, canary) =>
    createRail(context, { baseUrl: 'https://upstream.example', apiKey: canary });
}

async function leftoverMarks(dir: string): Promise<readonly string[]> {
  const names = await readdir(dir);
  const texts = await Promise.all(names.map((name) => readFile(join(dir, name), 'utf8')));
  return texts.flatMap((text) => text.match(/\{\{[^}]*\}\}/g) ?? []);
}
