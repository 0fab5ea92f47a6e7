export { evmTx } from './evm-tx-fields.ts';
export { batchExecutor } from './abi/batch-executor.ts';
export { walletSignatures } from './permit/wallet-signatures.ts';
export { evmCustody, type EvmCustody } from './evm-custody.ts';
export type { EvmChainSettings, KeySet } from './evm-custody-settings.ts';
export { configurableCeilings, costsOf, type GasCeilings } from './prepare/chain-costs.ts';
export { ownCeiling } from './prepare/gas-limit.ts';
export type { NodeReport } from './examine-nodes.ts';
export type { KmsKey } from './kms/kms-api.ts';
export { openKmsSigner } from './kms/kms-signer.ts';
export { createKeystore, openKeystore } from './signing/keystore.ts';
export {
  localSigner,
  type LocalSigner,
  randomSigner,
  type RemoteSigner,
  signerFromHex,
} from './signing/signers.ts';
