import {
  type Address,
  type ChainRef,
  type EvmAddress,
  type Hex,
  permit2ProxyAddress,
  RelayError,
} from '@interline/kernel';
import type { AuthorizedTransfer, AuthorizedTransferPort, SigningDomain } from '@interline/ports';
import { AbiCoder } from 'ethers/abi';
import { nameCall, separatorCall, stateCall, versionCall } from '../abi/eip3009-calls.ts';
import { readUint } from '../abi/words.ts';
import type { EvmChain } from '../evm-chain.ts';
import { headNumber } from '../rpc/blocks.ts';
import { codeOf, ethCall } from '../rpc/state-calls.ts';
import { permit2Fate } from './permit2-fate.ts';
import { transferFate } from './transfer-fate.ts';
import { permit2Method, tokenMethod, type TransferMethod } from './transfer-method.ts';
import { fault, tryTransfer } from './try-transfer.ts';

/**
 * Time to get into a block. An authorization that ends sooner would fail at our cost, and its payer
 * pays no gas.
 */
const leastLeftSec = 6n;
/** For chains whose two blocks take longer. */
const twoBlocksSec: ReadonlyMap<number, bigint> = new Map([
  // Ethereum
  [1, 25n],
  // Gnosis
  [100, 11n],
]);
/** How far back we search for the use of a nonce: signatures of payments are valid for minutes. */
const searchedBlocks = 20_000;

/** What a token states about itself. */
interface Named {
  readonly separator: Hex;
  readonly domain: SigningDomain;
}

/** Transfers to third parties that payers signed by EIP-3009 or Permit2, on all EVM chains. */
export function authorizedTransfers(
  chains: ReadonlyMap<ChainRef, EvmChain>,
  relayer: EvmAddress,
  former: readonly EvmAddress[],
): AuthorizedTransferPort {
  const senders: ReadonlySet<Address> = new Set([relayer, ...former]);
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
  /**
   * A token's new version has another name, and the cache must not keep one node's wrong answer for
   * good.
   */
  const renamed = async (
    { method, chain: ref, token }: AuthorizedTransfer,
    signal: AbortSignal,
  ): Promise<((transfer: AuthorizedTransfer) => TransferMethod) | null> => {
    if (method !== 'eip3009') return null;
    const key = `${ref}/${token}`;
    const before = named.get(key);
    const now = await readNamed(chainOf(ref), token, signal);
    if (now === null || now.separator === before?.separator) return null;
    named.set(key, now);
    return (transfer) => tokenMethod(now.separator, transfer);
  };
  const withProxy = new Set<ChainRef>();
  const takesPermit2 = async (ref: ChainRef, signal: AbortSignal): Promise<boolean> => {
    if (withProxy.has(ref)) return true;
    const { client } = chainOf(ref);
    const [code] = await client.read((node) => node.ask([codeOf(permit2ProxyAddress)]), signal);
    if (code !== '0x') withProxy.add(ref);
    return code !== '0x';
  };
  /** Null where the chain or the token does not have the contract that the payer signed for. */
  const methodOf = async (
    { method, chain: ref, token }: AuthorizedTransfer,
    signal: AbortSignal,
  ): Promise<((transfer: AuthorizedTransfer) => TransferMethod) | null> => {
    switch (method) {
      case 'eip3009':
        const named3009 = await nameOf(ref, token, signal);
        return named3009 && ((transfer) => tokenMethod(named3009.separator, transfer));
      case 'permit2':
        const { chainId } = chainOf(ref);
        return (await takesPermit2(ref, signal))
          ? (transfer) => permit2Method(chainId, transfer)
          : null;
    }
  };
  return {
    chains: [...chains.keys()],
    relayer,
    domainOf: async (ref, token, signal) => (await nameOf(ref, token, signal))?.domain ?? null,
    takesPermit2,
    async tryTransfer(transfer, nowSec, signal) {
      const { chain: ref, validAfter, validBefore } = transfer;
      const method = await methodOf(transfer, signal);
      if (method === null) return fault('unsupported');
      if (validAfter > nowSec) return fault('early');
      const chain = chainOf(ref);
      const leftSec = twoBlocksSec.get(chain.chainId) ?? leastLeftSec;
      if (validBefore < nowSec + leftSec) return fault('late');
      const tried = await tryTransfer(chain, relayer, method, transfer, signal);
      if (tried.ok || tried.fault !== 'signature') return tried;
      const anew = await renamed(transfer, signal);
      return anew === null ? tried : tryTransfer(chain, relayer, anew, transfer, signal);
    },
    fateOf: async (transfer, looked, signal) => {
      const fateOf = transfer.method === 'permit2' ? permit2Fate : transferFate;
      return fateOf(chainOf(transfer.chain), senders, transfer, looked, signal);
    },
    async searchedFrom(ref, signal) {
      const [head] = await chainOf(ref).client.read((node) => node.ask([headNumber]), signal);
      return Math.max(0, head - searchedBlocks);
    },
  };
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
