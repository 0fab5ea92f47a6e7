#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `new-rail needs Node 22.19 or later and this is ${process.versions.node}; run it by "npm run new:rail"`,
  );
  process.exit(1);
}

// From source the process is replaced, so that the condition that finds the sources is set.
const source = fileURLToPath(new URL('../template/main.ts', import.meta.url));
if (existsSync(source)) {
  process.execve(
    process.execPath,
    [process.execPath, '--conditions=interline-source', source, ...process.argv.slice(2)],
    process.env,
  );
}
await import('../dist/template/main.js');
