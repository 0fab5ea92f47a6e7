import { askNode, type NodeAccess, unreachable } from '../node-access.ts';
import { readList, readRecord, readReply } from '../read-reply.ts';

export interface CoreRpcSettings extends NodeAccess {
  /** Without credentials. */
  readonly url: string;
  readonly user: string;
  readonly password: string;
}

export interface CoreCall {
  readonly method: string;
  readonly params?: readonly unknown[];
}

export type CoreReply =
  | { readonly ok: true; readonly result: unknown }
  | { readonly ok: false; readonly code: number; readonly message: string };

export interface CoreRpc {
  call(call: CoreCall, signal: AbortSignal): Promise<CoreReply>;
  /** The replies in the order of the calls; at most 500 of them travel in one request. */
  batch(calls: readonly CoreCall[], signal: AbortSignal): Promise<readonly CoreReply[]>;
  /** Calls to the named wallet of the same node. */
  ofWallet(name: string): CoreRpc;
}

const maxBatch = 500;

/** Bitcoin Core's JSON-RPC with a user and a password. */
export function coreRpc(settings: CoreRpcSettings, path = ''): CoreRpc {
  const { chain, url, user, password } = settings;
  const base = url.replace(/\/+$/, '');
  const headers = {
    'content-type': 'application/json',
    authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
  };

  const send = async (body: unknown, signal: AbortSignal): Promise<unknown> => {
    const request = { url: `${base}/${path}`, method: 'POST', headers } as const;
    const response = await askNode(settings, { ...request, body: JSON.stringify(body) }, signal);
    if (response.status === 401 || response.status === 403)
      throw unreachable(chain, 'the bitcoin node refuses our credentials; check the RPC user');
    return readReply(chain, () => JSON.parse(response.body) as unknown);
  };
  return {
    async call(call, signal) {
      const body = await send(requestOf(call, 0), signal);
      return readReply(chain, () => readCoreReply(body));
    },
    async batch(calls, signal) {
      const replies: CoreReply[] = [];
      for (let from = 0; from < calls.length; from += maxBatch) {
        const part = calls.slice(from, from + maxBatch);
        const body = await send(part.map(requestOf), signal);
        replies.push(...readReply(chain, () => readBatch(body, part.length)));
      }
      return replies;
    },
    ofWallet: (name) => coreRpc(settings, `wallet/${encodeURIComponent(name)}`),
  };
}

function requestOf({ method, params = [] }: CoreCall, id: number): unknown {
  return { jsonrpc: '1.0', id, method, params };
}

function readBatch(body: unknown, count: number): readonly CoreReply[] {
  const byId = new Map(readList(body).map((reply) => [readRecord(reply).id, reply]));
  return Array.from({ length: count }, (_, id) => readCoreReply(byId.get(id)));
}

function readCoreReply(body: unknown): CoreReply {
  const { result, error } = readRecord(body);
  if (error === null || error === undefined) return { ok: true, result };
  const { code, message } = readRecord(error);
  if (typeof code !== 'number' || typeof message !== 'string') throw new TypeError('not an error');
  return { ok: false, code, message };
}
