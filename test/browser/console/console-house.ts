import { createServer, request } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { visit, type Visit } from '../visit.ts';

/** The console as it was opened, and what its policy had to refuse. */
export interface OpenConsole extends Visit {
  /** Refused by the content security policy, since before the page was there. */
  readonly violations: () => Promise<readonly string[]>;
  /** Without what a page that is left takes back, as it does with its event stream. */
  readonly realTroubles: () => readonly string[];
}

export async function openConsole(
  browser: Browser,
  url: string,
  options: {
    readonly width?: number;
    readonly colorScheme?: 'light' | 'dark';
    readonly prepare?: (page: Page) => Promise<void>;
  } = {},
): Promise<OpenConsole> {
  const { prepare, ...how } = options;
  const visited = await visit(browser, url, {
    ...how,
    async prepare(page) {
      await page.addInitScript(
        `window.__refused = []; addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => window.__refused.push(violatedDirective + ' ' + blockedURI));`,
      );
      await prepare?.(page);
    },
  });
  return {
    ...visited,
    violations: () => visited.page.evaluate('window.__refused'),
    realTroubles: () => visited.troubles.filter((trouble) => !trouble.includes('ERR_ABORTED')),
  };
}

/**
 * A proxy that serves the service below a path of its own, which the service does not know of. Of a service that
 * is to know the proxy's origin the target is asked for with each request.
 */
export async function stripPrefix(target: string | (() => string), prefix: string) {
  const server = createServer((asked, answer) => {
    const { url = '', method, headers } = asked;
    if (!url.startsWith(`${prefix}/`)) {
      answer.writeHead(404).end();
      return;
    }
    const at = typeof target === 'string' ? target : target();
    const passed = request(
      `${at}${url.slice(prefix.length)}`,
      { method, headers: { ...headers, host: new URL(at).host } },
      (reply) => {
        answer.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(answer);
      },
    );
    passed.on('error', () => answer.destroy());
    answer.on('close', () => passed.destroy());
    asked.pipe(passed);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // CAST: it listens on TCP.
  return {
    url: `http://127.0.0.1:${port}${prefix}/`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
