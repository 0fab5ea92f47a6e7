import {
  type Address,
  asHex,
  evmAddress,
  type Hex,
  nativeAddress,
  permit2Address,
  permit2ProxyAddress,
} from '@interline/kernel';
import type { CallContent, OnChainCall } from '@interline/ports';
import { Interface, type Result } from 'ethers/abi';
import { batchExecutor, type CallGroup, executorDeployment } from './batch-executor.ts';
import { readAuthorization } from './authorization.ts';
import { readSettle } from './permit2-payment.ts';
import { paymentMaker, readCollect } from './payment-addresses.ts';
import { isWitness } from './multicall-witness.ts';

const executor = new Interface(batchExecutor.abi);
const permit2 = new Interface([
  'function permitTransferFrom(((address,uint256) permitted,uint256 nonce,uint256 deadline) permit,(address,uint256) details,address owner,bytes signature)',
]);
const token = new Interface([
  'function transfer(address to,uint256 units)',
  'function approve(address spender,uint256 units)',
  'function permit(address owner,address spender,uint256 value,uint256 deadline,uint8 v,bytes32 r,bytes32 s)',
]);

type PlainCall = Pick<OnChainCall, 'to' | 'data' | 'value'>;

/** The calls of an account's on-chain transaction. */
export interface CallList {
  readonly calls: readonly (PlainCall & Pick<OnChainCall, 'group' | 'does'>)[];
  /**
   * The number of groups in a multicall of ours, its witness not counted; 0 for a transaction that
   * is not one.
   */
  readonly groups: number;
}

/**
 * The calls of a transaction. A multicall that the account sent to itself is expanded into its
 * calls.
 */
export function callsOf(account: Address, call: PlainCall): CallList {
  const groups = call.to === account ? groupsIn(account, call.data) : null;
  const listed = groups === null ? [{ ...call, group: 0 }] : groups.flat();
  return {
    calls: listed.map((one) => ({ ...one, does: contentOf(account, one) })),
    groups: groups?.length ?? 0,
  };
}

type Grouped = PlainCall & Pick<OnChainCall, 'group'>;

/** Null unless the calldata is a multicall of the executor. */
function groupsIn(account: Address, data: Hex): readonly (readonly Grouped[])[] | null {
  const parsed = parse(executor, data);
  if (parsed === null) return null;
  switch (parsed.name) {
    case 'runGroups':
      return unwitnessed(account, listOf(parsed.args, 'groups').map(groupOf)).map(
        ({ calls }, group) => calls.map((one) => ({ ...one, group })),
      );
    case 'pay':
      return listOf(parsed.args, 'payments').map((payment, index) => [
        {
          to: evmAddress(String(parsed.args['token'])),
          data: asHex(token.encodeFunctionData('transfer', [payment['to'], payment['units']])),
          value: 0n,
          group: index,
        },
      ]);
    default:
      return null;
  }
}

function groupOf(group: Result): CallGroup {
  return {
    gasCap: wordIn(group, 'gasCap'),
    calls: listOf(group, 'moves').map((move) => ({
      to: evmAddress(String(move['to'])),
      data: asHex(String(move['data'])),
      value: wordIn(move, 'value'),
    })),
  };
}

/** Drops the witness, which moves nothing and only shows that the executor ran. */
function unwitnessed(account: Address, groups: readonly CallGroup[]): readonly CallGroup[] {
  const last = groups.at(-1);
  return last !== undefined && isWitness(last, account) ? groups.slice(0, -1) : groups;
}

function contentOf(account: Address, { to, data, value }: PlainCall): CallContent {
  if (to === null) return { kind: 'other' };
  if (data === '0x') {
    return to === account || value === 0n
      ? { kind: 'housekeeping' }
      : { kind: 'payment', token: nativeAddress, to, units: value };
  }
  if (to === executorDeployment.to && data === executorDeployment.data)
    return { kind: 'housekeeping' };
  if (value !== 0n) return { kind: 'other' };
  if (to === paymentMaker) {
    const collected = readCollect(account, data);
    return collected === null ? { kind: 'other' } : { kind: 'collection', ...collected };
  }
  if (to === permit2ProxyAddress) {
    const settled = readSettle(data);
    return settled === null ? { kind: 'other' } : { kind: 'authorization', ...settled };
  }
  const authorized = readAuthorization(data);
  if (authorized !== null) return { kind: 'authorization', token: to, ...authorized };
  return to === permit2Address ? pullIn(data) : tokenCallIn(to, data);
}

function pullIn(data: Hex): CallContent {
  const parsed = parse(permit2, data);
  if (parsed === null) return { kind: 'other' };
  const permit = parsed.args['permit'] as Result; // CAST: a tuple by the ABI above.
  return {
    kind: 'pull',
    owner: evmAddress(String(parsed.args['owner'])),
    nonce: wordIn(permit, 'nonce'),
  };
}

function tokenCallIn(to: Address, data: Hex): CallContent {
  const parsed = parse(token, data);
  if (parsed === null) return { kind: 'other' };
  switch (parsed.name) {
    case 'transfer':
      return {
        kind: 'payment',
        token: to,
        to: evmAddress(String(parsed.args['to'])),
        units: wordIn(parsed.args, 'units'),
      };
    case 'approve':
      return {
        kind: 'approve',
        token: to,
        spender: evmAddress(String(parsed.args['spender'])),
        units: wordIn(parsed.args, 'units'),
      };
    case 'permit':
      return { kind: 'housekeeping' };
    default:
      return { kind: 'other' };
  }
}

function wordIn(from: Result, name: string): bigint {
  return from[name] as bigint; // CAST: a uint256 by the ABIs above.
}

function listOf(from: Result, name: string): readonly Result[] {
  return [...(from[name] as Result)] as Result[]; // CAST: a list of tuples by the ABIs above.
}

/** Null for calldata of another contract and for truncated calldata. */
function parse(abi: Interface, data: string): { name: string; args: Result } | null {
  try {
    const parsed = abi.parseTransaction({ data });
    if (parsed === null) return null;
    // Ethers decodes lazily. This makes unreadable data throw here.
    parsed.args.toArray(true);
    return { name: parsed.name, args: parsed.args };
  } catch {
    return null;
  }
}
