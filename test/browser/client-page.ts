import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Browser } from 'playwright-core';
import { visit, type Visit } from './visit.ts';

/** A site that is no part of the service: its pages have the client as the global `interline`. */
export interface ClientSite {
  readonly origin: string;
  /** Runs `before` in the page first, where something is to be there or to be missing. */
  open(browser: Browser, before?: () => void): Promise<Visit>;
  close(): Promise<void>;
}

/** Bundled as an integrator's own build would do it: for browsers, of one file. */
export async function serveClientSite(): Promise<ClientSite> {
  const {
    outputFiles: [bundle],
  } = await build({
    entryPoints: [fileURLToPath(new URL('client-in-page.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'interline',
    platform: 'browser',
    write: false,
    conditions: ['interline-source'],
    logLevel: 'silent',
  });
  const files = new Map<string, readonly [string, string]>([
    [
      '/',
      [
        'text/html',
        '<!doctype html><link rel="icon" href="data:,"><script src="/client.js"></script>',
      ],
    ],
    ['/client.js', ['text/javascript', bundle?.text ?? '']],
  ]);
  const server = createServer(({ url = '' }, response) => {
    const [type, text] = files.get(url) ?? ['text/plain', ''];
    response.writeHead(files.has(url) ? 200 : 404, { 'content-type': type });
    response.end(text);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // CAST: it listens on TCP.
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    open: (browser, before) => visit(browser, `${origin}/`, before === undefined ? {} : { before }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
