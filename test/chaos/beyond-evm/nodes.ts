import { setTimeout as pause } from 'node:timers/promises';
import { BitcoinBusy } from '@interline/devnet';
import {
  type BeyondEvmHarness,
  bitcoinRpc as callBitcoin,
} from '../../support/beyond-evm-harness.ts';
import type { SeededChance } from '../seeded-chance.ts';

export interface Nodes {
  readonly bitcoin: BeyondEvmHarness['bitcoin'];
  readonly stellar: BeyondEvmHarness['stellar'];
  /** URLs of the Horizons that the service reads; each has faults of its own. */
  readonly horizons: readonly string[];
}

type BitcoinEndpoint = Nodes['bitcoin'];

const mostTries = 50;

/**
 * A call of the devnet's own wallet, made again where the node did not take it: Core has 64 calls in
 * line at most, and a service that comes up again asks for every address at once.
 */
export async function bitcoinRpc(
  node: BitcoinEndpoint,
  method: string,
  ...params: readonly unknown[]
): Promise<unknown> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await callBitcoin(node, method, ...params);
    } catch (error) {
      if (!(error instanceof BitcoinBusy) || tried === mostTries) throw error;
      await pause(100);
    }
  }
}

/** The last 1 to 3 blocks give way to a longer chain without their transactions. */
export async function reorg(node: BitcoinEndpoint, own: SeededChance): Promise<void> {
  const depth = own.between(1, 3);
  const height = Number(await bitcoinRpc(node, 'getblockcount'));
  const hash = await bitcoinRpc(node, 'getblockhash', height - depth + 1);
  const address = await bitcoinRpc(node, 'getnewaddress');
  await bitcoinRpc(node, 'invalidateblock', hash);
  for (let mined = 0; mined <= depth; mined += 1)
    await bitcoinRpc(node, 'generateblock', address, []);
}

export async function mine(node: BitcoinEndpoint, blocks: number): Promise<void> {
  await bitcoinRpc(node, 'generatetoaddress', blocks, await bitcoinRpc(node, 'getnewaddress'));
}

/** Another Horizon of the same ledger. */
export async function secondHorizon({ horizonUrl }: Nodes['stellar']): Promise<string> {
  const response = await fetch(`${horizonUrl}/devnet/horizons`, { method: 'POST' });
  // CAST: the devnet's answer.
  return ((await response.json()) as { readonly horizonUrl: string }).horizonUrl;
}

/** Whatever waits is in it; where nothing does, it is empty. */
export async function closeLedger({ horizonUrl }: Nodes['stellar']): Promise<void> {
  await fetch(`${horizonUrl}/devnet/close`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
}

export async function setFault(
  horizonUrl: string,
  fault: string | null,
  times?: number,
): Promise<void> {
  await fetch(`${horizonUrl}/devnet/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fault, ...(times === undefined ? {} : { times }) }),
  });
}

export async function isMined(node: BitcoinEndpoint, txid: unknown): Promise<boolean> {
  const transaction = await bitcoinRpc(node, 'getrawtransaction', txid, true).catch(() => null);
  return (
    typeof transaction === 'object' &&
    transaction !== null &&
    'confirmations' in transaction &&
    Number(transaction.confirmations) > 0
  );
}
