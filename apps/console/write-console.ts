import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildConsole, bundleFolder } from './build-console.ts';

const { files, first, onWish } = await buildConsole();
rmSync(bundleFolder, { recursive: true, force: true });
mkdirSync(bundleFolder);
for (const [name, bytes] of files) writeFileSync(join(bundleFolder, name), bytes);

const sizeOf = (names: readonly string[]): string =>
  (
    names.reduce((sum, name) => sum + gzipSync(files.get(name) ?? '', { level: 9 }).length, 0) /
    1_000
  ).toFixed(1);
const code = [...files.keys()].filter((name) => !name.endsWith('.txt'));
const wished = Object.entries(onWish).map(([wish, names]) => `${wish} ${sizeOf(names)}`);
console.log(
  `${files.size} files in apps/console/bundle; gzipped ${sizeOf(first)} kB at first, ${sizeOf(code)} kB in all; of that on a wish: ${wished.join(', ')}`,
);
