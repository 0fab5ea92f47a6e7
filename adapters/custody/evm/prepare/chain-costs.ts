import type { TransactionPurpose } from '@interline/kernel';

const gwei = 10n ** 9n;

/** Purposes of a standalone transaction. A multicall has the limits of the calls it carries. */
export type OwnPurpose = Exclude<TransactionPurpose, 'batch' | 'trust'>;

/**
 * Maximum gas of one transaction, by purpose: several times the gas of honest ones. Gas-burning
 * code of a payer or recipient thus costs the relayer little more than a plain account does.
 */
export const gasCeilings: Readonly<Record<OwnPurpose, bigint>> = {
  // 75,000 with USDC, whose code may call the payer's.
  allowance: 200_000n,
  // 77,000 with USDC; 430,000 from an account that verifies a passkey without a precompile.
  pull: 500_000n,
  approve: 150_000n,
  // An engine's swap over several pools, followed by its bridge.
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
 * Minimum gas limit for transactions that run no code of a payer or recipient, even if one node
 * estimates less. It exceeds what ordinary tokens take, including 17,100 for a balance of ours that
 * has since become empty.
 */
export const leastGas: Readonly<Partial<Record<OwnPurpose | 'coinPayment', bigint>>> = {
  // 84,000 with USDC, whose code may call the payer's.
  allowance: 100_000n,
  // 77,000 with USDC.
  pull: 120_000n,
  // 65,000 with USDC to an account that held none.
  payout: 100_000n,
  refund: 100_000n,
  // 85,000 with USDC to an account that held none.
  settle: 120_000n,
  // 21,000 plus the usual margin.
  coinPayment: 57_300n,
};

/**
 * Maximum measured gas of one x402 payment whose payer is a wallet with code, since that code
 * decides its own gas: three times that of a plain account. A Safe with three owners, or a passkey
 * where the chain has a precompile, stays below. The signed limit is at most twice this.
 */
export const payersCodeGas = 250_000n;

/**
 * Above this gas, the code of a payer (in a pull or its EIP-2612 permit) or of a recipient (in a
 * payout of native coin) is what makes the transaction expensive. The gas of listed tokens is the
 * operator's choice.
 */
export const ordinaryGas = {
  // 84,000 for a plain payer with USDC, all bytes counted as non-zero.
  allowance: 100_000n,
  pull: 200_000n,
  coinPayout: 60_000n,
} as const;

export interface ChainCosts {
  /**
   * Highest price ever offered per gas, in wei and with the tip; far above the prices of ordinary
   * months.
   */
  readonly feeRateCap: bigint;
  /** Lowest tip in wei per gas that block producers accept. */
  readonly leastTipWei: bigint;
  /** The tip that is offered at any base fee; a higher tip is at most the base fee. */
  readonly freeTipWei: bigint;
  /**
   * Most gas that a chain adds for posting a transaction's bytes, where it counts posting as gas.
   */
  readonly mostPostingGas: bigint;
  /** The most by which the chain multiplies the EVM's own gas. */
  readonly gasFactor: bigint;
  /** Most gas of one transaction that fits a block. */
  readonly mostGas: bigint;
  /**
   * The operator's own ceilings in the chain's gas, without posting. They take precedence over the
   * table.
   */
  readonly ceilings?: GasCeilings;
}

/** Maximum gas of one transaction, by purpose; the chain's own figure for each one left out. */
export type GasCeilings = Readonly<Partial<Record<OwnPurpose, bigint>>>;

/** Purposes whose ceiling an operator may set. The others run only our own code. */
export const configurableCeilings = [
  'allowance',
  'pull',
  'approve',
  'call',
  'payout',
  'refund',
] as const satisfies readonly OwnPurpose[];

/** Since Osaka, one transaction has at most 2^24 gas. */
const plain: Pick<ChainCosts, 'mostPostingGas' | 'gasFactor' | 'mostGas'> = {
  mostPostingGas: 200_000n,
  gasFactor: 1n,
  mostGas: 16_777_216n,
};

/**
 * The sequencer accepts transactions that meet the base fee. Tips only order concurrent arrivals.
 */
const opStack: ChainCosts = {
  ...plain,
  feeRateCap: 10n * gwei,
  leastTipWei: gwei / 1_000n,
  freeTipWei: gwei / 10n,
};

/**
 * No tips. Posting is added to the gas: 1,000,000 for a transfer in an expensive month, ten times
 * that while its own price is low.
 */
const arbitrumStack: ChainCosts = {
  feeRateCap: 20n * gwei,
  leastTipWei: 0n,
  freeTipWei: gwei / 100n,
  mostPostingGas: 20_000_000n,
  gasFactor: 1n,
  mostGas: 32_000_000n,
};

/** For chains outside the table. An operator who adds one can set its cap. */
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
  // BNB Smart Chain: the base fee is zero, so the tip is the price. Validators accept 0.05 gwei and
  // up.
  [56, { ...plain, feeRateCap: 20n * gwei, leastTipWei: gwei / 20n, freeTipWei: 3n * gwei }],
  // Gnosis: its coin is worth a dollar.
  [100, { ...plain, feeRateCap: 500n * gwei, leastTipWei: gwei, freeTipWei: 10n * gwei }],
  // Unichain
  [130, opStack],
  // Polygon: validators accept no tip below 30 gwei, and the base fee has been in the thousands.
  [137, { ...plain, feeRateCap: 5_000n * gwei, leastTipWei: 30n * gwei, freeTipWei: 100n * gwei }],
  // Sonic: the base fee is at least 50 gwei.
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
  // Mantle: gas is multiplied by the price of ether in its own coin, some thousands, and includes
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
  // ApeChain: an Arbitrum chain with a base fee of 25 gwei of its own coin.
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

/** The chain's row, with the operator's cap and ceilings where they are set. */
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
