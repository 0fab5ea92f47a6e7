import type { RailOutcome } from '@interline/plugins';
import {
  type Ask,
  type Built,
  priceByBuilding,
  type Upstream,
  type UpstreamAnswer,
  type UpstreamApi,
} from '../upstream.ts';
import { isPassing, refusalOf } from './errors.ts';
import { relayEstimates } from './estimate.ts';
import { planDeposit } from './plan.ts';
import { readQuote } from './read-quote.ts';
import { quoteRequest } from './request.ts';
import { trackTransfer } from './track.ts';

export const relay: Upstream = {
  name: 'relay',
  title: 'Relay',
  chainIds: [
    1, 10, 56, 100, 130, 137, 146, 480, 999, 1135, 1868, 4663, 5000, 8453, 33139, 34443, 42161,
    43114, 57073, 59144, 81457, 7777777,
  ],
  traits: {
    baseUrl: 'https://api.relay.link',
    limit: { requests: 50, perMs: 60_000 },
    statusLimit: { requests: 200, perMs: 60_000 },
    callGas: 130_000n,
    usualSec: 10,
    pollMs: 2_000,
    refundsTo: 'payer',
    integrator: {
      pattern: /^[\x21-\x7e]{1,64}$/,
      wants: 'one word of at most 64 characters, such as your domain',
    },
  },
  estimates: relayEstimates,
  price: priceByBuilding(build),
  build,
  track: trackTransfer,
};

async function build(ask: Ask, api: UpstreamApi, signal: AbortSignal): Promise<RailOutcome<Built>> {
  const answered = await quote(ask, api, signal);
  const refusal = refusalOf(answered);
  if (refusal !== null) return refusal;
  const quoted = readQuote(ask, answered.body);
  return quoted.ok ? planDeposit(ask, quoted.value) : quoted;
}

async function quote(ask: Ask, api: UpstreamApi, signal: AbortSignal): Promise<UpstreamAnswer> {
  const request = quoteRequest(ask, api.settings);
  const answered = await api.ask(request, signal);
  return isPassing(answered) ? api.ask(request, signal) : answered;
}
