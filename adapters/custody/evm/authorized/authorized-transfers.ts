import { asHex, type ChainRef, type EvmAddress, type Hex, RelayError } from '@interline/kernel';
import type {
  AuthorizedTransfer,
  AuthorizedTransferPort,
  SigningDomain,
  TransferFault,
  TriedTransfer,
} from '@interline/ports';
import { AbiCoder } from 'ethers/abi';
import { balanceOfCall } from '../abi/erc20-calls.ts';
import { bytesWords, calldata, readUint, word } from '../abi/words.ts';
import type { EvmChain } from '../evm-chain.ts';
import { isErc1271Yes, isSignatureShape } from '../permit/owner-signature.ts';
import { readUndeployed } from '../permit/ask-wallet.ts';
import {
  gasCeilingOf,
  gasLimitOf,
  leastLimitOf,
  needOfEstimate,
  postingGasOf,
} from '../prepare/gas-limit.ts';
import { least, marketFees, most, nextBlockPrice } from '../prepare/market.ts';
import { revertWords } from '../prepare/revert-words.ts';
import { headNumber } from '../rpc/blocks.ts';
import { codeOf, ethCall } from '../rpc/state-calls.ts';
import { readSignature, recoverAddress } from '../signing/signatures.ts';
import {
  authorizationDigest,
  nameCall,
  separatorCall,
  stateCall,
  transferCall,
  versionCall,
} from './authorization-text.ts';
import { estimatedTransfer, simulatedTransfer } from './simulated-transfer.ts';
import { transferFate } from './transfer-fate.ts';

/** Until it is in a block: what ends sooner would fail at our cost, and its payer's gas is none. */
const leastLeftSec = 6n;
/** Where two blocks take longer than that. */
const twoBlocksSec: ReadonlyMap<number, bigint> = new Map([
  // Ethereum
  [1, 25n],
  // Gnosis
  [100, 11n],
]);
/** How far back what is used already is looked for: signatures of payments live for minutes. */
const searchedBlocks = 20_000;

/** What a token says of itself; it does not change. */
interface Named {
  readonly separator: Hex;
  readonly domain: SigningDomain;
}

/** Transfers that payers signed to others (EIP-3009), on all EVM chains. */
export function authorizedTransfers(
  chains: ReadonlyMap<ChainRef, EvmChain>,
  relayer: EvmAddress,
): AuthorizedTransferPort {
  const named = new Map<string, Named>();
  const chainOf = (ref: ChainRef): EvmChain => {
    const chain = chains.get(ref);
    if (chain === undefined)
      throw new RelayError('CHAIN_UNREACHABLE', { chain: ref }, `custody has no chain ${ref}`);
    return chain;
  };
  const nameOf = async (
    ref: ChainRef,
    token: EvmAddress,
    signal: AbortSignal,
  ): Promise<Named | null> => {
    const key = `${ref}/${token}`;
    const known = named.get(key) ?? (await readNamed(chainOf(ref), token, signal));
    if (known !== null) named.set(key, known);
    return known;
  };
  return {
    chains: [...chains.keys()],
    relayer,
    domainOf: async (ref, token, signal) => (await nameOf(ref, token, signal))?.domain ?? null,
    async tryTransfer(transfer, nowSec, signal) {
      const { chain: ref, token, validAfter, validBefore } = transfer;
      const token3009 = await nameOf(ref, token, signal);
      if (token3009 === null) return fault('unsupported');
      if (validAfter > nowSec) return fault('early');
      const chain = chainOf(ref);
      const leftSec = twoBlocksSec.get(chain.chainId) ?? leastLeftSec;
      if (validBefore < nowSec + leftSec) return fault('late');
      return tried(chain, relayer, token3009.separator, transfer, signal);
    },
    fateOf: async (transfer, looked, signal) =>
      transferFate(chainOf(transfer.chain), relayer, transfer, looked, signal),
    async searchedFrom(ref, signal) {
      const [head] = await chainOf(ref).client.read((node) => node.ask([headNumber]), signal);
      return Math.max(0, head - searchedBlocks);
    },
  };
}

function fault(kind: TransferFault, why: string | null = null): TriedTransfer {
  return { ok: false, fault: kind, why };
}

async function readNamed(
  { client }: EvmChain,
  token: EvmAddress,
  signal: AbortSignal,
): Promise<Named | null> {
  const nobody = { from: token, nonce: `0x${'0'.repeat(64)}` } as const;
  const [separator, name, version, state] = await client.read(
    (node) =>
      node.ask([
        ethCall({ to: token, data: separatorCall }),
        ethCall({ to: token, data: nameCall }),
        ethCall({ to: token, data: versionCall }),
        ethCall({ to: token, data: stateCall(nobody) }),
      ]),
    signal,
  );
  if (!separator.ok || separator.data.length !== 66 || !state.ok || readUint(state.data) === null)
    return null;
  const domain = { name: textIn(name), version: textIn(version) };
  return { separator: separator.data, domain };
}

function textIn(answer: { readonly ok: boolean; readonly data?: Hex }): string {
  if (!answer.ok || answer.data === undefined) return '';
  try {
    return String(AbiCoder.defaultAbiCoder().decode(['string'], answer.data)[0]);
  } catch {
    return '';
  }
}

async function tried(
  chain: EvmChain,
  relayer: EvmAddress,
  separator: Hex,
  given: AuthorizedTransfer,
  signal: AbortSignal,
): Promise<TriedTransfer> {
  if (!isSignatureShape(given.signature)) return fault('signature');
  const undeployed = readUndeployed(given.signature);
  const transfer = { ...given, signature: undeployed?.signature ?? given.signature };
  const { token, from, units } = transfer;
  const data = transferCall(transfer);
  const ceiling = gasCeilingOf(chain.costs, 'settle', chain.costs.mostPostingGas);
  // Under the most that is signed for, so that a payer's code cannot keep a node busy.
  const gas: Hex = `0x${ceiling.toString(16)}`;
  const message = { from: relayer, to: token, data, gas };
  const [market, per512Bytes, [block, code, held, estimate]] = await Promise.all([
    chain.market(signal),
    chain.postingGas(signal),
    chain.client.read(async (node) => {
      const [head, its, owned, ran] = await node.ask([
        headNumber,
        codeOf(from),
        ethCall({ to: token, data: balanceOfCall(from) }),
        simulatedTransfer(message, transfer),
      ]);
      return [head, its, owned, ran ?? (await estimatedTransfer(node, message))] as const;
    }, signal),
  ]);
  const hasCode = code !== '0x';
  if (!hasCode && undeployed !== null) return fault('undeployed');
  const digest = authorizationDigest(separator, transfer);
  const isOwn = isByKey(digest, transfer);
  if (!hasCode && !isOwn) return fault('signature');
  const balance = held.ok ? (readUint(held.data) ?? 0n) : 0n;
  if (!estimate.ok) {
    const isSigned = isOwn || (await isByCode(chain, digest, transfer, signal));
    return diagnosed(chain, transfer, { isSigned, balance, revert: estimate.revert }, signal);
  }
  // A token that moves more than is there is none that is listed; the look is free.
  if (balance < units) return fault('balance');
  if (!estimate.isMade) return fault('fails', 'the whole amount would not arrive');
  const posting = postingGasOf(data, per512Bytes, chain.costs);
  const need = needOfEstimate(estimate.gas, posting, hasCode);
  const limit = gasLimitOf(chain, 'settle', need);
  if (!limit.ok) throw new RelayError('GAS_CEILING', { chain: chain.ref }, limit.reason);
  const gasLimit = hasCode
    ? limit.value
    : most(limit.value, leastLimitOf(chain.costs, 'settle', posting));
  const fees = marketFees(market, chain.costs.feeRateCap);
  const price = nextBlockPrice(market, fees);
  return {
    ok: true,
    balance,
    prepared: {
      purpose: 'settle',
      chain: chain.ref,
      role: 'spender',
      account: relayer,
      tx: { to: token, data, value: 0n, gasLimit, ...fees },
      expects: { token, from, to: transfer.to, units },
      block,
      standsAlone: true,
      nextBlockCost: gasLimit * price,
      neededCost: least(need.needed, gasLimit) * price,
    },
  };
}

function isByKey(digest: Buffer, { from, signature }: AuthorizedTransfer): boolean {
  if (signature.length !== 132) return false;
  const v = Number.parseInt(signature.slice(130), 16);
  // As the calldata has it: 0 and 1 are written by some wallets.
  const read = readSignature(
    v < 27 ? asHex(`${signature.slice(0, 130)}${(v + 27).toString(16)}`) : signature,
  );
  return read !== null && recoverAddress(digest, read) === from;
}

/** ERC-1271, asked as the token would ask. */
async function isByCode(
  { client, costs }: EvmChain,
  digest: Buffer,
  { from, token, signature }: AuthorizedTransfer,
  signal: AbortSignal,
): Promise<boolean> {
  const question = calldata(
    '0x1626ba7e',
    digest.toString('hex'),
    word(0x40n),
    bytesWords(signature),
  );
  const gas: Hex = `0x${gasCeilingOf(costs, 'settle', 0n).toString(16)}`;
  const [answer] = await client.read(
    (node) => node.ask([ethCall({ from: token, to: from, data: question, gas })]),
    signal,
  );
  return isErc1271Yes(answer);
}

/** Why the simulation failed, in the order that is promised. */
async function diagnosed(
  { client }: EvmChain,
  transfer: AuthorizedTransfer,
  {
    isSigned,
    balance,
    revert,
  }: { readonly isSigned: boolean; readonly balance: bigint; readonly revert: Hex | null },
  signal: AbortSignal,
): Promise<TriedTransfer> {
  if (!isSigned) return fault('signature');
  const [state] = await client.read(
    (node) => node.ask([ethCall({ to: transfer.token, data: stateCall(transfer) })]),
    signal,
  );
  if (state.ok && readUint(state.data) === 1n) return fault('used');
  if (balance < transfer.units) return fault('balance');
  return fault('fails', revertWords(revert));
}
