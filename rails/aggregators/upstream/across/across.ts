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
import { readProgress } from './track.ts';

export const across: Upstream = {
  name: 'across',
  title: 'Across',
  chainIds: [
    1, 10, 56, 130, 137, 480, 999, 1135, 1868, 4663, 8453, 34443, 42161, 43114, 57073, 59144, 81457,
    7777777,
  ],
  traits: {
    baseUrl: 'https://app.across.to',
    // None is documented.
    limit: { requests: 60, perMs: 60_000 },
    callGas: 180_000n,
    usualSec: 10,
    pollMs: 5_000,
    refundsTo: 'payer',
    integrator: {
      pattern: /^0x[0-9a-fA-F]{4}$/,
      wants: '"0x" and four hex digits, as Across gives them out',
    },
  },
  price: priceByBuilding(build),
  build,
  track: async (_ref, srcTx, api, signal) =>
    srcTx === null
      ? { status: 'BRIDGING', stage: 'SENDING' }
      : readProgress(await api.ask(statusRequest(srcTx), signal), srcTx),
};

async function build(ask: Ask, api: UpstreamApi, signal: AbortSignal): Promise<RailOutcome<Built>> {
  const quote = readQuote(await api.ask(quoteRequest(ask, api.settings), signal), ask);
  return quote.ok ? planCall(quote.value, ask) : quote;
}
