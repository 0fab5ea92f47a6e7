import type { CopyOfRepo } from './copy-of-repo.ts';

/** What the families have of their own, tests and the journeys over them included. */
export const ownFolders: readonly string[] = [
  ...['bitcoin', 'stellar'].flatMap((family) => [
    `rails/${family}`,
    `adapters/custody/${family}`,
    `test/custody/${family}`,
  ]),
  'test/journeys/beyond-evm',
];

/** The lines that name a family's code: its place in the composition, and what it is installed by. */
const lines: Readonly<Record<string, readonly string[]>> = {
  'apps/server/listed-families.ts': [
    "export { bitcoinFamily } from '@interline/adapters/custody/bitcoin';\n",
    "export { stellarFamily } from '@interline/adapters/custody/stellar';\n",
  ],
  'package.json': [
    '    "@interline/rail-bitcoin": "*",\n',
    '    "@interline/rail-stellar": "*",\n',
  ],
  'adapters/package.json': [
    '    "@stellar/stellar-sdk": "15.1.0",\n',
    '    "bip32": "5.0.1",\n',
    '    "bitcoinjs-lib": "7.0.5",\n',
  ],
};

/** Takes the families beside EVM away. */
export function removeFamilies(copy: CopyOfRepo): void {
  for (const folder of ownFolders) copy.drop(folder);
  for (const [path, removed] of Object.entries(lines))
    for (const line of removed) copy.cut(path, line);
}
