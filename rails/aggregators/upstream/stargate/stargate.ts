import { askAndRead } from '../../wire/ask-and-read.ts';
import { priceByBuilding, type Upstream } from '../upstream.ts';
import { stargateChains } from './chains.ts';
import { refusalOf } from './errors.ts';
import { planSend } from './plan.ts';
import { knownQuote, readQuote } from './read-quote.ts';
import { quotesRequest, stargateAsk } from './request.ts';
import { trackMessage } from './track.ts';

const build: Upstream['build'] = async (ask, api, signal) => {
  const asked = stargateAsk(ask);
  if (!asked.ok) return asked;
  const read = (body: unknown) => readQuote(ask, asked.value, body, api);
  const request = quotesRequest(ask, asked.value);
  const quoted = await askAndRead(api, request, { refusalOf, read }, signal);
  return quoted.ok ? planSend(ask, asked.value, quoted.value) : quoted;
};

/**
 * Stargate v2: pools of one asset on many chains, over LayerZero. A quote contains its
 * transactions, so pricing and building make the same request.
 */
export const stargate: Upstream = {
  name: 'stargate',
  title: 'Stargate',
  chainIds: stargateChains.map(({ chainId }) => chainId),
  traits: {
    baseUrl: 'https://stargate.finance',
    statusUrl: 'https://scan.layerzero-api.com',
    // No limit is documented.
    limit: { requests: 60, perMs: 60_000 },
    callGas: 400_000n,
    usualSec: 180,
    pollMs: 5_000,
    refundsTo: 'depositor',
    integrator: null,
  },
  quote: knownQuote,
  price: priceByBuilding(build),
  build,
  track: trackMessage,
};
