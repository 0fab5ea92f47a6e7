// The eight engines, each at a port of its own, in a process of their own. Not for import.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { FromEngines, ToEngines } from './engine-messages.ts';
import type { BenchEngine, LaneTokens } from './engines/engine.ts';
import { engines } from './engines/engines.ts';
import type { EngineCall } from './fan-out/fan-out-words.ts';

const asked = new Map<string, number>();
const lastCalls = new Map<string, EngineCall>();
let hanging: string | null = null;

// CAST: only the benchmark writes to this channel.
process.on('message', (message) => void obey(message as ToEngines));
process.on('disconnect', () => process.exit());

async function obey(message: ToEngines): Promise<void> {
  switch (message.kind) {
    case 'serve':
      return tell({
        kind: 'serving',
        urls: Object.fromEntries(
          await Promise.all(
            engines.map(
              async (engine) =>
                [engine.name, await urlOf(serverOf(engine, message.tokens))] as const,
            ),
          ),
        ),
      });
    case 'hang':
      hanging = message.engine;
      return tell({ kind: 'hanging' });
    case 'calls':
      return tell({ kind: 'calls', calls: [...lastCalls.values()] });
    case 'count':
      tell({
        kind: 'counted',
        quotes: Object.fromEntries(engines.map(({ name }) => [name, asked.get(name) ?? 0])),
      });
      return asked.clear();
  }
}

function tell(message: FromEngines): void {
  process.send?.(message);
}

function serverOf(engine: BenchEngine, tokens: LaneTokens): Server {
  return createServer((request, response) => {
    void answerOf(engine, tokens, request).then((body) => {
      if (body === null) return;
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  });
}

/** Null for silence. */
async function answerOf(
  engine: BenchEngine,
  tokens: LaneTokens,
  request: IncomingMessage,
): Promise<unknown> {
  const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://engine');
  const list = engine.lists?.[pathname];
  if (list !== undefined) return list(tokens);
  if (pathname !== engine.path) throw new Error(`${engine.name} was asked at ${pathname}`);
  asked.set(engine.name, (asked.get(engine.name) ?? 0) + 1);
  if (hanging === engine.name) return null;
  const ready = pause(engine.latencyMs);
  const isPost = request.method === 'POST';
  const sent = isPost ? await text(request) : null;
  lastCalls.set(engine.name, {
    engine: engine.name,
    method: isPost ? 'POST' : 'GET',
    path: request.url ?? '/',
    body: sent,
  });
  // CAST: the rail sends objects.
  const body = sent === null ? {} : (JSON.parse(sent) as Readonly<Record<string, unknown>>);
  const answer = engine.answer({ query, body });
  await ready;
  return answer;
}

async function urlOf(server: Server): Promise<string> {
  server.keepAliveTimeout = 60_000;
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // CAST: a TCP server's address.
}
