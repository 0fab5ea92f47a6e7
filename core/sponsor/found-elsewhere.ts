import { asHex, evmAddress, type Transaction } from '@interline/kernel';
import type { OperationOutcome } from '@interline/ports';
import { entryOf, holdingOf, postArrival } from '../books/index.ts';
import type { SponsorPorts } from './ports.ts';
import type { SponsorUnit } from './repository.ts';
import { endOf, type SponsoredCall } from './sponsored-call.ts';

/** How long a log of an operation whose nonce is used may lag. */
const shownWithinMs = 600_000;

/**
 * How a stranger's transaction ended the operation: anyone who sees it in the mempool can send it first, and
 * the fee came to us all the same. Null where its nonce is free as of `block`, in which ours came to nothing;
 * `unshown` where it is used and no node shows yet by what. After a while something else must have used it:
 * an account can consume it without an operation.
 */
export async function madeElsewhere(
  { sponsored, store, clock, lifetime }: SponsorPorts,
  call: SponsoredCall,
  { id, account: relayer }: Transaction,
  block: number,
): Promise<OperationOutcome | 'unshown' | null> {
  const { chain, account, hash, fee, acceptedAtMs } = call;
  if (!(await sponsored.isNonceUsed(chain, call, block, lifetime))) return null;
  const from = (await store.reads.transactions.preparedAtOf(id)) ?? block;
  const outcome = await sponsored.foundElsewhere(
    chain,
    { hash: asHex(hash), account, fee },
    { relayer: evmAddress(relayer), block: from, head: block },
    lifetime,
  );
  if (outcome !== null) return endOf({ fee }, outcome);
  return clock.now() - (acceptedAtMs ?? 0) > shownWithinMs ? null : 'unshown';
}

/**
 * Within the unit that settles the call: posts the fee that a stranger's transaction brought. The entry
 * belongs to our transaction that reverted because of it, in that block, so that a reorg takes back both.
 */
export async function postFeeFound(
  { transactions, books }: Pick<SponsorUnit, 'transactions' | 'books'>,
  { id, chain, account, owner, minedBlock, minedBlockHash }: Transaction,
  call: SponsoredCall,
  made: OperationOutcome,
  atMs: number,
): Promise<void> {
  const { token } = call.fee;
  const units: bigint = made.feePaid;
  const txHash = made.elsewhere ?? null;
  // A bundle that reverted, and succeeds after a reorg, books the money in an entry of its own.
  const isOurs = txHash !== null && (await transactions.signedTransaction(txHash)) !== null;
  const posted = await books.entriesOfTransaction(owner.id, id);
  const round = posted.filter(({ reverses }) => reverses !== null).length;
  const fee = entryOf({
    id: `${id}/fee/${call.id}/${minedBlockHash ?? ''}/${round}`,
    kind: 'sponsor',
    chain,
    block: minedBlock,
    blockHash: minedBlockHash,
    txHash,
    transactionId: id,
    owner,
    lines: [
      isOurs
        ? { kind: 'unclaimed', chain, token, holder: '', units }
        : { ...holdingOf('spender', chain, token, account), units },
      { kind: 'fees', chain, token, holder: '', units: -units },
    ],
    atMs,
  });
  if (fee !== null) await postArrival(books, fee);
}
