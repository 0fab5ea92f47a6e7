import { buildConsole, bundleFolder } from '@interline/console/build';
import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Gzipped. What rare wishes load, cryptography for the most part, has bounds of its own. */
const most = {
  ...{ first: 30_000, page: 60_000 },
  ...{
    private: 19_000,
    wallet: 22_000,
    receipt: 9_000,
    plan: 5_000,
    sponsor: 4_000,
    account: 6_000,
    code: 3_000,
  },
};

/** What the page may bring along: no other package goes in unseen. */
const packages = ['@noble/curves', '@noble/hashes', 'ethers', 'lean-qr', 'preact'];

describe("the console's bundle", () => {
  let built: Awaited<ReturnType<typeof buildConsole>>;
  before(async () => (built = await buildConsole()));

  it('is exactly what its sources are built to, byte by byte', () => {
    expect(readdirSync(bundleFolder).sort(), 'npm run console').to.deep.equal(
      [...built.files.keys()].sort(),
    );
    for (const [name, bytes] of built.files)
      expect(
        readFileSync(join(bundleFolder, name)).equals(bytes),
        `${name} is stale: npm run console`,
      ).to.equal(true);
  });

  it('loads less than 30 kB at first and has less than 60 kB, gzipped, apart from what rarely used pages load', () => {
    const sizeOf = (names: readonly string[]): number =>
      names.reduce(
        (sum, name) => sum + gzipSync(built.files.get(name) ?? '', { level: 9 }).length,
        0,
      );
    const code = [...built.files.keys()].filter((name) => !name.endsWith('.txt'));

    const wished = Object.values(built.onWish).flat();
    const sizes = {
      first: sizeOf(built.first),
      page: sizeOf(code.filter((name) => !wished.includes(name))),
      ...Object.fromEntries(
        Object.entries(built.onWish).map(([wish, names]) => [wish, sizeOf(names)]),
      ),
    };
    console.log(`      gzipped: ${JSON.stringify(sizes)}, ${sizeOf(code)} in all`);

    for (const [part, size] of Object.entries(sizes))
      expect(size, part).to.be.within(1_500, most[part as keyof typeof most]); // CAST: the same parts.
    expect(built.first.filter((name) => wished.includes(name))).to.deep.equal([]);
  });

  it('contains only its own sources, the client and the packages that are named here', () => {
    const foreign = built.inputs.filter(
      (path) =>
        !/^apps\/(console\/src|client)\//.test(path) &&
        !packages.some((name) => path.includes(`node_modules/${name}/`)),
    );

    expect(foreign).to.deep.equal([]);
  });

  it('is written in ASCII, has no source map and no inline script, and names files that are there', () => {
    for (const [name, bytes] of built.files) {
      if (!/\.(js|html)$/.test(name)) continue;
      expect(bytes.toString('utf8').match(/[^\x00-\x7f]|sourceMappingURL/g), name).to.equal(null);
    }
    const html = built.files.get('index.html')?.toString('utf8') ?? '';
    const named = [...html.matchAll(/(?:src|href)="console\/([^"]+)"/g)].map(
      ([, file = '']) => file,
    );

    expect(html).not.to.match(/<script(?![^>]* src=)|<style|\son[a-z]+=|\sstyle=|="(https?:)?\//);
    expect(named).to.have.length(5);
    for (const file of named) expect(built.files.has(file), file).to.equal(true);
  });

  it('hands on the licences of what it is made of', () => {
    const [licenses] = [...built.files].filter(([name]) => name.startsWith('licenses-'));

    for (const name of packages)
      expect(licenses?.[1].toString('utf8')).to.match(new RegExp(`^${name} \\d`, 'm'));
  });
});
