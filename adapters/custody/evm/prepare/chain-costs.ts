import type { TransactionPurpose } from '@interline/kernel';

const gwei = 10n ** 9n;

/**
 * Purposes of a transaction that is sent by itself; a multicall has the limits of what it carries.
 */
export type OwnPurpose = Exclude<TransactionPurpose, 'batch' | 'trust'>;

/**
 * Most gas that one transaction may take, by purpose: several times what honest ones were seen to
 * take, so that code of a payer or recipient which burns gas costs the relayer little more than a
 * plain account does.
 */
export const gasCeilings: Readonly<Record<OwnPurpose, bigint>> = {
  // 75,000 with USDC, whose own code may ask the payer's.
  allowance: 200_000n,
  // 77,000 with USDC; 430,000 from an account that verifies a passkey without a precompile.
  pull: 500_000n,
  approve: 150_000n,
  // An engine's swap over several pools, with its bridge behind it.
  call: 3_000_000n,
  // 65,000 with USDC to an account that held none; up to 250,000 with a token that keeps books of
  // rewards.
  payout: 300_000n,
  // A refund is bounded like a pull: what could be brought here can also be sent back.
  refund: 500_000n,
  noop: 100_000n,
  deploy: 2_500_000n,
  delegate: 200_000n,
  // For the calls of one payer, its fee included; the EntryPoint's own work is added.
  sponsor: 1_500_000n,
  // Like a pull, which at most runs the payer's own code.
  settle: 500_000n,
};

/**
 * Least gas that is signed for where no code of a payer or recipient runs, whatever one node has
 * measured: above what ordinary tokens take, 17,100 included for a balance of ours that was emptied
 * since.
 */
export const leastGas: Readonly<Partial<Record<OwnPurpose | 'coinPayment', bigint>>> = {
  // 84,000 with USDC, whose own code may ask the payer's.
  allowance: 100_000n,
  // 77,000 with USDC.
  pull: 120_000n,
  // 65,000 with USDC to an account that held none.
  payout: 100_000n,
  refund: 100_000n,
  // 85,000 with USDC to an account that held none.
  settle: 120_000n,
  // 21,000, with the room that it is always given.
  coinPayment: 57_300n,
};

/**
 * The most that one payment of x402 is seen to take where its payer is a wallet with code, which decides that
 * itself: three times what a plain account's takes. A Safe of three owners, or a passkey where the chain has a
 * precompile for it, stays below; what is signed for is twice as much at most.
 */
export const payersCodeGas = 250_000n;

/**
 * Above this gas, the code of a payer (in a pull, or in its EIP-2612 permit) or of a recipient (in a
 * payout of native coin) is what makes the transaction expensive. What listed tokens burn is the
 * operator's choice.
 */
export const ordinaryGas = {
  // 84,000 of a plain payer with USDC, its bytes counted as non-zero.
  allowance: 100_000n,
  pull: 200_000n,
  coinPayout: 60_000n,
} as const;

export interface ChainCosts {
  /** Most wei ever offered per gas, tip included; far above the prices of ordinary months. */
  readonly feeRateCap: bigint;
  /** Least wei per gas that block producers take as a tip. */
  readonly leastTipWei: bigint;
  /** The tip that is offered at any base fee; a higher tip is at most the base fee. */
  readonly freeTipWei: bigint;
  /** Most gas a chain adds to a transaction for posting its bytes, where it counts that as gas. */
  readonly mostPostingGas: bigint;
  /** The most by which the chain multiplies the EVM's own gas. */
  readonly gasFactor: bigint;
  /** Most gas that a block takes from one transaction. */
  readonly mostGas: bigint;
  /** The operator's own ceilings, in the chain's gas, without posting; they go before the table's. */
  readonly ceilings?: GasCeilings;
}

/** Most gas of one transaction, by purpose; the chain's own figure where one is left out. */
export type GasCeilings = Readonly<Partial<Record<OwnPurpose, bigint>>>;

/** Purposes whose ceiling an operator may set: the others run only our own code. */
export const configurableCeilings = [
  'allowance',
  'pull',
  'approve',
  'call',
  'payout',
  'refund',
] as const satisfies readonly OwnPurpose[];

/** One transaction has 2^24 gas at most since Osaka. */
const plain: Pick<ChainCosts, 'mostPostingGas' | 'gasFactor' | 'mostGas'> = {
  mostPostingGas: 200_000n,
  gasFactor: 1n,
  mostGas: 16_777_216n,
};

/** Its sequencer takes what meets the base fee, and tips only order what arrives together. */
const opStack: ChainCosts = {
  ...plain,
  feeRateCap: 10n * gwei,
  leastTipWei: gwei / 1_000n,
  freeTipWei: gwei / 10n,
};

/**
 * Takes no tips, and adds posting to the gas: 1,000,000 for a transfer in a dear month, ten times
 * that where its own price is low.
 */
const arbitrumStack: ChainCosts = {
  feeRateCap: 20n * gwei,
  leastTipWei: 0n,
  freeTipWei: gwei / 100n,
  mostPostingGas: 20_000_000n,
  gasFactor: 1n,
  mostGas: 32_000_000n,
};

/** For chains that are not in the table; an operator who adds one can set its cap. */
const unlisted: ChainCosts = {
  ...plain,
  feeRateCap: 500n * gwei,
  leastTipWei: 0n,
  freeTipWei: gwei,
};

/** By chain id, in each chain's own coin. */
export const chainCosts: ReadonlyMap<number, ChainCosts> = new Map<number, ChainCosts>([
  // Ethereum
  [1, { ...plain, feeRateCap: 300n * gwei, leastTipWei: gwei / 100n, freeTipWei: 2n * gwei }],
  // OP Mainnet
  [10, opStack],
  // BNB Smart Chain: the base fee is zero, so the tip is the price; validators take it from 0.05
  // gwei.
  [56, { ...plain, feeRateCap: 20n * gwei, leastTipWei: gwei / 20n, freeTipWei: 3n * gwei }],
  // Gnosis: its coin is a dollar.
  [100, { ...plain, feeRateCap: 500n * gwei, leastTipWei: gwei, freeTipWei: 10n * gwei }],
  // Unichain
  [130, opStack],
  // Polygon: validators take no tip below 30 gwei, and the base fee has been in the thousands.
  [137, { ...plain, feeRateCap: 5_000n * gwei, leastTipWei: 30n * gwei, freeTipWei: 100n * gwei }],
  // Sonic: the base fee is 50 gwei at least.
  [146, { ...plain, feeRateCap: 2_000n * gwei, leastTipWei: 0n, freeTipWei: 10n * gwei }],
  // World Chain
  [480, opStack],
  // HyperEVM: a small block has 2,000,000 gas. Tips are burned.
  [
    999,
    { ...plain, feeRateCap: 500n * gwei, leastTipWei: 0n, freeTipWei: gwei, mostGas: 2_000_000n },
  ],
  // Lisk
  [1135, opStack],
  // Soneium
  [1868, opStack],
  // Robinhood Chain
  [4663, arbitrumStack],
  // Mantle: gas is multiplied by the price of ether in its own coin, some thousands, and holds the
  // posting.
  [
    5000,
    {
      feeRateCap: 5n * gwei,
      leastTipWei: 0n,
      freeTipWei: gwei / 100n,
      mostPostingGas: 5_000_000_000n,
      gasFactor: 10_000n,
      mostGas: 40_000_000_000n,
    },
  ],
  // Base
  [8453, opStack],
  // ApeChain: of Arbitrum's kind, with a base fee of 25 gwei of its own coin.
  [33139, { ...arbitrumStack, feeRateCap: 2_000n * gwei }],
  // Mode
  [34443, opStack],
  // Arbitrum One
  [42161, arbitrumStack],
  // Avalanche
  [43114, { ...plain, feeRateCap: 1_000n * gwei, leastTipWei: 0n, freeTipWei: 2n * gwei }],
  // Ink
  [57073, opStack],
  // Linea: the base fee is 7 wei, so the tip is the price.
  [59144, { ...plain, feeRateCap: 10n * gwei, leastTipWei: gwei / 100n, freeTipWei: gwei }],
  // Blast
  [81457, opStack],
  // Zora
  [7777777, opStack],
]);

/** The chain's own row, with the operator's cap and ceilings where they are set. */
export function costsOf(
  chainId: number,
  feeRateCap: bigint | undefined,
  ceilings?: GasCeilings,
): ChainCosts {
  const costs = chainCosts.get(chainId) ?? unlisted;
  return {
    ...costs,
    ...(feeRateCap === undefined ? {} : { feeRateCap }),
    ...(ceilings === undefined ? {} : { ceilings }),
  };
}
