import type { RailOutcome } from '@interline/plugins';
import {
  type Ask,
  type Built,
  priceByBuilding,
  type Upstream,
  type UpstreamApi,
} from '../upstream.ts';
import { planCall } from './plan.ts';
import { readQuote } from './read-quote.ts';
import { quoteRequest, statusRequest } from './request.ts';
import { readSwapRef } from './swap-ref.ts';
import { readProgress } from './track.ts';

/**
 * Socket's version 3, whose quote holds its transaction. Version 1, Bungee's, takes a second call
 * for that; its statuses are understood as well.
 */
export const socket: Upstream = {
  name: 'socket',
  title: 'Socket',
  chainIds: [
    1, 10, 56, 100, 130, 137, 146, 480, 999, 1868, 5000, 8453, 34443, 42161, 43114, 57073, 59144,
    81457,
  ],
  traits: {
    baseUrl: 'https://public-backend.socket.tech',
    // "Very limited" without a key; no number is documented.
    limit: { requests: 30, perMs: 60_000 },
    // The public one does not look at a key.
    withKey: {
      baseUrl: 'https://dedicated-backend.socket.tech',
      limit: { requests: 20, perMs: 1_000 },
    },
    callGas: 350_000n,
    usualSec: 120,
    pollMs: 5_000,
    refundsTo: 'payer',
    integrator: {
      pattern: /^[\x21-\x7e]{1,256}$/,
      wants: 'the affiliate id that Socket gives out with a key',
    },
  },
  price: priceByBuilding(build),
  build,
  // Socket may report an unpaid quote as expired while our transaction is still on its way,
  // so we do not ask before it is mined.
  async track(ref, srcTx, api, signal) {
    if (srcTx === null) return { status: 'BRIDGING', stage: 'SENDING' };
    const { quoteId, token } = readSwapRef(ref);
    return readProgress(await api.ask(statusRequest(quoteId, api.settings), signal), srcTx, token);
  },
};

async function build(ask: Ask, api: UpstreamApi, signal: AbortSignal): Promise<RailOutcome<Built>> {
  const quote = readQuote(await api.ask(quoteRequest(ask, api.settings), signal), ask, api.leftOut);
  return quote.ok ? planCall(quote.value, ask) : quote;
}
