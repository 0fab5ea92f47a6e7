/** USDC as its issuer publishes it, by chain; six decimals on all of them. */
const usdcContracts: Readonly<Record<string, string>> = {
  1: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
  10: '0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85',
  130: '0x078D782b760474a361dDA0AF3839290b0EF57AD6',
  137: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
  146: '0x29219dd400f2Bf60E5a23d13Be72B486D4038894',
  480: '0x79A02482A880bCE3F13e09Da970dC34db4CD24d1',
  999: '0xb88339CB7199b77E23DB6E890353E22632Ba630f',
  8453: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  42161: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
  43114: '0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E',
  57073: '0x2D270e6886d130D724215A266106e6832161EAEd',
  59144: '0x176211869cA2b568f2A7D4EE941E073a821EE1ff',
};

/** Null for a chain whose contract is not known here: its payer names it. */
export function usdcOn(chain: number | string): string | null {
  return usdcContracts[chain] ?? null;
}
