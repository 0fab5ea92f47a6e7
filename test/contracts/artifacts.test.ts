import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  checkedInArtifacts,
  contractFolders,
  contractSources,
  repoRoot,
} from './contract-folders.ts';

describe('the checked-in contract artifacts', () => {
  for (const folder of contractFolders) {
    for (const source of contractSources(folder)) {
      it(`are what ${source} compiles to`, async () => {
        // Loaded here, because the compiler costs every other test run a third of a second.
        const { compileContract } = await import('./compile-contract.ts');

        for (const artifact of compileContract(source)) {
          const path = join(folder, 'artifacts', `${artifact.contractName}.json`);
          expect(checkedIn(path), `${path} is stale: npm run contracts`).to.deep.equal(artifact);
        }
      });
    }

    it(`of ${folder} all belong to a source`, () => {
      const sources = contractSources(folder)
        .map((source) => readFileSync(join(repoRoot, source), 'utf8'))
        .join('\n');

      const orphans = checkedInArtifacts(folder).filter((path) => {
        const { contractName } = checkedIn(path) as { contractName: string }; // CAST: our own file.
        return !new RegExp(`^contract ${contractName}\\b`, 'm').test(sources);
      });

      expect(orphans).to.deep.equal([]);
    });
  }
});

function checkedIn(path: string): unknown {
  return JSON.parse(readFileSync(join(repoRoot, path), 'utf8'));
}
