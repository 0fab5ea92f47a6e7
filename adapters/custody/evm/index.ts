export { batchExecutor } from './abi/batch-executor.ts';
export { evmCustody, type EvmCustody } from './evm-custody.ts';
export type { ChainRead } from './rpc/chain-client.ts';
export type { EvmChainSettings, EvmCustodySettings } from './evm-custody-settings.ts';
export type { NodeReport } from './examine-nodes.ts';
export { isSpeltRight } from './is-spelt-right.ts';
export {
  createKeystore,
  type KeystoreFile,
  openKeystore,
  safeScryptN,
} from './signing/keystore.ts';
export {
  localSigner,
  type LocalSigner,
  randomSigner,
  type RemoteSigner,
  type Signer,
  signerFromHex,
} from './signing/signers.ts';
export type { Signature } from './signing/signatures.ts';
