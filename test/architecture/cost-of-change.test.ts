import { expect } from 'chai';
import {
  command,
  type Change,
  endpoint,
  errorCode,
  rail,
  record,
  wholeModule,
} from './cost/changes.ts';
import { CopyOfRepo, type Cost } from './cost/copy-of-repo.ts';
import { family, familyTest } from './cost/family.ts';

const tsc = 'node_modules/typescript7/bin/tsc';
const mocha = 'node_modules/mocha/bin/mocha.js';

/** Each change is made on one copy of the repository, which must compile when all are in it. */
describe('what a change costs the files that are not its own', () => {
  let copy: CopyOfRepo;
  before(() => {
    copy = new CopyOfRepo();
  });
  after(() => copy.remove());

  it('is nothing for a rail', () => {
    expect(hostLines(rail)).to.deep.equal([]);
  });

  it('is a line for a chain family, which composes it', () => {
    const path = 'apps/server/scripted-family.test.ts';

    expect(hostLines(family)).to.deep.equal(['apps/server/listed-families.ts 1']);
    copy.write(path, familyTest);
    expect(copy.run(process.execPath, mocha, path)).to.include('1 passing');
    copy.takeCosts();
  });

  it('is its row in the table for an endpoint with a use case', () => {
    expect(hostLines(endpoint)).to.deep.equal(['apps/http/server/endpoints.ts 1']);
  });

  it("is a migration and its place in the list for a store's record", () => {
    expect(hostLines(record)).to.deep.equal([
      'adapters/store/engine/migrations/9999-hook-silent.ts new',
      'adapters/store/engine/migrations/migrations.ts 2',
    ]);
  });

  it('is its rows, its arrows and a migration for a whole module', () => {
    expect(hostLines(wholeModule)).to.deep.equal([
      'adapters/store/engine/migrations/9999-gift.ts new',
      'adapters/store/engine/migrations/migrations.ts 2',
      'adapters/store/engine/tables.ts 2',
      'adapters/store/repositories.ts 3',
      'apps/http/server/endpoints.ts 2',
      'core/modules.ts 2',
      'core/store.ts 3',
      'test/architecture/module-arrows.ts 1',
    ]);
  });

  it('is a row for a command of the CLI, and a line for an error code', () => {
    expect(hostLines(command)).to.deep.equal(['apps/cli/command-table.ts 5']);
    expect(hostLines(errorCode)).to.deep.equal(['core/kernel/error-catalogue.ts 1']);
  });

  it('compiles with all of them', () => {
    expect(compile(copy)).to.equal('');
  });

  function hostLines(change: Change): readonly string[] {
    change.make(copy);
    const costs = copy.takeCosts();
    print(change, costs);
    expect(
      costs.filter(({ removed }) => removed > 0),
      'lines removed',
    ).to.deep.equal([]);
    return costs
      .filter(({ path }) => !change.own.some((own) => path === own || path.startsWith(`${own}/`)))
      .map(({ path, isNew, added }) => `${path} ${isNew ? 'new' : added}`);
  }
});

function compile(copy: CopyOfRepo): string {
  try {
    // On one thread it takes two thirds of the processor: threads check the same types each.
    copy.run(process.execPath, tsc, '-p', '.', '--singleThreaded');
    return '';
  } catch (error) {
    return (error as { readonly stdout: string }).stdout; // CAST: what execFileSync throws.
  }
}

/** The cost of each change by file, in the output of the test. */
function print({ kind }: Change, costs: readonly Cost[]): void {
  console.log(`      ${kind}`);
  for (const { path, isNew, added } of costs)
    console.log(`        ${isNew ? 'new' : '   '} ${String(added).padStart(4)}+  ${path}`);
}
