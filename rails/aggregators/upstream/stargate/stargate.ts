import { answer, type RailOutcome } from '@interline/plugins';
import type { Ask, Upstream, UpstreamApi } from '../upstream.ts';
import { stargateChains } from './chains.ts';
import { refusalOf } from './errors.ts';
import { planSend } from './plan.ts';
import { readQuote, type StargateQuote } from './read-quote.ts';
import { quotesRequest, type StargateAsk, stargateAsk } from './request.ts';
import { readStatus, statusRequest } from './track.ts';

/**
 * Stargate v2: pools of one asset on many chains, over LayerZero. A quote carries its transactions,
 * so pricing and building ask the same.
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
  async price(ask, api, signal) {
    const asked = stargateAsk(ask);
    if (!asked.ok) return asked;
    const quoted = await quote(ask, asked.value, api, signal);
    return quoted.ok ? answer(quoted.value.priced) : quoted;
  },
  async build(ask, api, signal) {
    const asked = stargateAsk(ask);
    if (!asked.ok) return asked;
    const quoted = await quote(ask, asked.value, api, signal);
    return quoted.ok ? planSend(ask, asked.value, quoted.value) : quoted;
  },
  async track(ref, srcTx, api, signal) {
    if (srcTx === null) return { status: 'BRIDGING', stage: 'SENDING' };
    return readStatus(ref, srcTx, await api.ask(statusRequest(srcTx), signal));
  },
};

async function quote(
  ask: Ask,
  asked: StargateAsk,
  api: UpstreamApi,
  signal: AbortSignal,
): Promise<RailOutcome<StargateQuote>> {
  const answered = await api.ask(quotesRequest(ask, asked), signal);
  return refusalOf(answered) ?? readQuote(ask, asked, answered.body, api);
}
