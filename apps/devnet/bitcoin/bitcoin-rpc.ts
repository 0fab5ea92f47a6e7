/** A Bitcoin node's endpoint and its HTTP basic credentials. */
export type BitcoinEndpoint = { rpcUrl: string; user: string; password: string };

/** The node understood the call and refused it; `code` is Bitcoin Core's own. */
export class BitcoinRefusal extends Error {
  override readonly name = 'BitcoinRefusal';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Core's call queue is full, so the call was not accepted. */
export class BitcoinBusy extends Error {
  override readonly name = 'BitcoinBusy';
}

const callDeadlineMs = 30_000;

/**
 * One call; named parameters are passed as an object. Throws `BitcoinRefusal` when the node
 * refuses, `BitcoinBusy` when it did not accept the call. A wallet's methods need the wallet's
 * name.
 */
export async function bitcoinRpc(
  { rpcUrl, user, password }: BitcoinEndpoint,
  method: string,
  params: readonly unknown[] | Readonly<Record<string, unknown>> = [],
  { wallet, deadlineMs = callDeadlineMs }: { wallet?: string; deadlineMs?: number } = {},
): Promise<unknown> {
  const response = await fetch(wallet === undefined ? rpcUrl : `${rpcUrl}/wallet/${wallet}`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '1.0', id: 0, method, params }),
    signal: AbortSignal.timeout(deadlineMs),
  }).catch((error: unknown) => {
    throw new Error(`the Bitcoin node at ${rpcUrl} does not answer ${method}`, { cause: error });
  });
  if (response.status === 401) throw new Error(`the node refuses the credentials for ${method}`);
  if (response.status === 503) throw new BitcoinBusy(`${method}: ${await response.text()}`);
  // CAST: JSON-RPC's own shape, read at the edge.
  const { result, error } = (await response.json()) as {
    result?: unknown;
    error?: { code: number; message: string } | null;
  };
  if (error) throw new BitcoinRefusal(error.code, `${method}: ${error.message}`);
  return result;
}
