import {
  type ChainRef,
  faultInLog,
  noUnits,
  RelayError,
  type Transaction,
} from '@interline/kernel';
import type { OperationOutcome } from '@interline/ports';
import { authorizationFor } from './check-authorization.ts';
import { commitBundle } from './commit-bundle.ts';
import { madeElsewhere, postFeeFound } from './found-elsewhere.ts';
import { chargeSpoiler } from './losses.ts';
import type { SponsorPorts } from './ports.ts';
import { settleCall } from './settle-bundles.ts';
import { failedWith, nonceKeyOf, type Signed, type SponsoredCall } from './sponsored-call.ts';

/** How long a signature is kept for a second attempt, where others made the first one revert. */
const triedForMs = 600_000;
const triedAtOnce = 100;

/**
 * Sends each call of a reverted transaction once more, alone: only one of them was bad. A signature is a
 * bearer instrument, and is deleted when its time is over.
 */
export function retryAlone(ports: SponsorPorts): () => Promise<void> {
  return async () => {
    // A chain whose nodes do not answer does not hold up the others.
    await Promise.all(ports.sponsored.chains.map((chain) => retryOn(ports, chain)));
  };
}

async function retryOn(ports: SponsorPorts, chain: ChainRef): Promise<void> {
  for (const call of await ports.store.reads.sponsor.unmadeSponsoredCalls(chain, triedAtOnce))
    await retryOne(ports, call).catch((error: unknown) => {
      ports.log.warn('sponsored-postponed', { chain, ...faultInLog(error) });
    });
}

async function retryOne(ports: SponsorPorts, call: SponsoredCall): Promise<void> {
  const { signed, bundleId } = call;
  if (signed === null || bundleId === null) return;
  const last = (await ports.store.reads.transactions.transactionsOf(bundleId)).at(-1);
  if (last === undefined || last.state === 'open') return;
  if (ports.clock.now() - (call.acceptedAtMs ?? 0) > triedForMs) {
    const made = await madeElsewhere(ports, call, last, last.minedBlock ?? 0);
    if (made === 'unshown') return;
    await giveUp(ports, call, last, { why: 'it could not be sent again in time', made });
  } else if (last.state === 'reverted') {
    const refusal = await sendAgain(ports, call, signed);
    if (refusal !== null) await endRefused(ports, call, last, refusal);
  }
}

/** Why the call is not sent again; null where it is. */
async function sendAgain(
  ports: SponsorPorts,
  call: SponsoredCall,
  signed: Signed,
): Promise<RelayError | null> {
  const { chain, account, nonce } = call;
  const standing = await ports.sponsored.accountAt(chain, account, nonce >> 64n, ports.lifetime);
  try {
    const authorization = authorizationFor(ports, call, signed.authorization, standing);
    const refused = await commitBundle(ports, chain, [
      { call, signed: { ...signed, authorization } },
    ]);
    return refused.get(call.id) ?? null;
  } catch (error) {
    if (error instanceof RelayError && isOfAccount(error)) return error;
    throw error;
  }
}

/**
 * The account has other code, or its authorization is spent: that reverts every transaction it is part of.
 */
function isOfAccount({ code }: RelayError): boolean {
  return (
    code === 'AUTHORIZATION_INVALID' || code === 'DELEGATE_NOT_ALLOWED' || code === 'NONCE_TAKEN'
  );
}

/**
 * A call whose account no longer accepts operations made the others' transaction revert, unless a stranger
 * had sent it before us. A call that would merely fail now did not: failing calls revert nothing.
 */
async function endRefused(
  ports: SponsorPorts,
  call: SponsoredCall,
  last: Transaction,
  refusal: RelayError,
): Promise<void> {
  const isTaken = refusal.code === 'NONCE_TAKEN';
  const made = isTaken ? await madeElsewhere(ports, call, last, last.minedBlock ?? 0) : null;
  // Its nonce is used up, and no node shows by what: logs may lag.
  if (made === 'unshown' || (isTaken && made === null)) return;
  await giveUp(ports, call, last, { why: refusal.message, made, isSpoiler: isOfAccount(refusal) });
}

async function giveUp(
  ports: SponsorPorts,
  call: SponsoredCall,
  last: Transaction,
  {
    why,
    made,
    isSpoiler = false,
  }: {
    readonly why: string;
    readonly made: OperationOutcome | null;
    readonly isSpoiler?: boolean;
  },
): Promise<void> {
  const outcome = made ?? failedWith(why, noUnits);
  const takenKey = made === null ? null : nonceKeyOf(call);
  await ports.store.run('give-up-sponsored', async (tx) => {
    const now = await tx.sponsor.sponsoredCall(call.id);
    // Meanwhile another process has sent it again, or ended it.
    if (now?.bundleId !== call.bundleId || now.outcome !== null) return;
    // A reorg may have moved it meanwhile, or taken it out: then what was found no longer applies.
    const stands = await tx.transactions.transaction(last.id);
    if (stands?.state !== last.state || stands.minedBlockHash !== last.minedBlockHash) return;
    if (made !== null) await postFeeFound(tx, last, call, made, ports.clock.now());
    const isLoss = isSpoiler && !outcome.isSuccess && !call.isCharged;
    if (isLoss) await chargeSpoiler(ports, tx, call, last.gasCost ?? 0n);
    await settleCall(tx, call, { outcome, takenKey, isLoss });
  });
}
