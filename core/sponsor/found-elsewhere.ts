import { evmAddress, type Hex, type Transaction } from '@interline/kernel';
import type { OperationOutcome } from '@interline/ports';
import { type Entry, entryOf, holdingOf } from '../books/index.ts';
import type { SponsorPorts } from './ports.ts';
import { endOf, type SponsoredCall } from './sponsored-call.ts';

/** Whoever sees an operation in the mempools can send it first; the fee came to us all the same. */
export async function madeElsewhere(
  { sponsored, store, lifetime }: SponsorPorts,
  { chain, account, hash, fee }: SponsoredCall,
  { id, account: relayer, minedBlock }: Transaction,
): Promise<OperationOutcome | null> {
  const block = (await store.reads.transactions.preparedAtOf(id)) ?? minedBlock ?? 0;
  const outcome = await sponsored.foundElsewhere(
    chain,
    { hash: hash as Hex, account, fee }, // CAST: a hash that the store has was made as hex.
    { relayer: evmAddress(relayer), block },
    lifetime,
  );
  return outcome === null ? null : endOf({ fee }, outcome);
}

/**
 * What came to the account by no transaction of ours. It is an entry of the transaction that reverted for
 * it, in that block, so that a reorg takes back both.
 */
export function feeFound(
  { id, chain, account, owner, minedBlock, minedBlockHash }: Transaction,
  call: SponsoredCall,
  made: OperationOutcome,
  atMs: number,
): Entry | null {
  const { token } = call.fee;
  const units: bigint = made.feePaid;
  return entryOf({
    id: `${id}/fee/${call.id}/${minedBlockHash ?? ''}`,
    kind: 'sponsor',
    chain,
    block: minedBlock,
    blockHash: minedBlockHash,
    txHash: made.elsewhere ?? null,
    transactionId: id,
    owner,
    lines: [
      { ...holdingOf('spender', chain, token, account), units },
      { kind: 'fees', chain, token, holder: '', units: -units },
    ],
    atMs,
  });
}
