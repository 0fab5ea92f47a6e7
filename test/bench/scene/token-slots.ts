import { AbiCoder, keccak256, toBeHex } from 'ethers';
import { evmAddress, type EvmAddress, maxUint256, permit2Address } from '@interline/kernel';
import type { JsonRpcLink, RpcQuestion } from './json-rpc-link.ts';

/**
 * Where a token keeps its two mappings: with them thousands of payers are funded in a second and
 * without a transaction.
 */
export interface TokenSlots {
  readonly balances: number;
  readonly allowances: number;
}

const slotsProbed = 32;
const probe = evmAddress(`0x${'5107'.repeat(10)}`);
const probeUnits = 7n;

/** Tries one slot after another and asks the token itself what changed. */
export async function findTokenSlots(link: JsonRpcLink, token: EvmAddress): Promise<TokenSlots> {
  const coder = AbiCoder.defaultAbiCoder();
  const balanceOf = `0x70a08231${coder.encode(['address'], [probe]).slice(2)}`;
  const allowance = `0xdd62ed3e${coder.encode(['address', 'address'], [probe, permit2Address]).slice(2)}`;
  return {
    balances: await slotThatSays(link, token, balanceOf, (slot) => balanceKey(slot, probe)),
    allowances: await slotThatSays(link, token, allowance, (slot) => allowanceKey(slot, probe)),
  };
}

export function setBalance(
  token: EvmAddress,
  slots: TokenSlots,
  owner: EvmAddress,
  units: bigint,
): RpcQuestion {
  return store(token, balanceKey(slots.balances, owner), units);
}

/** Lets Permit2 take everything, as a payer does once in a life. */
export function approvePermit2(
  token: EvmAddress,
  slots: TokenSlots,
  owner: EvmAddress,
): RpcQuestion {
  return store(token, allowanceKey(slots.allowances, owner), maxUint256);
}

async function slotThatSays(
  link: JsonRpcLink,
  token: EvmAddress,
  data: string,
  keyOf: (slot: number) => string,
): Promise<number> {
  for (let slot = 0; slot < slotsProbed; slot += 1) {
    const { method, params } = store(token, keyOf(slot), probeUnits);
    await link.call(method, params);
    const said = BigInt(String(await link.call('eth_call', [{ to: token, data }, 'latest'])));
    const undo = store(token, keyOf(slot), 0n);
    await link.call(undo.method, undo.params);
    if (said === probeUnits) return slot;
  }
  throw new Error(`the token ${token} keeps its books in none of its first ${slotsProbed} slots`);
}

function store(token: EvmAddress, key: string, value: bigint): RpcQuestion {
  return { method: 'anvil_setStorageAt', params: [token, key, toBeHex(value, 32)] };
}

function balanceKey(slot: number, owner: EvmAddress): string {
  return keccak256(AbiCoder.defaultAbiCoder().encode(['address', 'uint256'], [owner, slot]));
}

function allowanceKey(slot: number, owner: EvmAddress): string {
  return keccak256(
    AbiCoder.defaultAbiCoder().encode(
      ['address', 'bytes32'],
      [permit2Address, balanceKey(slot, owner)],
    ),
  );
}
