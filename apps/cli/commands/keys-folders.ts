import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { UsageError } from '../exit-codes.ts';

/** For a command that does not know whose keys it should use: how to say so, with the existing devnets. */
export function whoseKeys(env: NodeJS.ProcessEnv): UsageError {
  const data = env['INTERLINE_DATA'] ?? 'data';
  const folders = (existsSync(data) ? readdirSync(data) : [])
    .filter((name) => name.startsWith('devnet-') && existsSync(join(data, name, 'keys')))
    .map((name) => `--data ${join(data, name)}`);
  const found =
    folders.length === 0
      ? `in the data folder, "${data}" (INTERLINE_DATA names another), there are no keys of a devnet`
      : `in the data folder there are the keys of ${folders.join(', ')}`;
  return new UsageError(
    `say whose keys: --config <file> of a mainnet deployment, or --data <folder> of a devnet; ${found}`,
  );
}
