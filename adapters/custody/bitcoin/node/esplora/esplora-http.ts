import type { Clock, OutboundResponse } from '@interline/ports';
import { systemClock } from '../../../../clock/index.ts';
import { networkFacts } from '../../network.ts';
import { askNode, type NodeAccess, unreachable } from '../node-access.ts';
import { readHash, readList, readReply } from '../read-reply.ts';
import { parseExact } from './parse-exact.ts';

export interface EsploraSettings extends NodeAccess {
  /** Base URL of the API, such as `https://blockstream.info/api`. */
  readonly url: string;
  /** The machine's clock when left out. */
  readonly clock?: Pick<Clock, 'now' | 'monotonic'>;
}

/** Default back-off after a rate-limited request, when the response has no `Retry-After`. */
const backOffMs = 10_000;
/** Upper bound of a back-off that a response may ask for. */
const backOffAtMostMs = 300_000;

export interface EsploraHttp {
  /** What a path returns, parsed; null where Esplora says that the path does not exist. */
  find<T>(path: string, read: (text: string) => T, signal: AbortSignal): Promise<T | null>;
  /** Like `find`, for JSON whose numbers are parsed by `parseExact`. */
  findJson<T>(path: string, read: (value: unknown) => T, signal: AbortSignal): Promise<T | null>;
  /** Like `findJson`, for a list; 'too-many' when Esplora refuses it as too long. */
  findList<T>(
    path: string,
    read: (value: unknown) => T,
    signal: AbortSignal,
  ): Promise<readonly T[] | 'too-many' | null>;
  post(path: string, body: string, signal: AbortSignal): Promise<EsploraAnswer>;
}

export type EsploraAnswer = Pick<OutboundResponse, 'status' | 'body'>;

/**
 * Esplora's REST API of one network. Before the first request it checks the genesis block. Every
 * request fails with `CHAIN_UNREACHABLE` while that belongs to another chain, and for as long as
 * the API has asked to be left alone.
 */
export function esploraHttp(settings: EsploraSettings): EsploraHttp {
  const { chain, network, url, clock = systemClock } = settings;
  const base = url.replace(/\/+$/, '');
  let checking: Promise<void> | null = null;
  let quietUntilMs = 0;

  const ask = async (
    request: Parameters<typeof askNode>[1],
    signal: AbortSignal,
  ): Promise<EsploraAnswer> => {
    if (clock.monotonic() < quietUntilMs)
      throw unreachable(chain, 'the Esplora API has asked for fewer requests');
    const response = await askNode(settings, request, signal);
    if (response.status === 429)
      quietUntilMs = clock.monotonic() + quietMs(response.headers['retry-after'], clock.now());
    return response;
  };
  const get = (path: string, signal: AbortSignal): Promise<EsploraAnswer> =>
    ask({ url: `${base}${path}`, method: 'GET' }, signal);
  const checkGenesis = async (signal: AbortSignal): Promise<void> => {
    const { status, body } = await get('/block-height/0', signal);
    const genesis = status === 200 ? readReply(chain, () => readHash(body.trim())) : null;
    if (genesis === null) throw unreachable(chain, 'the Esplora API does not tell its first block');
    if (genesis !== networkFacts[network].genesisHash)
      throw unreachable(
        chain,
        `the Esplora API serves another chain than ${network}; check its URL`,
      );
  };
  // All callers share one check. After a failure the next caller retries.
  const checked = (signal: AbortSignal): Promise<void> =>
    (checking ??= checkGenesis(signal).catch((error: unknown) => {
      checking = null;
      throw error;
    }));

  const bodyOf = ({ status, body }: EsploraAnswer): string | null => {
    if (status === 404 && saysNotFound(body)) return null;
    if (status !== 200) throw unreachable(chain, `the Esplora API answered with status ${status}`);
    return body;
  };
  const find: EsploraHttp['find'] = async (path, read, signal) => {
    await checked(signal);
    const body = bodyOf(await get(path, signal));
    return body === null ? null : readReply(chain, () => read(body));
  };
  return {
    find,
    findJson: (path, read, signal) => find(path, (text) => read(parseExact(text)), signal),
    async findList(path, read, signal) {
      await checked(signal);
      const answer = await get(path, signal);
      if (answer.status === 400 && saysTooMany(answer.body)) return 'too-many';
      const body = bodyOf(answer);
      return body === null ? null : readReply(chain, () => readList(parseExact(body)).map(read));
    },
    async post(path, body, signal) {
      await checked(signal);
      const headers = { 'content-type': 'text/plain' };
      return ask({ url: `${base}${path}`, method: 'POST', headers, body }, signal);
    },
  };
}

/** The value of `Retry-After`: seconds, or a date. */
function quietMs(retryAfter: string | undefined, nowMs: number): number {
  const asked = /^\d{1,9}$/.test(retryAfter ?? '')
    ? Number(retryAfter) * 1_000
    : Date.parse(retryAfter ?? '') - nowMs;
  return asked > 0 ? Math.min(asked, backOffAtMostMs) : backOffMs;
}

/**
 * Matches Esplora's own text. A 404 from a gateway, or from a wrong base path, must not mean "this
 * transaction does not exist".
 */
function saysNotFound(body: string): boolean {
  return /^(block|transaction) not found$/i.test(body.trim());
}

/**
 * Matches "Too many unspent transaction outputs (>500). Contact support to raise limits." of
 * mempool.space, and "Too many history entries" or "Too many unspent outputs" of Blockstream's,
 * which uses both for the same path.
 */
function saysTooMany(body: string): boolean {
  return /^too many (unspent|history)\b/i.test(body.trim());
}
