import artifact from './contracts/artifacts/BatchExecutor.json' with { type: 'json' };
import { evmAddress, type EvmAddress, type Hex } from '@interline/kernel';
import { getCreate2Address } from 'ethers/address';
import { keccak256 } from 'ethers/crypto';

/**
 * The contract that batches are simulated with, and that a relayer's account can be delegated to.
 */
export const batchExecutor = {
  abi: artifact.abi,
  bytecode: artifact.bytecode as Hex, // CAST: the compiler's own output.
  deployedBytecode: artifact.deployedBytecode as Hex, // CAST: the compiler's own output.
} as const;

/** Arachnid's deterministic deployer, at this address on every chain that has it. */
const deployer = evmAddress('0x4e59b44847b379578588920ca78fbf26c0b4956c');
const salt: Hex = `0x${'0'.repeat(64)}`;

export const batchExecutorAddress: EvmAddress = evmAddress(
  getCreate2Address(deployer, salt, keccak256(batchExecutor.bytecode)),
);

/** Puts the executor where every chain has it. Anybody may send it, and a second one reverts. */
export const executorDeployment: { readonly to: EvmAddress; readonly data: Hex } = {
  to: deployer,
  data: `${salt}${batchExecutor.bytecode.slice(2)}`,
};

/** What an account that is delegated to it has as its code (EIP-7702). */
export const delegatedCode: Hex = `0xef0100${batchExecutorAddress.slice(2)}`;
