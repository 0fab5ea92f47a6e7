import { answer } from '@interline/plugins';
import { askAndRead } from '../../wire/ask-and-read.ts';
import { priceByBuilding, type Upstream } from '../upstream.ts';
import { refusalOf } from './errors.ts';
import { planCall } from './plan.ts';
import { knownQuote, readQuote } from './read-quote.ts';
import { quoteRequest } from './request.ts';
import { trackDeposit } from './track.ts';

const build: Upstream['build'] = (ask, api, signal) => {
  const read = (body: unknown) => answer(planCall(ask, readQuote(ask, body)));
  return askAndRead(api, quoteRequest(ask, api.settings), { refusalOf, read }, signal);
};

export const across: Upstream = {
  name: 'across',
  title: 'Across',
  chainIds: [
    1, 10, 56, 130, 137, 480, 999, 1135, 1868, 4663, 8453, 34443, 42161, 43114, 57073, 59144, 81457,
    7777777,
  ],
  traits: {
    baseUrl: 'https://app.across.to',
    // No limit is documented.
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
  quote: knownQuote,
  price: priceByBuilding(build),
  build,
  track: trackDeposit,
};
