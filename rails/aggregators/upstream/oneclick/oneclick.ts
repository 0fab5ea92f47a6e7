import { answer, type RailOutcome } from '@interline/plugins';
import { askAndRead } from '../../wire/ask-and-read.ts';
import type { Ask, Upstream, UpstreamApi } from '../upstream.ts';
import { assetList } from './asset-list.ts';
import { assetIdOf, blockchains } from './assets.ts';
import { refusalOf } from './errors.ts';
import { oneclickEstimates } from './estimate.ts';
import { planDeposit } from './plan.ts';
import { knownQuote, type OneclickQuote, readQuote } from './read-quote.ts';
import { quoteRequest, type QuoteTerms } from './request.ts';
import { trackDeposit } from './track.ts';

/** NEAR Intents 1Click: a deposit address for each quote, and market makers behind it. */
export const oneclick: Upstream = {
  name: 'oneclick',
  title: 'NEAR Intents 1Click',
  chainIds: [...blockchains.keys()],
  traits: {
    baseUrl: 'https://1click.chaindefuser.com',
    // No limit is documented.
    limit: { requests: 60, perMs: 60_000 },
    callGas: 65_000n,
    usualSec: 60,
    pollMs: 5_000,
    refundsTo: 'payer',
    integrator: {
      pattern: /^[a-z0-9._-]{1,64}$/,
      wants: 'at most 64 small letters, digits, dots, hyphens and underscores',
    },
    handsOverBy: 'transfer',
    signer: 'ed25519:reYaWhvwu8Jzo3WUM3zhn6VrhuMEF4eADL17qtRVifc',
  },
  quote: knownQuote,
  estimates: oneclickEstimates,
  async price(ask, api, signal) {
    const quoted = await quote('price', ask, api, signal);
    return quoted.ok ? answer(quoted.value.priced) : quoted;
  },
  async build(ask, api, signal) {
    const quoted = await quote('build', ask, api, signal);
    return quoted.ok ? planDeposit(ask, quoted.value) : quoted;
  },
  track: trackDeposit,
};

/**
 * A price is a dry run at 1Click; a build opens a deposit address, which costs nothing while it
 * stays empty.
 */
async function quote(
  step: QuoteTerms['step'],
  ask: Ask,
  api: UpstreamApi,
  signal: AbortSignal,
): Promise<RailOutcome<OneclickQuote>> {
  const listed = await assetList(api, signal);
  if (!listed.ok) return listed;
  const originAsset = assetIdOf(ask.from, ask.fromChainId, listed.value);
  if (!originAsset.ok) return originAsset;
  const destinationAsset = assetIdOf(ask.to, ask.toChainId, listed.value);
  if (!destinationAsset.ok) return destinationAsset;

  const terms: QuoteTerms = {
    step,
    originAsset: originAsset.value,
    destinationAsset: destinationAsset.value,
    nowMs: api.nowMs(),
  };
  const read = (body: unknown) => answer(readQuote(ask, terms, body, api.settings.signer));
  return askAndRead(api, quoteRequest(ask, terms, api.settings), { refusalOf, read }, signal);
}
