import { answer, type RailOutcome } from '@interline/plugins';
import { askAndRead } from '../../wire/ask-and-read.ts';
import type { Ask, Upstream, UpstreamApi } from '../upstream.ts';
import { refusalOf } from './errors.ts';
import { symbiosisEstimates } from './estimate.ts';
import { planSwap } from './plan.ts';
import { knownQuote, type QuotedSwap, readQuote } from './read-quote.ts';
import { swapRequest, type SwapStep } from './request.ts';
import { trackSwap } from './track.ts';

export const symbiosis: Upstream = {
  name: 'symbiosis',
  title: 'Symbiosis',
  chainIds: [
    1, 10, 56, 100, 130, 137, 146, 999, 1868, 5000, 8453, 33139, 34443, 42161, 43114, 59144, 81457,
  ],
  traits: {
    baseUrl: 'https://api.symbiosis.finance',
    limit: { requests: 1, perMs: 1_000 },
    callGas: 450_000n,
    usualSec: 180,
    pollMs: 10_000,
    refundsTo: 'depositor',
    integrator: {
      pattern: /^[\x21-\x7e]{1,64}$/,
      wants: 'one word of at most 64 characters, the partner id',
    },
  },
  quote: knownQuote,
  estimates: symbiosisEstimates,
  async price(ask, api, signal) {
    const quoted = await quote('quote', ask, api, signal);
    return quoted.ok ? answer(quoted.value.priced) : quoted;
  },
  async build(ask, api, signal) {
    const quoted = await quote('swap', ask, api, signal);
    return quoted.ok ? answer(planSwap(ask, quoted.value)) : quoted;
  },
  track: trackSwap,
};

function quote(
  step: SwapStep,
  ask: Ask,
  api: UpstreamApi,
  signal: AbortSignal,
): Promise<RailOutcome<QuotedSwap>> {
  const read = (body: unknown) => readQuote(ask, body);
  return askAndRead(api, swapRequest(step, ask, api.settings), { refusalOf, read }, signal);
}
