import {
  asUnits,
  type ChainFacts,
  chainRef,
  type RecipientFacts,
  type TokenRef,
} from '@interline/plugins';

const stellar = chainRef('stellar:pubnet');

export const xlm: TokenRef = {
  chain: stellar,
  address: 'native',
  symbol: 'XLM',
  decimals: 7,
  asset: 'XLM',
};

export const usdcOnStellar: TokenRef = {
  chain: stellar,
  address: 'USDC:GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN',
  symbol: 'USDC',
  decimals: 7,
  asset: 'USD',
};

/** From SEP-23's examples. */
export const recipient = 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ';

/** A Stellar that only knows the recipient, who exists and has every trustline by default. */
export function recipientFacts(said: Partial<RecipientFacts> = {}): ChainFacts {
  return {
    reads: (chain) => chain === stellar,
    heightOf: async () => 1,
    decimalsOf: async () => 7,
    accountCostOf: async () => asUnits(0n),
    recipientOf: async () => ({
      exists: true,
      trusts: true,
      demandsMemo: false,
      createCost: asUnits(0n),
      ...said,
    }),
  };
}
