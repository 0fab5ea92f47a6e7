import { Pool } from 'undici';

export interface RpcQuestion {
  readonly method: string;
  readonly params: readonly unknown[];
}

interface RpcReply {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const headers = { 'content-type': 'application/json' };
const mostInOneRequest = 200;

/**
 * A node over connections that are kept alive: as little between a benchmark and its chain as HTTP
 * allows.
 */
export class JsonRpcLink {
  readonly #pool: Pool;

  constructor(rpcUrl: string, connections: number) {
    this.#pool = new Pool(rpcUrl, { connections });
  }

  async call(method: string, params: readonly unknown[] = []): Promise<unknown> {
    return resultOf(
      (await this.#post({ jsonrpc: '2.0', id: 1, method, params })) as RpcReply,
      method,
    ); // CAST: JSON-RPC's own shape.
  }

  /** Results in the order of the questions; the first refused one throws. */
  async batch(questions: readonly RpcQuestion[]): Promise<readonly unknown[]> {
    const results: unknown[] = [];
    for (let from = 0; from < questions.length; from += mostInOneRequest) {
      const part = questions.slice(from, from + mostInOneRequest);
      const replies = (await this.#post(
        part.map((question, id) => ({ jsonrpc: '2.0', id, ...question })),
      )) as readonly RpcReply[]; // CAST: JSON-RPC's own shape.
      const byId = new Map(replies.map((reply) => [reply.id, reply]));
      part.forEach(({ method }, id) => results.push(resultOf(byId.get(id), method)));
    }
    return results;
  }

  close(): Promise<void> {
    return this.#pool.close();
  }

  async #post(body: unknown): Promise<unknown> {
    const answer = await this.#pool.request({
      path: '/',
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return answer.body.json();
  }
}

function resultOf(reply: RpcReply | undefined, method: string): unknown {
  if (reply === undefined) throw new Error(`${method} was left unanswered`);
  if (reply.error !== undefined) throw new Error(`${method}: ${reply.error.message}`);
  return reply.result;
}
