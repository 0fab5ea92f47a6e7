#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  console.error(
    `the devnet needs Node 22.19 or later and this is ${process.versions.node}; run it by "npm run devnet"`,
  );
  process.exit(1);
}

// From source the process is replaced, so that no second one sits between npm's signals and the
// devnet.
const source = fileURLToPath(new URL('../main.ts', import.meta.url));
if (existsSync(source)) {
  process.execve(
    process.execPath,
    [process.execPath, '--conditions=interline-source', source, ...process.argv.slice(2)],
    process.env,
  );
}
await import('../dist/main.js');
