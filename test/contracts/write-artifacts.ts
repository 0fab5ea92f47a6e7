import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileContract } from './compile-contract.ts';
import { contractFolders, contractSources, repoRoot } from './contract-folders.ts';

for (const folder of contractFolders) {
  const artifacts = contractSources(folder).flatMap((source) => compileContract(source));
  if (artifacts.length > 0) mkdirSync(join(repoRoot, folder, 'artifacts'), { recursive: true });
  for (const artifact of artifacts) {
    const path = join(folder, 'artifacts', `${artifact.contractName}.json`);
    writeFileSync(join(repoRoot, path), `${JSON.stringify(artifact, null, 2)}\n`);
    console.log(path);
  }
}
