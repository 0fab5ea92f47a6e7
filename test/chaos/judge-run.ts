import { isStoreBehind } from '@interline/core/transactions';
import { evmChain, nativeAddress, type Transaction } from '@interline/kernel';
import { judgeBooks } from './judge-books.ts';
import { judgeTransfer } from './judge-transfer.ts';
import type { Accounts, BookAudit } from './process-messages.ts';
import type { ChainFacts, RunFacts } from './run-facts.ts';
import type { Violation } from './violation.ts';
import { transactionWaits } from './waits-for-person.ts';

/** What is wrong after a run; empty where every unit is where it belongs. */
export function judgeRun(facts: RunFacts): readonly Violation[] {
  return [
    ...facts.transfers.flatMap((one, index) =>
      judgeTransfer(one, facts).map(({ kind, what }) => ({
        kind,
        what: `transfer ${index}: ${what}`,
      })),
    ),
    ...judgeStrays(facts),
    ...facts.chains.flatMap((chain) => judgeChain(chain, facts)),
    ...judgeBooks(facts),
  ];
}

/** Routes and payments that no client asked for, and transactions that were left open. */
function judgeStrays(facts: RunFacts): readonly Violation[] {
  const { transfers, accounts, audit, chains } = facts;
  const routes = transfers.map(({ route }) => route);
  const waits = (one: Transaction): boolean =>
    facts.wasRestored && transactionWaits(one, routes, audit);
  const known = transfers.filter((one) => one.route !== null).length;
  const found: Violation[] =
    audit.routes === known
      ? []
      : [
          {
            kind: 'unbalanced',
            what: `the store has ${audit.routes} routes, the clients have ${known}`,
          },
        ];
  found.push(
    ...audit.openTransactions
      .filter((one) => !waits(one))
      .map(({ id, purpose, chain, slot, owner }) => ({
        kind: 'unbalanced' as const,
        what: `the store does not know how ${purpose} ${id} of ${owner.id} ended, nonce ${slot} on ${chain}`,
      })),
  );
  found.push(
    ...audit.unreceipted.map((id) => ({
      kind: 'unbalanced' as const,
      what: `the receipt of ${id} is not signed and logged once`,
    })),
  );
  const people = new Set(transfers.flatMap((one) => [one.payer, one.recipient]));
  for (const { chainId, seen } of chains) {
    for (const { to, units } of seen.filter(
      (one) => one.from === accounts.float && !people.has(one.to),
    )) {
      found.push({
        kind: 'paid-twice',
        what: `${units} left the float on ${chainId} to ${to}, whom nobody named`,
      });
    }
  }
  return found;
}

/** Only a store that went back in time has a reason to stop an account for good. */
function standsStill({ stopped }: { readonly stopped: string | null }, facts: RunFacts): boolean {
  return facts.wasRestored && isStoreBehind(stopped);
}

function judgeChain(chain: ChainFacts, facts: RunFacts): readonly Violation[] {
  const { accounts, audit } = facts;
  const found: string[] = [];
  const ref = evmChain(chain.chainId);
  const flow = chain.seen.reduce(
    (sum, { from, to, units }) =>
      sum + (to === accounts.float ? units : 0n) - (from === accounts.float ? units : 0n),
    chain.floatBefore,
  );
  if (chain.floatAfter !== flow)
    found.push(`the float has ${chain.floatAfter}, its transfers say ${flow}`);
  // Money is reserved for routes that wait beside an account that stands still.
  const isWaiting = audit.accounts.some((one) => standsStill(one, facts));
  for (const role of ['spender', 'float'] as const satisfies readonly (keyof Accounts)[]) {
    const record = audit.accounts.find(
      (one) => one.chain === ref && one.account === accounts[role],
    );
    const { mined, pending } = chain.nonces[role];
    const strangers = chain.strangers[role];
    if (strangers > 0 && (record === undefined || !standsStill(record, facts)))
      found.push(`the store does not know ${strangers} transactions of the ${role}, and goes on`);
    if (record === undefined) found.push(`the store has no ${role} account`);
    else if (standsStill(record, facts)) {
      if (strangers === 0 && record.nextSlot >= pending)
        found.push(`the ${role} stands still, and the store knows all that it sent`);
    } else if (record.nextSlot !== mined || mined !== pending)
      found.push(
        `the ${role}'s next nonce is ${record.nextSlot} in the store, ${mined} in blocks, ${pending} with what waits`,
      );
    if (record?.stopped != null && !standsStill(record, facts))
      found.push(`the ${role} account is stopped: ${record.stopped}`);
    if (!isWaiting)
      found.push(
        ...judgeBook(
          `the ${role}'s coin`,
          audit.books.find(
            ({ reading }) =>
              reading?.book.chain === ref &&
              reading.book.account === accounts[role] &&
              reading.book.token === nativeAddress,
          ),
          chain.coins[role],
        ),
      );
  }
  if (!isWaiting)
    found.push(
      ...judgeBook(
        "the float's USDC",
        audit.books.find(
          ({ reading }) =>
            reading?.book.chain === ref &&
            reading.book.account === accounts.float &&
            reading.book.token === chain.usdc,
        ),
        chain.floatAfter,
      ),
    );
  return found.map((what) => ({ kind: 'unbalanced', what: `chain ${chain.chainId}: ${what}` }));
}

function judgeBook(name: string, book: BookAudit | undefined, onChain: bigint): readonly string[] {
  if (book?.reading == null) return [`${name} has no reading in the store`];
  const found: string[] = [];
  if (book.reading.units !== onChain)
    found.push(`${name} is ${book.reading.units} in the store and ${onChain} on chain`);
  if (book.open.length > 0)
    found.push(
      `${name} has open reservations: ${book.open.map((one) => `${one.id} of ${one.units}`).join(', ')}`,
    );
  if (book.free !== onChain) found.push(`${book.free} of ${name} is free, of ${onChain}`);
  return found;
}
