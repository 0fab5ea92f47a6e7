import { expect } from 'chai';
import { CopyOfRepo } from './cost/copy-of-repo.ts';
import { ownFolders, removeFamilies } from './cost/without-families.ts';

const tsc = 'node_modules/typescript7/bin/tsc';
const mocha = 'node_modules/mocha/bin/mocha.js';

/** The fast tests of all rooms that a family's code could have left something in. */
const rest = [
  // A copy of this copy would miss the packages of the rails that are gone.
  'test/architecture/!(cost-of-change)*.test.ts',
  '{core,ports,plugins,adapters}/**/*.test.ts',
  'apps/{http,server,cron,client}/**/*.test.ts',
  'rails/**/*.test.ts',
];

/**
 * The concierge's questions, what a config says of families and the tests that documents cite are
 * of the whole deployment.
 */
const aboutFamilies = [
  'test/architecture/citations.test.ts',
  'adapters/passage-search/mini-search.test.ts',
  'apps/server/config/check-families.test.ts',
].flatMap((path) => ['--ignore', path]);

/** On a copy of the repository, without its chain families beside the EVM. */
describe('without the families other than EVM, the rest', () => {
  let copy: CopyOfRepo;
  before(() => {
    copy = new CopyOfRepo();
    removeFamilies(copy);
    for (const { path, removed } of copy.takeCosts())
      if (!ownFolders.some((folder) => path.startsWith(`${folder}/`)))
        console.log(`      ${String(removed).padStart(4)}-  ${path}`);
  });
  after(() => copy.remove());

  it('compiles', () => {
    expect(outputOf(tsc, '-p', 'core', '--singleThreaded')).to.equal('');
    expect(outputOf(tsc, '-p', '.', '--singleThreaded')).to.equal('');
  });

  it('passes its fast tests', () => {
    const output = outputOf(mocha, '--reporter', 'dot', ...aboutFamilies, ...rest);

    expect(output.match(/^ +[0-9]+ failing[^]*/m)?.[0] ?? '').to.equal('');
    expect(Number(/([0-9]+) passing/.exec(output)?.[1])).to.be.above(1_000);
  });

  function outputOf(...args: readonly string[]): string {
    try {
      return copy.run(process.execPath, ...args);
    } catch (error) {
      return (error as { readonly stdout: string }).stdout; // CAST: what execFileSync throws.
    }
  }
});
