#!/usr/bin/env node
// Plain JavaScript: it must run on any Node, to say which one is wanted.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const wanted = [22, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  console.error(
    `interline needs Node ${wanted.join('.')} or newer and this is ${process.versions.node}. On x64 and arm64 Linux "npm ci" brings one: use "npm start" or "npx interline"; elsewhere install Node 24.`,
  );
  process.exit(1);
}

// WebCrypto's ML-KEM is called experimental; nobody who reads a message can do anything about it.
const flags = ['--conditions=interline-source', '--disable-warning=ExperimentalWarning'];
const source = fileURLToPath(new URL('../main.ts', import.meta.url));
if (existsSync(source) && process.execve !== undefined) {
  // The same process goes on with the source condition, so that signals reach the service itself.
  process.execve(
    process.execPath,
    [process.execPath, ...flags, source, ...process.argv.slice(2)],
    process.env,
  );
} else if (existsSync(source)) {
  const { spawn } = await import('node:child_process');
  const child = spawn(process.execPath, [...flags, source, ...process.argv.slice(2)], {
    stdio: 'inherit',
  });
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
} else {
  await import('../dist/main.js');
}
