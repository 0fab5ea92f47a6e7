import artifact from '../contracts/artifacts/BatchExecutor.json' with { type: 'json' };
import { type Address, asHex, evmAddress, type Hex } from '@interline/kernel';
import { getCreate2Address } from 'ethers/address';
import { keccak256 } from 'ethers/crypto';
import { addressWord, bytesWords, calldata, word } from './words.ts';

/**
 * The contract whose code simulates our calls. Accounts of ours also delegate to it (EIP-7702)
 * where their transactions are merged into multicalls.
 */
export const batchExecutor = {
  abi: artifact.abi,
  bytecode: asHex(artifact.bytecode),
  deployedBytecode: asHex(artifact.deployedBytecode),
} as const;

/** Arachnid's deterministic deployer, at this address on every chain that has it. */
export const deployer = evmAddress('0x4e59b44847b379578588920ca78fbf26c0b4956c');
const salt: Hex = `0x${'0'.repeat(64)}`;

export const batchExecutorAddress: Address = evmAddress(
  getCreate2Address(deployer, salt, keccak256(batchExecutor.bytecode)),
);

/**
 * Deploys the executor at the same address on every chain. Any account may send it; a second
 * deployment reverts.
 */
export const executorDeployment: { readonly to: Address; readonly data: Hex } = {
  to: deployer,
  data: `${salt}${batchExecutor.bytecode.slice(2)}`,
};

/** The code of an account that has delegated to the executor (EIP-7702). */
export const delegatedCode: Hex = `0xef0100${batchExecutorAddress.slice(2)}`;

export interface ExecutorCall {
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
  /** Gas limit of the call; all remaining gas when omitted. */
  readonly gasCap?: bigint;
}

/** `run(...)` of the batch executor: calls that fail one by one. */
export function runCall(calls: readonly ExecutorCall[]): Hex {
  const tuples = calls.map(
    ({ to, data, value, gasCap = 0n }) =>
      addressWord(to) + word(value) + word(gasCap) + word(0x80n) + bytesWords(data),
  );
  return calldata('0xf775c354', word(0x20n), listWords(tuples));
}

export interface CallGroup {
  /** Gas limit. */
  readonly gasCap: bigint;
  readonly calls: readonly ExecutorCall[];
}

const runGroupsSelector: Hex = '0x59c62fbe';
const countAt = runGroupsSelector.length + 64;

/** How many groups the calldata of our `runGroups(...)` has; null for other calldata. */
export function groupCountIn(data: Hex): number | null {
  return data.startsWith(runGroupsSelector)
    ? Number(`0x${data.slice(countAt, countAt + 64)}`)
    : null;
}

/** `runGroups(...)` of the batch executor. Each group succeeds as a whole or has no effect. */
export function runGroupsCall(groups: readonly CallGroup[]): Hex {
  return calldata(
    runGroupsSelector,
    word(0x20n),
    listWords(
      groups.map(
        ({ gasCap, calls }) => word(gasCap) + word(0x40n) + listWords(calls.map(moveWords)),
      ),
    ),
  );
}

function moveWords({ to, value, data }: ExecutorCall): string {
  return addressWord(to) + word(value) + word(0x60n) + bytesWords(data);
}

/** Length, an offset for each item, and the items. */
function listWords(items: readonly string[]): string {
  const offsets: string[] = [];
  let offset = BigInt(items.length * 32);
  for (const item of items) {
    offsets.push(word(offset));
    offset += BigInt(item.length / 2);
  }
  return word(BigInt(items.length)) + offsets.join('') + items.join('');
}

interface Payments {
  readonly token: Address;
  /** Gas limit of each payment. */
  readonly gasCap: bigint;
  readonly payments: readonly { readonly to: Address; readonly units: bigint }[];
}

/** `pay(...)` of the batch executor: transfers of one token, with less calldata than groups. */
export function payCall({ token, gasCap, payments }: Payments): Hex {
  return calldata(
    '0x0183e56a',
    addressWord(token),
    word(gasCap),
    word(0x60n),
    word(BigInt(payments.length)),
    ...payments.map(({ to, units }) => addressWord(to) + word(units)),
  );
}

/**
 * Reads groups as payments; null unless every group is a single ERC-20 transfer of the same token.
 */
export function paymentsIn(groups: readonly CallGroup[]): Payments | null {
  const transfers = groups.map(({ calls: [only, ...more] }) =>
    only === undefined || more.length > 0 ? null : transferIn(only),
  );
  const payments = transfers.filter((one) => one !== null);
  const [first] = payments;
  if (
    first === undefined ||
    payments.length < groups.length ||
    payments.some((one) => one.token !== first.token)
  )
    return null;
  return {
    token: first.token,
    gasCap: groups.reduce((most, { gasCap }) => (gasCap > most ? gasCap : most), 0n),
    payments: payments.map(({ to, units }) => ({ to, units })),
  };
}

const transferShape = /^0xa9059cbb0{24}([0-9a-f]{40})([0-9a-f]{64})$/;

function transferIn({ to, data, value }: ExecutorCall): {
  readonly token: Address;
  readonly to: Address;
  readonly units: bigint;
} | null {
  const [, recipient, units] = transferShape.exec(data) ?? [];
  return value !== 0n || recipient === undefined || units === undefined
    ? null
    : { token: to, to: evmAddress(`0x${recipient}`), units: BigInt(`0x${units}`) };
}

/** The result of one call of `run`. */
export interface CallResult {
  readonly ok: boolean;
  /** Before refunds, without the transaction's base and calldata cost. */
  readonly gasUsed: bigint;
  /** At most 256 bytes of the return or revert data. */
  readonly returned: Hex;
}

/** Reads the result of `run`; null unless the bytes are a list of `count` results. */
export function readCallResults(data: Hex, count: number): readonly CallResult[] | null {
  const read = reader(data);
  const list = read.offset(0, 0);
  if (list === null || read.number(list) !== count) return null;

  const results: CallResult[] = [];
  for (let index = 0; index < count; index += 1) {
    const tuple = read.offset(list + 32, list + 32 + index * 32);
    const bytes = tuple === null ? null : read.offset(tuple, tuple + 64);
    const length = bytes === null ? null : read.number(bytes);
    if (tuple === null || bytes === null || length === null) return null;
    const [ok, gasUsed, returned] = [
      read.word(tuple),
      read.word(tuple + 32),
      read.bytes(bytes + 32, length),
    ];
    if (ok === null || gasUsed === null || returned === null) return null;
    results.push({ ok: ok === 1n, gasUsed, returned });
  }
  return results;
}

function reader(data: Hex) {
  const word = (at: number): bigint | null => {
    const digits = data.slice(2 + at * 2, 66 + at * 2);
    return digits.length === 64 ? BigInt(`0x${digits}`) : null;
  };
  // Offsets and lengths come from a node. One beyond the data must not become an unsafe integer.
  const number = (at: number): number | null => {
    const value = word(at);
    return value === null || value > BigInt(data.length) ? null : Number(value);
  };
  const offset = (base: number, at: number): number | null => {
    const value = number(at);
    return value === null ? null : base + value;
  };
  const bytes = (at: number, length: number): Hex | null => {
    const digits = data.slice(2 + at * 2, 2 + (at + length) * 2);
    return digits.length === length * 2 ? `0x${digits}` : null;
  };
  return { word, number, offset, bytes };
}
