import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatedFolder } from './generated-folder.ts';
import { servedTypes } from './served-types.ts';

const files = await servedTypes();
rmSync(generatedFolder, { recursive: true, force: true });
for (const [path, text] of files) {
  mkdirSync(dirname(join(generatedFolder, path)), { recursive: true });
  writeFileSync(join(generatedFolder, path), text);
}
console.log(`${files.size} files in apps/client/generated`);
