export { batchExecutor } from './batch-executor.ts';
export { evmCustody, type EvmCustody } from './evm-custody.ts';
export type { ChainRead, EvmChainSettings, EvmCustodySettings } from './evm-custody-settings.ts';
export type { NodeReport } from './doctor.ts';
export { createKeystore, openKeystore, safeScryptN, type KeystoreFile } from './keystore.ts';
export { localSigner } from './signing/local-signer.ts';
export { randomSigner } from './signing/random-signer.ts';
export { signerFromHex } from './signing/signer-from-hex.ts';
export type { LocalSigner, RemoteSigner, Signature, Signer } from './signing/signer.ts';
