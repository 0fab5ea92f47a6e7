import { answer } from '@interline/plugins';
import { askAndRead } from '../../wire/ask-and-read.ts';
import { priceByBuilding, type Upstream } from '../upstream.ts';
import { refusalOf } from './errors.ts';
import { planCall } from './plan.ts';
import { knownQuote, readQuote } from './read-quote.ts';
import { quoteRequest } from './request.ts';
import { trackSwap } from './track.ts';

const build: Upstream['build'] = async (ask, api, signal) => {
  const read = (body: unknown) => readQuote(ask, body, api.leftOut);
  const quoted = await askAndRead(
    api,
    quoteRequest(ask, api.settings),
    { refusalOf, read },
    signal,
  );
  return quoted.ok ? answer(planCall(ask, quoted.value)) : quoted;
};

/**
 * Socket's version 3, whose quote contains its transaction. Version 1, Bungee's, needs a second
 * call for that; its statuses are understood as well.
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
    // The public base URL ignores a key.
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
  quote: knownQuote,
  price: priceByBuilding(build),
  build,
  track: trackSwap,
};
