import type { RailOutcome } from '@interline/plugins';
import {
  type Ask,
  type Built,
  priceByBuilding,
  type Upstream,
  type UpstreamApi,
} from '../upstream.ts';
import { refusalOf } from './errors.ts';
import { debridgeEstimates } from './estimate.ts';
import { planOrder } from './plan.ts';
import { readQuote } from './read-quote.ts';
import { createTxRequest } from './request.ts';
import { trackOrder } from './track.ts';

export const debridge: Upstream = {
  name: 'debridge',
  title: 'deBridge DLN',
  chainIds: [1, 10, 56, 100, 137, 146, 999, 5000, 8453, 42161, 43114, 59144],
  traits: {
    baseUrl: 'https://dln.debridge.finance',
    statusUrl: 'https://stats-api.dln.trade',
    limit: { requests: 50, perMs: 60_000 },
    callGas: 300_000n,
    usualSec: 30,
    pollMs: 5_000,
    refundsTo: 'payer',
    integrator: {
      pattern: /^[0-9]{1,10}$/,
      wants: 'a referral code in digits, as deBridge gives them out',
    },
  },
  estimates: debridgeEstimates,
  price: priceByBuilding(createOrder),
  build: createOrder,
  track: trackOrder,
};

async function createOrder(
  ask: Ask,
  api: UpstreamApi,
  signal: AbortSignal,
): Promise<RailOutcome<Built>> {
  const answered = await api.ask(createTxRequest(ask, api.settings), signal);
  const refusal = refusalOf(answered);
  if (refusal !== null) return refusal;
  const quoted = readQuote(answered.body, ask, api.nowMs());
  return quoted.ok ? planOrder(quoted.value, ask) : quoted;
}
