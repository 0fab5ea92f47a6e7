import { type ChainRef, RelayError } from '@interline/kernel';
import type { OutboundHttp, OutboundResponse } from '@interline/ports';
import type { z } from 'zod';
import { isHorizonNotFound } from '../../chain-facts/index.ts';

const deadlineMs = 10_000;
const maxResponseBytes = 8 * 1024 * 1024;

/** One Horizon. Its URL and error text never leave this file. */
export interface HorizonNode {
  /** Its index in the configured Horizons. */
  readonly number: number;
  /** Null if Horizon itself answers that it does not exist. Throws `CHAIN_UNREACHABLE`. */
  get<T>(path: string, shape: z.ZodType<T>, signal: AbortSignal): Promise<T | null>;
  /** Posts a signed envelope; null where no answer came. */
  submit(envelope: string): Promise<OutboundResponse | null>;
}

export function horizonNode(
  baseUrl: string,
  number: number,
  { chain, http }: { readonly chain: ChainRef; readonly http: OutboundHttp },
): HorizonNode {
  const base = baseUrl.replace(/\/+$/, '');
  return {
    number,
    async get(path, shape, signal) {
      const response = await http
        .request({ url: `${base}${path}`, method: 'GET', deadlineMs, maxResponseBytes }, signal)
        .catch(() => null);
      if (response !== null && isHorizonNotFound(response)) return null;
      const read = response?.status === 200 ? shape.safeParse(jsonOf(response.body)) : null;
      if (read?.success !== true) throw unreachable(chain);
      return read.data;
    },
    async submit(envelope) {
      const request = {
        url: `${base}/transactions_async`,
        method: 'POST' as const,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: `tx=${encodeURIComponent(envelope)}`,
        deadlineMs,
        maxResponseBytes,
      };
      return http.request(request, new AbortController().signal).catch(() => null);
    },
  };
}

export function unreachable(chain: ChainRef): RelayError {
  // No cause: loggers print causes, and a client's error message can contain the URL with its API
  // key.
  return new RelayError('CHAIN_UNREACHABLE', { chain }, 'no Horizon of Stellar answered properly');
}

export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
