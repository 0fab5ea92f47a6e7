import { Pool, errors } from 'undici';
import { garbage, RpcFault } from './rpc-fault.ts';

interface TransportLimits {
  /** From the first byte sent to the last received. */
  readonly deadlineMs: number;
  readonly maxResponseBytes: number;
  /** For answers that must be read, however large strangers made them. */
  readonly largestResponseBytes: number;
  readonly connections: number;
}

/** The HTTP side of one RPC node. Its errors never contain the URL. */
export class NodeTransport {
  readonly #pool: Pool;
  readonly #largePool: Pool;
  readonly #path: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #limits: TransportLimits;

  /** `label` replaces the URL in the error about an unusable one. */
  constructor(rpcUrl: string, label: string, limits: TransportLimits) {
    const url = URL.parse(rpcUrl);
    if (url === null || !/^https?:$/.test(url.protocol))
      throw new RangeError(`the RPC URL of ${label} is not an http or https URL`);
    this.#limits = limits;
    this.#path = url.pathname + url.search;
    this.#headers = { 'content-type': 'application/json', ...authorization(url) };
    this.#pool = new Pool(url.origin, {
      connections: limits.connections,
      maxResponseSize: limits.maxResponseBytes,
    });
    this.#largePool = new Pool(url.origin, {
      connections: 1,
      maxResponseSize: limits.largestResponseBytes,
    });
  }

  /**
   * The parsed JSON of a 200 response; otherwise throws an `RpcFault`. `isLarge`: it may have
   * `largestResponseBytes`.
   */
  async post(body: string, isLarge: boolean): Promise<unknown> {
    const deadline = new AbortController();
    const alarm = setTimeout(() => {
      deadline.abort();
    }, this.#limits.deadlineMs);
    try {
      const pool = isLarge ? this.#largePool : this.#pool;
      const answer = await pool.request({
        path: this.#path,
        method: 'POST',
        headers: this.#headers,
        body,
        signal: deadline.signal,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 200)
        throw new RpcFault('bad-status', `the node answered with status ${answer.statusCode}`);
      return parsed(text);
    } catch (error) {
      throw translated(error, deadline.signal.aborted);
    } finally {
      clearTimeout(alarm);
    }
  }

  /** Requests in flight fail at once. */
  async close(): Promise<void> {
    await Promise.all([this.#pool.destroy(), this.#largePool.destroy()]);
  }
}

function authorization(url: URL): Record<string, string> {
  if (url.username === '' && url.password === '') return {};
  const credentials = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw garbage('the node answered with something other than JSON');
  }
}

function translated(error: unknown, isLate: boolean): RpcFault {
  if (error instanceof RpcFault) return error;
  if (isLate || error instanceof errors.ConnectTimeoutError)
    return new RpcFault('timeout', 'the node did not answer in time');
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return new RpcFault('too-large', 'the node answered with too many bytes');
  if (error instanceof errors.ClientDestroyedError || error instanceof errors.ClientClosedError)
    return new RpcFault('closed', 'custody is closed');
  return new RpcFault('unreachable', 'the connection to the node failed');
}
