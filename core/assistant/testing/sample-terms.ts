import {
  bps,
  defaultSlippage,
  evmChain,
  finalityOf,
  mostSlippage,
  permitDeadline,
  productionFinality,
  standardFeeBps,
  standardParBandBps,
} from '@interline/kernel';
import { ageSteps, type ServiceTermsView, sizeSteps } from '../../discovery/index.ts';

const floatlane = {
  id: 'floatlane',
  api: '1.0.0',
  version: '0.1.0',
  title: 'Own inventory on both chains, no bridge in the path',
  ways: ['floatlane'],
  lanes: [{ from: 'eip155:*', to: 'eip155:*', settles: 'firm' }],
  broadcast: 'opt-in',
  minOut: 'enforced',
  effects: 'real',
  capabilities: ['inventory'],
} as const;

export const sampleTerms: ServiceTermsView = {
  microTiers: [],
  parBandBps: standardParBandBps,
  fees: { standardBps: standardFeeBps, guardBps: bps(500) },
  rails: [
    floatlane,
    {
      ...floatlane,
      id: 'aggregators',
      title: 'Eight third-party engines',
      ways: ['lifi', 'relay', 'across'],
      broadcast: 'by-default',
      minOut: 'passed-on',
      capabilities: [],
    },
  ],
  slippage: { standard: defaultSlippage, most: mostSlippage },
  permit: permitDeadline,
  maxOpenPullsUsd: 100_000,
  maxOpenPullsOfOneUsd: 50_000,
  finality: [1, 8453, 42161].map((chainId) => ({
    chain: evmChain(chainId),
    ...finalityOf(productionFinality, evmChain(chainId)),
  })),
  refunds: {
    code: 'REFUNDED',
    summary: 'The transfer could not be completed; the whole amount went back to the payer.',
    suggestedAction: 'Ask for a fresh quote, perhaps on another lane.',
    retryMs: 10_000,
  },
  deposits: {
    lockMs: 900_000,
    expiresMs: 86_400_000,
    unpaidPerClient: 10,
    rules: {
      more: 'More is delivered as far as the float serves it.',
      less: 'Less waits for further parts.',
      second: 'What comes twice goes back.',
      late: 'What comes late has the price of its first block.',
      unpaid: 'One client may have 10 unpaid deposits at a time.',
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
