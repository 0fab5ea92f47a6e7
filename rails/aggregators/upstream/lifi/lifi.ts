import { answer } from '@interline/plugins';
import { askAndRead } from '../../wire/ask-and-read.ts';
import { priceByBuilding, type Upstream } from '../upstream.ts';
import { refusalOf } from './errors.ts';
import { lifiEstimates } from './estimate.ts';
import { planCall } from './plan.ts';
import { knownQuote, readQuote } from './read-quote.ts';
import { quoteRequest } from './request.ts';
import { trackTransfer } from './track.ts';

const build: Upstream['build'] = (ask, api, signal) => {
  const read = (body: unknown) => answer(planCall(ask, readQuote(ask, body)));
  return askAndRead(api, quoteRequest(ask, api.settings), { refusalOf, read }, signal);
};

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
  quote: knownQuote,
  estimates: lifiEstimates,
  price: priceByBuilding(build),
  build,
  track: trackTransfer,
};
