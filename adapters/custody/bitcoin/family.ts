import { chainRef, nativeAddress } from '@interline/kernel';
import { z } from 'zod';
import type { ChainFamily, FamilyParts } from '../chain-family.ts';
import { bitcoinCustody } from './bitcoin-custody.ts';
import { feeRate } from './fees/fee-rate.ts';
import { seedOf } from './keys/seed-of.ts';
import type { BitcoinNode } from './node/bitcoin-node.ts';
import { coreNode } from './node/core/core-node.ts';
import { esploraNode } from './node/esplora/esplora-node.ts';

const chain = chainRef('bip122:000000000019d6689c085ae165831e93');

const url = z.url({ protocol: /^https?$/, error: 'wanted an http or https URL' });
const satsPerVb = z.string().regex(/^[1-9][0-9]{0,4}$/, 'wanted whole sats per vbyte');

const node = z.union([
  z.strictObject({
    /** URL of Bitcoin Core's RPC, without credentials. The node needs `-txindex=1`. */
    rpcUrl: url,
    user: z.string(),
    password: z.string(),
    wallet: z.string().default('interline'),
  }),
  z.strictObject({ esploraUrl: url }),
]);

const settings = z.strictObject({
  network: z.enum(['mainnet', 'testnet', 'regtest']).default('mainnet'),
  /** Reads fail over to the next node. With several nodes, two must show what ends a route. */
  nodes: z.array(node).min(1),
  /**
   * The earliest time at which the float can have been paid, in Unix seconds; null for a new key.
   */
  bornAtSec: z.int().min(1_231_006_505).nullable().default(null),
  /** Lowest and highest fee rate offered per vbyte. */
  leastFeeRate: satsPerVb.default('1'),
  mostFeeRate: satsPerVb.default('200'),
  targetBlocks: z.int().min(1).max(144).default(3),
});

type Settings = z.output<typeof settings>;

const devnetNode = z.object({ rpcUrl: z.string(), user: z.string(), password: z.string() });

export const bitcoinFamily: ChainFamily<Settings> = {
  id: 'bitcoin',
  chain,
  settings,
  finality: {
    tiers: [
      { upToUsd: 1_000, confirmations: 1 },
      { upToUsd: 10_000, confirmations: 2 },
      { upToUsd: 100_000, confirmations: 3 },
    ],
    confirmations: 6,
    finalDepth: 6,
  },
  times: { holdSec: 60, pollMs: 10_000, bumpAfterMs: 1_800_000 },
  // 0.03 BTC.
  etherWorth: 3_000_000n,
  onDevnet(found) {
    return settings.parse({ network: 'regtest', nodes: [devnetNode.parse(found)] });
  },
  tokens: () => [{ chain, address: nativeAddress, symbol: 'BTC', decimals: 8, asset: 'BTC' }],
  open({ network, nodes, bornAtSec, leastFeeRate, mostFeeRate, targetBlocks }, parts) {
    const custody = bitcoinCustody({
      chain,
      network,
      nodes: nodes.map((one) => openNode(one, network, parts)),
      seed: seedOf(parts.secret),
      bornAtSec,
      bookedDeposits: () => parts.bookedDeposits(chain),
      fees: {
        floor: feeRate(BigInt(leastFeeRate) * 1_000n),
        cap: feeRate(BigInt(mostFeeRate) * 1_000n),
      },
      targetBlocks,
      confirmations: 1,
      clock: parts.clock,
      log: parts.log,
    });
    return {
      custody,
      reader: custody.chainReader,
      deposits: custody.deposits,
      warnings: (signal) => custody.warnings(signal),
      close: () => custody.close(),
    };
  },
};

function openNode(
  one: z.output<typeof node>,
  network: Settings['network'],
  { http, clock, log }: Pick<FamilyParts, 'http' | 'clock' | 'log'>,
): BitcoinNode {
  const access = { chain, network, http };
  if ('esploraUrl' in one) return esploraNode({ ...access, url: one.esploraUrl, clock });
  const { rpcUrl, user, password, wallet } = one;
  return coreNode({ ...access, url: rpcUrl, user, password, wallet, log });
}
