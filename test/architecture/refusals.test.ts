import { expect } from 'chai';
import { forbiddenImports, forbiddenReads, permitted } from './forbidden-sources.ts';
import { rooms } from './rules/rooms.ts';
import { judgePath, judgeShape } from './judge-file.ts';
import { judgeManifest } from './judge-manifest.ts';
import { judgeSource } from './judge-source.ts';
import { judgeVersions } from './judge-versions.ts';
import { readSource } from './read-source.ts';
import { roomOf } from './room-of.ts';
import type { Manifest, Workspace } from './workspace.ts';

describe('what the fence refuses', () => {
  for (const { path, text, refused } of [...forbiddenImports, ...forbiddenReads]) {
    it(`is ${text} in ${path}`, () => {
      expect(judgeSource(path, readSource(path, text))).to.deep.equal([refused]);
    });
  }

  it('has an example of every room', () => {
    const shown = new Set(forbiddenImports.map(({ path }) => roomOf(path)?.room.at));

    expect(rooms.filter(({ at }) => !shown.has(at))).to.deep.equal([]);
    expect(forbiddenImports.length).to.be.at.least(25);
  });

  it('names the line of each breach, in the order of the text', () => {
    const text = "\n// why\nimport 'node:fs';\n\nconst now =\n  Date.now();\n";

    expect(judgeSource('ports/clock.ts', readSource('ports/clock.ts', text))).to.deep.equal([
      'ports/clock.ts:3: node:fs: ports import the kernel only',
      'ports/clock.ts:6: Date.now: time, chance, environment and network are ports here',
    ]);
  });
});

describe('what the fence lets through', () => {
  for (const { path, text } of permitted) {
    it(`is ${text} in ${path}`, () => {
      expect(judgeSource(path, readSource(path, text))).to.deep.equal([]);
    });
  }
});

describe('what a manifest is refused for', () => {
  const root: Manifest = { name: 'interline', devDependencies: { chai: '6.3.0', mocha: '11.8.0' } };

  it('is an undeclared import, a tool of tests in shipped code, or an unused declaration', () => {
    const workspace = railWith({ dependencies: { '@interline/plugins': '*', yaml: '2.9.1' } });
    const sources = virtual({
      'rails/stellar/rail.ts':
        "import { z } from 'zod';\nimport '@interline/plugins';\nimport { expect } from 'chai';",
      'rails/stellar/rail.test.ts':
        "import { expect } from 'chai';\nimport fc from 'fast-check';\ndescribe('x', () => {});",
    });

    expect(judgeManifest(workspace, root, sources)).to.deep.equal([
      'rails/stellar/rail.ts:1: zod is not among the dependencies of rails/stellar',
      'rails/stellar/rail.ts:3: chai is not among the dependencies of rails/stellar',
      "rails/stellar/rail.test.ts:2: fast-check is declared neither by rails/stellar nor by the root's devDependencies",
      'rails/stellar/package.json: yaml is declared and never imported',
    ]);
  });

  it('is a dependency that only tests import, and a rail', () => {
    const workspace = railWith({
      dependencies: { yaml: '2.9.1', '@interline/rail-solana': '*' },
      devDependencies: { '@types/koa__router': '1.0.0' },
    });
    const sources = virtual({
      'rails/stellar/testing/ledger.ts':
        "import 'yaml';\nimport type { Router } from '@koa/router';",
    });

    expect(judgeManifest(workspace, root, sources)).to.deep.equal([
      "rails/stellar/testing/ledger.ts:2: @koa/router is declared neither by rails/stellar nor by the root's devDependencies",
      'rails/stellar/package.json: @interline/rail-solana is declared and never imported',
      'rails/stellar/package.json: yaml is imported by tests only, which makes it a devDependency',
      'rails/stellar/package.json: @interline/rail-solana: only the root, which is the deployment, depends on rails',
    ]);
  });

  it('is a test double that it exports with what only tests may use', () => {
    const workspace = railWith({
      exports: { '.': './index.ts', './testing': './testing/index.ts' },
      devDependencies: { yaml: '2.9.1' },
    });
    const sources = virtual({ 'rails/stellar/testing/ledger.ts': "import 'yaml';" });

    expect(judgeManifest(workspace, root, sources)).to.deep.equal([
      'rails/stellar/testing/ledger.ts:1: yaml is not among the dependencies of rails/stellar',
    ]);
  });

  it('is a version that is a range, a workspace with a number, and a second version of a library', () => {
    const manifests = new Map<string, Manifest>([
      [
        'package.json',
        {
          name: 'interline',
          devDependencies: {
            zod: '4.6.7',
            typescript7: 'npm:typescript@7.0.2',
            '@foundry-rs/anvil': '1.0.0-beta.17',
          },
        },
      ],
      [
        'ports/package.json',
        {
          name: '@interline/ports',
          dependencies: { '@interline/kernel': '0.1.0', zod: '4.6.8', pino: '^10.4.0' },
        },
      ],
    ]);

    expect(judgeVersions(manifests)).to.deep.equal([
      'ports/package.json: @interline/kernel is 0.1.0, a workspace is *',
      'ports/package.json: zod is 4.6.8, and 4.6.7 in package.json',
      'ports/package.json: pino is ^10.4.0, not one exact version',
    ]);
  });

  function railWith(fields: Partial<Manifest>): Workspace {
    return { folder: 'rails/stellar', manifest: { name: '@interline/rail-stellar', ...fields } };
  }

  function virtual(
    texts: Readonly<Record<string, string>>,
  ): Map<string, ReturnType<typeof readSource>> {
    return new Map(Object.entries(texts).map(([path, text]) => [path, readSource(path, text)]));
  }
});

describe('what a file is refused for', () => {
  it('is a folder or a name that was not agreed', () => {
    expect(
      [
        'core/domain/fee.ts',
        '.ci/run',
        'tools/deploy.ts',
        'ports/types.ts',
        'plugins/utils/pad.test.ts',
      ].flatMap(judgePath),
    ).to.deep.equal([
      'tools/deploy.ts: tools is no entry of the root folder',
      'ports/types.ts: "types" does not say what is inside',
      'plugins/utils/pad.test.ts: "utils" does not say what is inside',
    ]);
  });

  it('is a default export, in each of its forms', () => {
    const forms = [
      'export default 1;',
      'export default function f() {}',
      'const a = 1; export { a as default };',
      "export { default } from './a.ts';",
    ];

    for (const form of forms) {
      expect(judgeShape('ports/clock.ts', readSource('ports/clock.ts', form)), form).to.deep.equal([
        'ports/clock.ts:1: a default export has no name to look for',
      ]);
    }
    expect(
      judgeShape('eslint.config.js', readSource('eslint.config.js', 'export default [];')),
    ).to.deep.equal([]);
  });

  it('is an index.ts with a statement that is not a re-export', () => {
    const text =
      "export * from './a.ts';\nexport type { B } from './b.ts';\nexport {};\nexport const c = 1;\nimport './d.ts';\n";

    expect(judgeShape('ports/index.ts', readSource('ports/index.ts', text))).to.deep.equal([
      'ports/index.ts:4: index.ts only re-exports',
      'ports/index.ts:5: index.ts only re-exports',
    ]);
  });
});
