export type { Coin, Selection, Target } from './coins/select-coins.ts';
export { selectCoins } from './coins/select-coins.ts';
export { bumpedFeeRate, chooseFeeRate } from './fees/choose-fee-rate.ts';
export { type FeeRate, feeRate } from './fees/fee-rate.ts';
export { hdAccount, type HdAccount } from './keys/hd-account.ts';
export { seedOf } from './keys/seed-of.ts';
export type { BitcoinNetwork } from './network.ts';
export type { BitcoinNode } from './node/bitcoin-node.ts';
export { coreNode, type CoreNodeSettings } from './node/core/core-node.ts';
export { type Outpoint, outpointOf } from './outpoint.ts';
export { batchPayouts } from './transactions/batch-payouts.ts';
export { feesOf } from './transactions/fees-of.ts';
export { payForParent } from './transactions/pay-for-parent.ts';
export { replaceTransaction } from './transactions/replace-transaction.ts';
export {
  type OwnCoin,
  type SignedBitcoinTransaction,
  signTransaction,
} from './transactions/sign-transaction.ts';
