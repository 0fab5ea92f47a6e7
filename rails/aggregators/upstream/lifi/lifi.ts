import { answer, type RailOutcome } from '@interline/plugins';
import {
  type Ask,
  type Built,
  priceByBuilding,
  type Upstream,
  type UpstreamApi,
} from '../upstream.ts';
import { refusalOf } from './errors.ts';
import { lifiEstimates } from './estimate.ts';
import { planCall } from './plan.ts';
import { readQuote } from './read-quote.ts';
import { quoteRequest } from './request.ts';
import { trackTransfer } from './track.ts';

export const lifi: Upstream = {
  name: 'lifi',
  title: 'LI.FI',
  chainIds: [
    1, 10, 56, 100, 130, 137, 146, 480, 999, 1135, 1868, 4663, 5000, 8453, 33139, 34443, 42161,
    43114, 57073, 59144, 81457,
  ],
  traits: {
    baseUrl: 'https://li.quest',
    limit: { requests: 75, perMs: 7_200_000 },
    statusLimit: { requests: 100, perMs: 60_000 },
    callGas: 400_000n,
    usualSec: 120,
    pollMs: 5_000,
    refundsTo: 'depositor',
    integrator: {
      pattern: /^[\w.-]{1,23}$/,
      wants: 'at most 23 letters, digits, dots, hyphens and underscores',
    },
  },
  estimates: lifiEstimates,
  price: priceByBuilding(build),
  build,
  track: trackTransfer,
};

async function build(ask: Ask, api: UpstreamApi, signal: AbortSignal): Promise<RailOutcome<Built>> {
  const answered = await api.ask(quoteRequest(ask, api.settings), signal);
  const refusal = refusalOf(answered);
  if (refusal !== null) return refusal;
  const quoted = readQuote(ask, answered.body);
  return quoted.ok ? answer(planCall(ask, quoted.value)) : quoted;
}
