import artifact from './contracts/artifacts/BatchExecutor.json' with { type: 'json' };
import type { Hex } from '@interline/domain';

/** The contract that batches are simulated with, and that a relayer's account can be delegated to. */
export const batchExecutor = {
  abi: artifact.abi,
  bytecode: artifact.bytecode as Hex, // CAST: the compiler's own output.
  deployedBytecode: artifact.deployedBytecode as Hex, // CAST: the compiler's own output.
} as const;
