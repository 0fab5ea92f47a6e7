import { ageSteps, type ServiceTermsView, sizeSteps } from '@interline/core/discovery';
import {
  bps,
  defaultSlippage,
  finalityOf,
  mostSlippage,
  permitDeadline,
  productionFinality,
  standardFeeBps,
  standardParBandBps,
} from '@interline/kernel';
import { arbitrum, base } from './sample-tokens.ts';

export const sampleTerms: ServiceTermsView = {
  microTiers: [
    {
      rail: 'floatlane',
      leastMicroUsd: 100_000n,
      mostMicroUsd: 25_000_000n,
      destinations: [base],
      subsidy: { perTransferMicroUsd: 20_000n, perDayMicroUsd: 5_000_000n },
    },
  ],
  parBandBps: standardParBandBps,
  fees: { standardBps: standardFeeBps, guardBps: bps(500) },
  rails: [
    {
      id: 'floatlane',
      api: '2.0.0',
      version: '0.1.0',
      title: 'Own inventory on both chains',
      ways: ['floatlane'],
      lanes: [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }],
      broadcast: 'opt-in',
      minOut: 'enforced',
      effects: 'real',
      capabilities: ['inventory'],
    },
  ],
  slippage: { standard: defaultSlippage, most: mostSlippage },
  permit: permitDeadline,
  maxOpenPullsUsd: 100_000,
  maxOpenPullsOfOneUsd: 50_000,
  finality: [base, arbitrum].map((chain) => ({ chain, ...finalityOf(productionFinality, chain) })),
  refunds: {
    code: 'REFUNDED',
    summary: 'The whole amount went back to the payer.',
    suggestedAction: 'Ask for a fresh quote.',
    retryMs: 10_000,
  },
  deposits: {
    lockMs: 900_000,
    expiresMs: 86_400_000,
    unpaidPerClient: 10,
    rules: {
      more: 'More goes back.',
      less: 'Less waits.',
      second: 'A second one goes back.',
      late: 'A late one has the price of its block.',
      unpaid: 'Ten may be unpaid.',
    },
  },
  quoteOnly: [
    {
      node: 'solana',
      side: 'source',
      isQuoted: true,
      reason: 'Solana as a source is never settled, only priced where a rail prices it',
    },
  ],
  feed: { sizes: sizeSteps, ages: ageSteps },
};
