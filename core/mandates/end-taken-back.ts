import { RelayError, type Transaction } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import { accountsOfPayer } from '../accounts/index.ts';
import { type Ceiling, type Mandate, wholeCeiling } from './mandate.ts';
import type { MandateReads, MandateStore, MandateUnit, MandateView } from './repository.ts';
import { tellOwner } from './tell-owner.ts';

/** The most that an account may have, revoked ones included. */
export const mostMandates = 100;

/**
 * Revokes the wallet's mandates with earlier allowances, where the chain has none of those any more: their owner took
 * them back there, and the next one that is opened would let them pay again.
 */
export async function endTakenBack(
  tx: MandateUnit,
  ceiling: Ceiling,
  nowMs: number,
): Promise<void> {
  for (const { state, ...one } of await onAllowanceOf(tx.mandates, ceiling))
    if (state === 'active' && one.expiresAtMs > nowMs && one.ceiling.nonce < ceiling.nonce)
      await revoke(tx, one, nowMs);
}

/**
 * Before a mandate's first payment opens its allowance: what its owner took back on the chain since it was registered
 * ends here too, earlier allowances of the wallet or the mandate's own. The chain has one allowance for all of them,
 * and would let any of them pay out of what another has opened. Throws `MANDATE_REVOKED`, `CHAIN_UNREACHABLE`.
 */
export async function endTakenBackBeforeFirst(
  {
    store,
    custody,
  }: { readonly store: MandateStore; readonly custody: Pick<CustodyPort, 'verifyPermit'> },
  mandate: Mandate,
  nowMs: number,
  signal: AbortSignal,
): Promise<void> {
  const { id, ceiling } = mandate;
  const { mandates } = store.reads;
  if ((await mandates.unitsTaken(id)) > 0n) return;
  const verdict = await custody.verifyPermit(wholeCeiling(ceiling), signal, { isFresh: true });
  if (verdict.ok) {
    if (verdict.value.hasNoneBefore === true)
      await store.run('end-taken-back', (tx) => endTakenBack(tx, ceiling, nowMs));
    return;
  }
  // The pull is refused for whatever else it is.
  if (verdict.code !== 'PERMIT_USED' || (await wasOpened(store.reads, ceiling))) return;
  // One node alone ends nothing for good.
  const asked = { isFresh: true, confirmsRefusal: true };
  const confirmed = await custody.verifyPermit(wholeCeiling(ceiling), signal, asked);
  if (confirmed.ok || confirmed.code !== 'PERMIT_USED') return;
  await store.run('end-invalidated', (tx) => revoke(tx, mandate, nowMs));
  throw new RelayError(
    'MANDATE_REVOKED',
    {},
    'its allowance was never opened, and its nonce was invalidated on the chain',
  );
}

async function revoke(
  tx: MandateUnit,
  mandate: Omit<Mandate, 'state'>,
  nowMs: number,
): Promise<void> {
  if (await tx.mandates.revokeMandate(mandate.id, nowMs))
    await tellOwner(tx, 'mandate.revoked', { ...mandate, state: 'revoked' }, nowMs);
}

/** The most payments of a mandate, all returned, that are looked at; one of more counts as opened. */
const mostReturned = 50;

/** Whether a payment of ours opened the allowance of that nonce: of several that were signed with it, one is opened. */
async function wasOpened(
  { mandates, transactions }: Pick<MandateView, 'mandates' | 'transactions'>,
  ceiling: Ceiling,
): Promise<boolean> {
  for (const { id, ceiling: other } of await onAllowanceOf(mandates, ceiling)) {
    if (other.nonce !== ceiling.nonce) continue;
    if ((await mandates.unitsTaken(id)) > 0n) return true;
    const receipts = await mandates.mandateReceipts(id, null, 2 * mostReturned);
    const routes = [...new Set(receipts.map(({ routeId }) => routeId))];
    if (routes.length >= mostReturned) return true;
    for (const route of routes)
      if (hasOpened(await transactions.transactionsOf(route))) return true;
  }
  return false;
}

/** A payment that came to nothing because its owner took the allowance back first has not opened it. */
function hasOpened(sent: readonly Pick<Transaction, 'purpose' | 'state'>[]): boolean {
  const ofPull = sent.filter(({ purpose }) => purpose === 'allowance' || purpose === 'pull');
  // Transactions are forgotten before the mandate.
  return ofPull.length === 0 || ofPull.some(({ state }) => state === 'open' || state === 'mined');
}

/** All that share its allowance on the chain: of the same wallet, for the same token and spender. */
async function onAllowanceOf(
  mandates: Pick<MandateReads, 'mandatesOf'>,
  { chain, owner, token, spender }: Ceiling,
): Promise<readonly Mandate[]> {
  const all = await Promise.all(
    accountsOfPayer(chain, owner).map((account) =>
      mandates.mandatesOf(account, null, mostMandates),
    ),
  );
  return all
    .flat()
    .filter(
      ({ ceiling: other }) =>
        other.chain === chain &&
        other.owner === owner &&
        other.token === token &&
        other.spender === spender,
    );
}
