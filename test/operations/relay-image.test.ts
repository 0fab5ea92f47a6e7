import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { fastFolder } from '../support/fast-folder.ts';

const context = fileURLToPath(new URL('../../apps/relay', import.meta.url));

/** What its Dockerfile says, done without Docker: the files, their folder, the environment, the command. */
describe("the relay's image", () => {
  const lines = readFileSync(join(context, 'Dockerfile'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({ word: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }));
  const restOf = (word: string): readonly string[] =>
    lines.filter((line) => line.word === word).map(({ rest }) => rest);
  const [workFolder = ''] = restOf('WORKDIR');

  let root: string;
  let gateway: Server;
  let relay: ChildProcess | undefined;
  beforeEach(async () => {
    root = mkdtempSync(join(fastFolder, 'interline-relay-image-'));
    gateway = createServer((request, response) => {
      request.resume().on('end', () => {
        response.writeHead(200, { 'content-type': 'message/ohttp-res' });
        response.end(`answer to ${request.method} ${request.url}`);
      });
    });
    gateway.listen(0, '127.0.0.1');
    await once(gateway, 'listening');
  });
  afterEach(async () => {
    if (relay?.exitCode === null) {
      relay.kill('SIGTERM');
      await once(relay, 'close');
    }
    gateway.closeAllConnections();
    gateway.close();
    rmSync(root, { recursive: true });
  });

  it('says nothing that is not done here', () => {
    expect(lines.map(({ word }) => word)).to.deep.equal([
      'FROM',
      'ENV',
      'WORKDIR',
      'COPY',
      'USER',
      'EXPOSE',
      'ENTRYPOINT',
    ]);
    expect(restOf('FROM')).to.deep.equal([
      `node:${process.versions.node.split('.')[0]}-bookworm-slim`,
    ]);
    expect(restOf('USER')).to.deep.equal(['node']);
  });

  it('forwards a request from its own files alone, if no package is', async () => {
    const folder = join(root, workFolder);
    mkdirSync(folder, { recursive: true });
    for (const copied of restOf('COPY')) {
      const [patterns, into] = [copied.split(' ').slice(0, -1), copied.split(' ').at(-1) ?? ''];
      for (const pattern of patterns) {
        const names = globSync(pattern, { cwd: context });
        expect(names, pattern).to.have.length.above(0);
        for (const name of names) copyFileSync(join(context, name), join(folder, into, name));
      }
    }

    const url = await started(folder);
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'message/ohttp-req' },
      body: 'sealed',
    });

    expect([answer.status, await answer.text()]).to.deep.equal([
      200,
      'answer to POST /api/ohttp/gateway',
    ]);
  });

  /** Its URL, once it says that it listens. Of the environment only the port is not the image's. */
  async function started(folder: string): Promise<string> {
    const [program, ...args] = JSON.parse(restOf('ENTRYPOINT')[0] ?? '') as string[]; // CAST: its JSON form.
    expect(program).to.equal('node');
    const { port } = gateway.address() as AddressInfo; // CAST: it listens on TCP.
    const image = restOf('ENV').flatMap((rest) => rest.split(' ').map((one) => one.split('=')));
    const child = spawn(process.execPath, args, {
      cwd: folder,
      env: {
        ...(Object.fromEntries(image) as Record<string, string>), // CAST: names and values.
        PORT: '0',
        RELAY_GATEWAY: `http://127.0.0.1:${port}/api/ohttp/gateway`,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    relay = child;
    let told = '';
    child.stderr.on('data', (chunk: Buffer) => (told += chunk.toString()));
    for await (const line of createInterface(child.stdout)) {
      const [, listening] = /listens at http:\/\/0\.0\.0\.0:(\d+)\//.exec(line) ?? [];
      if (listening !== undefined) return `http://127.0.0.1:${listening}/`;
    }
    throw new Error(`the relay ended before it listened: ${told}`);
  }
});
