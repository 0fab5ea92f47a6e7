import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import solc from 'solc';
import { repoRoot } from './contract-folders.ts';
import { type Artifact, readCompilerOutput } from './read-compiler-output.ts';

// Without the metadata hash the bytecode does not depend on where the sources lie.
const settings = {
  optimizer: { enabled: true, runs: 1_000_000 },
  evmVersion: 'prague',
  metadata: { bytecodeHash: 'none' },
  outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
};

/**
 * The deployable contracts one file defines. Files are compiled one by one, so that adding a
 * contract never changes the bytecode of another. Compiler warnings in our own source count as
 * errors.
 */
export function compileContract(source: string): Artifact[] {
  const sources = { [source]: { content: readFileSync(join(repoRoot, source), 'utf8') } };
  const input = JSON.stringify({ language: 'Solidity', sources, settings });

  const output: unknown = JSON.parse(solc.compile(input, { import: importedSource }));

  return readCompilerOutput(source, output);
}

function importedSource(path: string): { contents: string } | { error: string } {
  try {
    return {
      contents: readFileSync(
        path.startsWith('@') ? packagePath(path) : join(repoRoot, path),
        'utf8',
      ),
    };
  } catch (error) {
    return { error: `cannot read ${path}: ${String(error)}` };
  }
}

function packagePath(path: string): string {
  return createRequire(import.meta.url).resolve(path);
}
