import { bps, devnetFinality, evmChain, permitDeadline } from '@interline/kernel';
import type { MicroTierTerms, RailPort } from '@interline/ports';
import type { MeshView, NodeReach } from './describe-mesh.ts';
import { serviceTerms } from './service-terms.ts';
import { expect } from 'chai';

const open = { isExecutable: true, isQuoted: true, reason: null };
const bitcoin = { wire: 'bitcoin', name: 'Bitcoin', asSource: open, asDestination: open };
const shut = (isQuoted: boolean, reason: string) => ({ isExecutable: false, isQuoted, reason });

describe("the service's terms", () => {
  it('are the figures the service itself goes by', async () => {
    const terms = await termsOf([]);

    expect(terms).to.deep.include({
      fees: { standardBps: 8, guardBps: 500 },
      slippage: { standard: 5_000, most: 500_000 },
      permit: permitDeadline,
      maxOpenPullsUsd: 7,
      maxOpenPullsOfOneUsd: 3,
      parBandBps: 150,
      microTiers: [{ rail: 'lane', ...microTier }],
      finality: [{ chain: 'eip155:8453', tiers: [], confirmations: 1, finalDepth: 12 }],
    });
    expect(terms.refunds).to.deep.equal({
      code: 'REFUNDED',
      summary: 'The transfer could not be completed; the whole amount went back to the payer.',
      suggestedAction: 'Ask for a fresh quote, perhaps on another lane.',
      retryMs: 10_000,
    });
  });

  it('say what happens to a wrong deposit, by the limits that hold for them', async () => {
    const { deposits } = await termsOf([bitcoin]);

    expect(deposits).to.include({ lockMs: 900_000, expiresMs: 86_400_000, unpaidPerClient: 10 });
    expect(deposits?.rules.late).to.match(
      /more than 15 minutes .* what comes after 24 h goes back\. .*without a lock/,
    );
    expect(deposits?.rules.unpaid).to.equal('One client may have 10 unpaid deposits at a time.');
  });

  it('have no rules of deposits if no lane starts with one', async () => {
    const onlyOutward = { ...bitcoin, asSource: shut(true, 'priced only') };

    expect((await termsOf([])).deposits).to.equal(null);
    expect((await termsOf([onlyOutward])).deposits).to.equal(null);
  });

  it('name every side of a node that is not settled here, and why', async () => {
    const nodes = [
      {
        wire: 'stellar',
        name: 'Stellar',
        asSource: shut(true, 'priced only'),
        asDestination: open,
      },
      {
        wire: 'sui',
        name: 'Sui',
        asSource: shut(false, 'no rail'),
        asDestination: shut(true, 'priced only'),
      },
    ];

    expect((await termsOf(nodes)).quoteOnly).to.deep.equal([
      { node: 'stellar', side: 'source', isQuoted: true, reason: 'priced only' },
      { node: 'sui', side: 'source', isQuoted: false, reason: 'no rail' },
      { node: 'sui', side: 'destination', isQuoted: true, reason: 'priced only' },
    ]);
  });
});

const microTier: MicroTierTerms = {
  leastMicroUsd: 100_000n,
  mostMicroUsd: 25_000_000n,
  destinations: [evmChain(8453)],
  subsidy: { perTransferMicroUsd: 20_000n, perDayMicroUsd: 5_000_000n },
};
// CAST: the parts of a rail that terms read.
const tierless = { manifest: { id: 'plain' } } as RailPort;
const tiered = { manifest: { id: 'lane' }, terms: () => ({ microTier }) } as RailPort;

async function termsOf(nodes: readonly NodeReach[]) {
  const mesh = {
    nonEvmNodes: nodes.slice(0, 1),
    comparatorOnly: nodes.slice(1),
  } as unknown as MeshView; // CAST: the parts that terms read.
  return serviceTerms({
    registry: { rails: [tierless, tiered] },
    describeMesh: async () => mesh,
    policy: {
      finality: devnetFinality,
      maxOpenPullsUsd: 7,
      openPullsShareBps: bps(5_000),
      parBandBps: bps(150),
      refundRetryMs: 10_000,
    },
    guardBps: bps(500),
    chains: [evmChain(8453)],
  })();
}
