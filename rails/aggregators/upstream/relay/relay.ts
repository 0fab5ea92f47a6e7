import { askAndRead } from '../../wire/ask-and-read.ts';
import { priceByBuilding, type Upstream, type UpstreamApi } from '../upstream.ts';
import { isPassing, refusalOf } from './errors.ts';
import { relayEstimates } from './estimate.ts';
import { planDeposit } from './plan.ts';
import { knownQuote, readQuote } from './read-quote.ts';
import { quoteRequest } from './request.ts';
import { trackTransfer } from './track.ts';

const build: Upstream['build'] = (ask, api, signal) => {
  const read = (body: unknown) => planDeposit(ask, readQuote(ask, body));
  const request = quoteRequest(ask, api.settings);
  return askAndRead(askingAgain(api), request, { refusalOf, read }, signal);
};

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
  quote: knownQuote,
  estimates: relayEstimates,
  price: priceByBuilding(build),
  build,
  track: trackTransfer,
};

/** Retries once immediately after an intermittent error. */
function askingAgain(api: UpstreamApi): Pick<UpstreamApi, 'ask'> {
  return {
    async ask(request, signal) {
      const answered = await api.ask(request, signal);
      return isPassing(answered) ? api.ask(request, signal) : answered;
    },
  };
}
