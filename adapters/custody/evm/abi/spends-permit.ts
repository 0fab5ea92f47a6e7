import { type Address, evmAddress, permit2Address, type PermitKey } from '@interline/kernel';
import { Interface, type Result } from 'ethers/abi';
import type { OnChainTx } from '../rpc/on-chain-tx.ts';
import { batchExecutor } from './batch-executor.ts';
import { bitmapPlace } from './permit2-calls.ts';

const permit2 = new Interface([
  'function permitTransferFrom(((address,uint256) permitted,uint256 nonce,uint256 deadline) permit,(address,uint256) details,address owner,bytes signature)',
  'function permitTransferFrom(((address,uint256)[] permitted,uint256 nonce,uint256 deadline) permit,(address,uint256)[] details,address owner,bytes signature)',
  'function permitWitnessTransferFrom(((address,uint256) permitted,uint256 nonce,uint256 deadline) permit,(address,uint256) details,address owner,bytes32 witness,string typeString,bytes signature)',
  'function permitWitnessTransferFrom(((address,uint256)[] permitted,uint256 nonce,uint256 deadline) permit,(address,uint256)[] details,address owner,bytes32 witness,string typeString,bytes signature)',
  'function invalidateUnorderedNonces(uint256 word,uint256 mask)',
]);

/** At this address on every chain that has it. */
const multicall3Address = evmAddress('0xca11bde05977b3631167028862be2a173976ca11');
const multicall3 = new Interface([
  'function aggregate((address to,bytes data)[] calls)',
  'function tryAggregate(bool requireSuccess,(address to,bytes data)[] calls)',
  'function blockAndAggregate((address to,bytes data)[] calls)',
  'function tryBlockAndAggregate(bool requireSuccess,(address to,bytes data)[] calls)',
  'function aggregate3((address to,bool allowFailure,bytes data)[] calls)',
  'function aggregate3Value((address to,bool allowFailure,uint256 value,bytes data)[] calls)',
]);
const executor = new Interface(batchExecutor.abi);

interface Call {
  readonly sender: Address;
  readonly to: Address;
  readonly data: string;
}

/** How many levels of nested multicalls are followed. */
const deepest = 4;

/**
 * Whether the transaction's calldata redeems a permit of that owner and nonce, or cancels the nonce
 * for its sender, directly or in a multicall of our executor or of Multicall3. It does not show
 * whether the call succeeded, and does not see calls made by other contracts.
 */
export function spendsPermit(
  { from, to, input }: Pick<OnChainTx, 'from' | 'to' | 'input'>,
  permit: Pick<PermitKey, 'nonce'> & { readonly owner: Address },
): boolean {
  let calls: readonly Call[] = to === null ? [] : [{ sender: from, to, data: input }];
  for (let depth = 0; depth < deepest && calls.length > 0; depth += 1) {
    if (calls.some((call) => call.to === permit2Address && isSpending(call, permit))) return true;
    calls = calls.flatMap(callsIn);
  }
  return false;
}

function isSpending(
  { sender, data }: Call,
  { owner, nonce }: { readonly owner: Address; readonly nonce: bigint },
): boolean {
  const parsed = parse(permit2, data);
  if (parsed === null) return false;
  const { name, args } = parsed;
  if (name === 'invalidateUnorderedNonces') {
    const { word, mask } = bitmapPlace(nonce);
    const cancelled: unknown = args['mask'];
    return (
      sender === owner &&
      args['word'] === word &&
      typeof cancelled === 'bigint' &&
      (cancelled & mask) !== 0n
    );
  }
  return (
    evmAddress(String(args['owner'])) === owner && (args['permit'] as Result)['nonce'] === nonce // CAST: a tuple by the ABI above.
  );
}

function callsIn({ to, data }: Call): readonly Call[] {
  const parsed = parse(to === multicall3Address ? multicall3 : executor, data);
  const list = parsed === null ? [] : listsIn(parsed.name, parsed.args);
  return list.map((call) => ({
    sender: to,
    to: evmAddress(String(call['to'])),
    data: String(call['data']),
  }));
}

function listsIn(name: string, args: Result): readonly Result[] {
  switch (name) {
    case 'runGroups':
      return listOf(args, 'groups').flatMap((group) => listOf(group, 'moves'));
    case 'runWhole':
      return listOf(args, 'moves');
    case 'pay':
      return [];
    default:
      return listOf(args, 'calls');
  }
}

function listOf(from: Result, name: string): readonly Result[] {
  return [...(from[name] as Result)] as Result[]; // CAST: a list of tuples by the ABIs above.
}

/** Null for calldata of another contract and for truncated calldata. */
function parse(abi: Interface, data: string): { name: string; args: Result } | null {
  try {
    const parsed = abi.parseTransaction({ data });
    return parsed === null ? null : { name: parsed.name, args: deepRead(parsed.args) };
  } catch {
    return null;
  }
}

/** Ethers decodes lazily. This makes unreadable data throw here. */
function deepRead(args: Result): Result {
  args.toArray(true);
  return args;
}
