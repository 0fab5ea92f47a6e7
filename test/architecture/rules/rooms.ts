/** What one room may import. Its own files and its own package name it always may. */
export interface Room {
  /** Folder from the repo root; a `*` stands for one folder name. */
  readonly at: string;
  /** Package name; a `*` stands for the same folder name. */
  readonly name: string;
  readonly internal: readonly string[];
  readonly libraries: 'any' | 'none';
  readonly builtins: 'any' | 'in tests' | 'none';
  /** Where time, chance, environment and network come from. */
  readonly world: 'by port' | 'at hand';
  readonly law: string;
}

const kernel = '@interline/kernel';
const ports = '@interline/ports';
const core = '@interline/core';
const plugins = '@interline/plugins';
const adapters = '@interline/adapters';
const server = '@interline/server';
const http = '@interline/http';
const cron = '@interline/cron';
const witness = '@interline/witness';
const devnet = '@interline/devnet';
const client = '@interline/client';
const consoleApp = '@interline/console';
const relay = '@interline/relay';
const cli = '@interline/cli';

const everyRoom = [
  kernel,
  ports,
  core,
  plugins,
  adapters,
  server,
  http,
  cron,
  witness,
  devnet,
  client,
  consoleApp,
  relay,
  cli,
];

/**
 * The law of imports, one row a room, the first that fits: everything `test/architecture` refuses
 * is derived from the tables of this folder.
 */
export const rooms: readonly Room[] = [
  {
    at: 'core/kernel',
    name: kernel,
    internal: [],
    libraries: 'none',
    builtins: 'none',
    world: 'by port',
    law: 'the kernel imports nothing but itself',
  },
  {
    at: 'ports',
    name: ports,
    internal: [kernel],
    libraries: 'none',
    builtins: 'none',
    world: 'by port',
    law: 'ports import the kernel only',
  },
  {
    at: 'core',
    name: core,
    internal: [kernel, ports],
    libraries: 'none',
    builtins: 'none',
    world: 'by port',
    law: 'the core imports kernel and ports only',
  },
  {
    at: 'plugins/template/files',
    name: '@interline/rail-template',
    internal: [plugins],
    libraries: 'any',
    builtins: 'in tests',
    world: 'by port',
    law: 'the template is a rail, and a rail imports @interline/plugins and libraries',
  },
  {
    at: 'plugins',
    name: plugins,
    internal: [kernel, ports],
    libraries: 'any',
    builtins: 'any',
    world: 'by port',
    law: 'plugins import kernel, ports and libraries',
  },
  {
    at: 'rails/*',
    name: '@interline/rail-*',
    internal: [plugins],
    libraries: 'any',
    builtins: 'in tests',
    world: 'by port',
    law: 'a rail imports @interline/plugins and libraries',
  },
  {
    at: 'adapters',
    name: adapters,
    internal: [kernel, ports, core],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'adapters import core, ports and libraries',
  },
  {
    at: 'apps/server',
    name: server,
    internal: [kernel, ports, core, plugins, adapters],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'the server imports core, ports, plugins and adapters',
  },
  {
    at: 'apps/http',
    name: http,
    internal: [kernel, ports, core, server],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'http imports core, ports and the server',
  },
  {
    at: 'apps/cron',
    name: cron,
    internal: [kernel, ports, core, server],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'cron imports core, ports and the server',
  },
  {
    at: 'apps/client',
    name: client,
    internal: [],
    libraries: 'none',
    builtins: 'none',
    world: 'at hand',
    law: 'the client runs in a browser too, so it imports nothing but itself',
  },
  {
    at: 'apps/console',
    name: consoleApp,
    internal: [client],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'the console is a page, so of ours it imports the client only',
  },
  {
    at: 'apps/cli',
    name: cli,
    internal: [kernel, ports, core, server, http, cron, devnet, client, consoleApp, relay, plugins],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'the cli imports core, ports, plugins and the other apps',
  },
  {
    at: 'apps/relay',
    name: relay,
    internal: [],
    libraries: 'none',
    builtins: 'any',
    world: 'at hand',
    law: 'the relay shares nothing with the gateway but the wire',
  },
  {
    at: 'apps/witness',
    name: witness,
    internal: [adapters],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: "the witness imports adapters only: nothing of the service's core, for it watches over it",
  },
  {
    at: 'apps/devnet',
    name: devnet,
    internal: [witness],
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'the devnet imports the witness, which it runs, and no other room',
  },
  {
    at: 'test',
    name: '@interline/test',
    internal: everyRoom,
    libraries: 'any',
    builtins: 'any',
    world: 'at hand',
    law: 'tests import any room but rails',
  },
];
