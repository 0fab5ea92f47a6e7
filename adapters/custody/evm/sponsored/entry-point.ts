import { asHex, evmAddress, type EvmAddress, type Hex, type TypedData } from '@interline/kernel';
import type { AccountCall, PayerOperation, SignedOperation } from '@interline/ports';
import { AbiCoder } from 'ethers/abi';

/** EntryPoint v0.8: the same bytes at the same address on every chain (ERC-4337). */
export const entryPointAddress = evmAddress('0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108');

/** Simple7702Account of account-abstraction v0.8, by CREATE2 with salt 0; viem's default. */
export const delegateAddress = evmAddress('0xe6Cae83BdE06E4c305530e199D7217f42808555B');

/** Keccak-256 of its 3,639 bytes. */
export const delegateCodeHash: Hex =
  '0xcc7b633aef4b2543cb8f37522adf1a401f910f0f6b2430c1eecc11f401ccfcf3';

/** The code of an account that has delegated to it (EIP-7702). */
export const delegatedCode: Hex = `0xef0100${delegateAddress.slice(2)}`;

/** Gas of the EntryPoint's signature check of one account; 10,000 with a plain key. */
export const verificationGas = 100_000n;

/** Marks an operation whose account is delegated by EIP-7702 in the same transaction. */
const delegates: Hex = `0x7702${'00'.repeat(18)}`;

const coder = AbiCoder.defaultAbiCoder();
const packed =
  '(address sender,uint256 nonce,bytes initCode,bytes callData,bytes32 accountGasLimits,uint256 preVerificationGas,bytes32 gasFees,bytes paymasterAndData,bytes signature)';

/**
 * Its prices are all zero: the EntryPoint asks for no deposit, and the operation's first call pays
 * its sender.
 */
export function operationTypedData(chainId: number, operation: PayerOperation): TypedData {
  const { account, nonce, callData } = operation;
  return {
    domain: {
      name: 'ERC4337',
      version: '1',
      chainId,
      verifyingContract: entryPointAddress,
    },
    types: {
      PackedUserOperation: [
        { name: 'sender', type: 'address' },
        { name: 'nonce', type: 'uint256' },
        { name: 'initCode', type: 'bytes' },
        { name: 'callData', type: 'bytes' },
        { name: 'accountGasLimits', type: 'bytes32' },
        { name: 'preVerificationGas', type: 'uint256' },
        { name: 'gasFees', type: 'bytes32' },
        { name: 'paymasterAndData', type: 'bytes' },
      ],
    },
    primaryType: 'PackedUserOperation',
    message: {
      sender: account,
      nonce: nonce.toString(),
      // The payer signs the delegate; the sent operation only has a marker for it.
      initCode: operation.delegates ? delegateAddress : '0x',
      callData,
      accountGasLimits: gasLimits(operation),
      preVerificationGas: '0',
      gasFees: noFees,
      paymasterAndData: '0x',
    },
  };
}

const noFees: Hex = `0x${'00'.repeat(32)}`;

function gasLimits({ callGas }: PayerOperation): Hex {
  return `0x${half(verificationGas)}${half(callGas)}`;
}

function half(value: bigint): string {
  return value.toString(16).padStart(32, '0');
}

/** `executeBatch` of the delegate. */
export function batchCall(calls: readonly AccountCall[]): Hex {
  const encoded = coder.encode(
    ['(address target,uint256 value,bytes data)[]'],
    [calls.map(({ to, value, data }) => [to, value, data])],
  );
  return `0x34fcd5be${encoded.slice(2)}`;
}

/** `handleOps`. What is left of the prices, which are zero, would go to the beneficiary. */
export function handleOpsCall(
  operations: readonly Pick<SignedOperation, 'operation' | 'signature'>[],
  beneficiary: EvmAddress,
): Hex {
  const all = operations.map(({ operation, signature }) => [
    operation.account,
    operation.nonce,
    operation.delegates ? delegates : '0x',
    operation.callData,
    gasLimits(operation),
    0n,
    noFees,
    '0x',
    signature,
  ]);
  return `0x765e827f${coder.encode([`${packed}[]`, 'address'], [all, beneficiary]).slice(2)}`;
}

/** `getNonce`: the next nonce of that key, including the key. */
export function getNonceCall(account: EvmAddress, key: bigint): Hex {
  return `0x35567e1a${coder.encode(['address', 'uint192'], [account, key]).slice(2)}`;
}

/** `entryPoint()` of the delegate. */
export const entryPointCall: Hex = '0xb0d691fe';

/** `ExecuteError(uint256 index, bytes error)`: which call of a batch failed, and its error. */
export function readExecuteError(
  returned: Hex,
): { readonly call: number; readonly revert: Hex } | null {
  if (!returned.startsWith('0x5a154675')) return null;
  const [index, revert] = decoded(['uint256', 'bytes'], returned) ?? [];
  return typeof index === 'bigint' && typeof revert === 'string'
    ? { call: Number(index), revert: asHex(revert) }
    : null;
}

/**
 * `FailedOp` and `FailedOpWithRevert`: which operation reverted the whole bundle, and the reason
 * code.
 */
export function readFailedOp(returned: Hex): { readonly at: number; readonly code: string } | null {
  if (!returned.startsWith('0x220266b6') && !returned.startsWith('0x65c8fd4d')) return null;
  const [at, reason] = decoded(['uint256', 'string'], returned) ?? [];
  return typeof at === 'bigint' && typeof reason === 'string'
    ? { at: Number(at), code: reason.slice(0, 4) }
    : null;
}

function decoded(types: readonly string[], returned: Hex): readonly unknown[] | null {
  try {
    return [...coder.decode(types, `0x${returned.slice(10)}`)] as readonly unknown[]; // CAST: ethers types what it decodes as any.
  } catch {
    return null;
  }
}

/** `UserOperationEvent`, indexed by hash, sender and paymaster. */
export const operationTopic = '0x49628fd1471006c1482da88028e9ce4dbb080b815c9b0344d39e5a8e6ec1419f';
/** `UserOperationRevertReason`, indexed by hash and sender. */
export const revertReasonTopic =
  '0x1c4fada7374c0a9ee8841fc38afe82932dc0f8e69012e927f061a8bae611a201';
