import { verifierKey } from '@interline/adapters/transparency-log';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { addCheckpoint, type Witness } from './add-checkpoint.ts';
import { type Disk, thisDisk } from './disk.ts';
import { seenCheckpoints } from './seen-checkpoints.ts';
import { watchedLogs } from './watched-logs.ts';
import { witnessKeys } from './witness-keys.ts';

export interface WitnessOptions {
  /** Keys, logs and cosigned checkpoints. */
  readonly folder: string;
  readonly name: string;
  readonly host?: string;
  /** Any free one when left out. */
  readonly port?: number;
  /** Epoch seconds; tests have their own. */
  readonly now?: () => number;
  readonly disk?: Disk;
}

export interface RunningWitness {
  readonly name: string;
  readonly url: string;
  /** The verifier keys by which a log names it: Ed25519 and, from Node 24 on, ML-DSA-44. */
  readonly vkeys: readonly string[];
  /** Watches a log from now on, by its verifier key. */
  addLog(vkey: string): Promise<void>;
  stop(): Promise<void>;
}

/** A checkpoint with a few signatures of ML-DSA is 20 KB. */
const bodyCapBytes = 131_072;
const timeouts = { requestTimeout: 10_000, connectionsCheckingInterval: 5_000 };
/**
 * Each may have a file open: together they stay below the 1,024 files that a process may have open.
 */
const mostConnections = 256;

/** Throws if the port is taken, or the folder belongs to another witness or cannot be read. */
export async function startWitness({
  folder,
  name,
  host = '127.0.0.1',
  port = 0,
  now = () => Math.floor(Date.now() / 1_000),
  disk = thisDisk,
}: WitnessOptions): Promise<RunningWitness> {
  const keys = await witnessKeys(folder, name, disk);
  const logs = watchedLogs(folder, disk);
  const witness: Witness = { keys, logs, seen: seenCheckpoints(folder, disk), now };
  const server = createServer(timeouts, (request, response) => {
    void answer(witness, request, response).catch(() =>
      respond(response, 503, 'what was seen cannot be read or kept now; send it again\n'),
    );
  });
  server.maxConnections = mostConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const { port: bound } = server.address() as AddressInfo; // CAST: it listens on TCP.
  return {
    name,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}`,
    vkeys: keys.map(({ publicKey }) => verifierKey(publicKey)),
    addLog: async (vkey) => {
      await logs.add(vkey);
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  witness: Witness,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '';
  if (path === '/add-checkpoint') {
    if (request.method !== 'POST') return respond(response, 405, 'wanted POST\n');
    const body = await readBody(request);
    if (body === null) return respond(response, 413, `wanted at most ${bodyCapBytes} bytes\n`);
    const { status, body: text } = await addCheckpoint(witness, body);
    return respond(response, status, text, status === 409 ? 'text/x.tlog.size' : undefined);
  }
  const [, hash] = /^\/([0-9a-f]{64})\/checkpoint$/.exec(path) ?? [];
  const note = hash === undefined ? null : await latestOf(witness, hash);
  return note === null ? respond(response, 404, 'not here\n') : respond(response, 200, note);
}

/** The latest cosigned checkpoint, for monitors. */
async function latestOf({ logs, seen }: Witness, hash: string): Promise<string | null> {
  const origin = await logs.originOf(hash);
  return origin === null ? null : (await seen.latest(origin)).note;
}

async function readBody(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > bodyCapBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function respond(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}
