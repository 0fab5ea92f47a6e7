import { type AccountRole, type ChainRef, type Address, nativeAddress } from '@interline/kernel';
import { holdingOf } from './books-account.ts';
import { entryOf } from './entry.ts';
import type { BookWrites } from './repository.ts';

/** A transaction of ours that the store does not have and that its chain shows. */
export interface RecoveredTransaction {
  readonly chain: ChainRef;
  readonly role: AccountRole;
  readonly account: Address;
  readonly hash: string;
  readonly block: number;
  readonly blockHash: string;
  readonly gasCost: bigint;
}

/**
 * Must run in the unit that records the transaction. Posts its inclusion cost, once for its block.
 * Its movements are not posted, because an operator has to explain them.
 */
export async function postRecoveredGas(
  books: Pick<BookWrites, 'post'>,
  recovered: RecoveredTransaction,
  atMs: number,
): Promise<void> {
  const { chain, role, account, hash, block, blockHash, gasCost } = recovered;
  const entry = entryOf({
    id: `recovered/${chain}/${hash}/${blockHash.slice(0, 18)}`,
    kind: 'recovered',
    chain,
    block,
    blockHash,
    txHash: hash,
    lines: [
      { kind: 'gas', chain, token: nativeAddress, holder: '', units: gasCost },
      { ...holdingOf(role, chain, nativeAddress, account), units: -gasCost },
    ],
    atMs,
  });
  if (entry !== null) await books.post(entry);
}
