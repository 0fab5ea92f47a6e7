import { askAndRead } from '../../wire/ask-and-read.ts';
import { priceByBuilding, type Upstream } from '../upstream.ts';
import { refusalOf } from './errors.ts';
import { debridgeEstimates } from './estimate.ts';
import { planOrder } from './plan.ts';
import { knownQuote, readQuote } from './read-quote.ts';
import { debridgeRecall } from './recall.ts';
import { createTxRequest } from './request.ts';
import { trackOrder } from './track.ts';

const build: Upstream['build'] = (ask, api, signal) => {
  const read = (body: unknown) => planOrder(ask, readQuote(ask, body, api.nowMs()));
  return askAndRead(api, createTxRequest(ask, api.settings), { refusalOf, read }, signal);
};

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
  quote: knownQuote,
  estimates: debridgeEstimates,
  price: priceByBuilding(build),
  build,
  track: trackOrder,
  recall: debridgeRecall,
};
