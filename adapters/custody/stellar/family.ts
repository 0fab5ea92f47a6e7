import { chainRef, nativeAddress, type TokenRef } from '@interline/kernel';
import { z } from 'zod';
import { stellarFacts } from '../../chain-facts/index.ts';
import type { ChainFamily } from '../chain-family.ts';
import { stellarCustody } from './stellar-custody.ts';

const chain = chainRef('stellar:pubnet');

const settings = z.strictObject({
  /** Base URLs of Horizons. With several, two must show the end of a payment. */
  horizonUrls: z.array(z.url({ protocol: /^https?$/ })).min(1),
  passphrase: z.string().default('Public Global Stellar Network ; September 2015'),
  /** Issuer of the USDC; when left out, only lumens are served. */
  usdcIssuer: z
    .string()
    .regex(/^G[A-Z2-7]{55}$/, 'wanted the issuer as a G address')
    .optional(),
  /** Highest fee offered per operation, in stroops. */
  maxFeeStroops: z
    .string()
    .regex(/^[1-9][0-9]{0,9}$/)
    .default('100000'),
  /**
   * Maximum payments per ledger: the number of accounts that lend their sequence numbers. Each
   * locks 1 XLM. The number is fixed once they exist.
   */
  channels: z.int().min(1).max(64).default(4),
  /** How long a signed payment can be included, in seconds. */
  validForSec: z.int().min(30).max(3_600).default(300),
});

type Settings = z.output<typeof settings>;

const devnetNode = z.object({
  horizonUrl: z.string(),
  passphrase: z.string(),
  usdc: z.object({ code: z.literal('USDC'), issuer: z.string() }),
});

export const stellarFamily: ChainFamily<Settings> = {
  id: 'stellar',
  chain,
  settings,
  // A closed ledger is final.
  finality: { tiers: [], confirmations: 1, finalDepth: 1 },
  times: { holdSec: 15, pollMs: 2_000, bumpAfterMs: 30_000 },
  // 10,000 XLM.
  etherWorth: 100_000_000_000n,
  onDevnet(node) {
    const { horizonUrl, passphrase, usdc } = devnetNode.parse(node);
    return settings.parse({ horizonUrls: [horizonUrl], passphrase, usdcIssuer: usdc.issuer });
  },
  tokens({ usdcIssuer }): readonly TokenRef[] {
    const lumens = { chain, address: nativeAddress, symbol: 'XLM', decimals: 7, asset: 'XLM' };
    return usdcIssuer === undefined
      ? [lumens]
      : [
          lumens,
          { chain, address: `USDC:${usdcIssuer}`, symbol: 'USDC', decimals: 7, asset: 'USD' },
        ];
  },
  open({ horizonUrls, passphrase, usdcIssuer, maxFeeStroops, channels, validForSec }, parts) {
    const [first] = horizonUrls;
    const custody = stellarCustody({
      ...parts,
      chain,
      horizonUrls,
      passphrase,
      trusted: usdcIssuer === undefined ? [] : [`USDC:${usdcIssuer}`],
      feeRateCap: BigInt(maxFeeStroops),
      channels,
      validForSec,
    });
    return {
      custody,
      reader: custody.chainReader,
      ...(first === undefined ? {} : { facts: stellarFacts(first, parts.http, parts.clock) }),
      close: async () => undefined,
    };
  },
};
