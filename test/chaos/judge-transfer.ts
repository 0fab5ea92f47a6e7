import { optionalText } from '@interline/cli';
import type { RunFacts, TransferFacts } from './run-facts.ts';
import type { Violation } from './violation.ts';
import { waitsForPerson } from './waits-for-person.ts';

/** What is wrong with one transfer, by the chains first and by the service's word second. */
export function judgeTransfer(one: TransferFacts, facts: RunFacts): readonly Violation[] {
  const moves = movesOf(one, facts);
  return [
    ...judgeMoney(one, facts, moves),
    ...judgeWord(one, facts),
    ...judgeBalances(one, facts, moves),
  ];
}

interface Moves {
  readonly pulls: number;
  /** What reached the recipient from the float, one by one. */
  readonly paid: readonly bigint[];
  readonly refunds: number;
}

function movesOf({ plan, payer, recipient }: TransferFacts, { accounts, chains }: RunFacts): Moves {
  const [source = [], destination = []] = [plan.from, plan.to].map(
    (id) => chains.find(({ chainId }) => chainId === id)?.seen,
  );
  return {
    pulls: source.filter((log) => log.from === payer && log.units === plan.units).length,
    paid: destination
      .filter((log) => log.from === accounts.float && log.to === recipient)
      .map(({ units }) => units),
    refunds: source.filter(
      (log) => log.from === accounts.float && log.to === payer && log.units === plan.units,
    ).length,
  };
}

function judgeMoney(
  one: TransferFacts,
  { wasRestored, audit }: RunFacts,
  { pulls, paid, refunds }: Moves,
): readonly Violation[] {
  const { plan, route, answers, refusals } = one;
  const owed = bridgedOf(plan.units);
  const found: Violation[] = [];
  if (pulls > 1) found.push({ kind: 'lost', what: `its payer was debited ${pulls} times` });
  if (paid.length + refunds > 1)
    found.push({
      kind: 'paid-twice',
      what: `${paid.length} payouts and ${refunds} refunds left the float`,
    });
  if (paid.length + refunds > 0 && pulls === 0)
    found.push({ kind: 'unbalanced', what: 'money left the float for it, none came in' });
  if (paid.some((units) => units !== owed))
    found.push({ kind: 'unbalanced', what: `${paid.join(' and ')} was paid, ${owed} was owed` });
  if (wasRestored && (waitsForPerson(one, route, audit) || route === null)) {
    if (!waitsForPerson(one, route, audit) && pulls > paid.length + refunds)
      found.push({
        kind: 'lost',
        what: 'its payer was debited before the store went back, and no account stands still for it',
      });
    return found;
  }
  if (route === null) {
    if (pulls > 0 || answers.length > 0)
      found.push({
        kind: 'lost',
        what: `the store does not know it: ${pulls} pulls, answered with ${answers.join(', ') || 'nothing'}`,
      });
    else if (!plan.givesUp)
      found.push({ kind: 'lost', what: `it was never accepted: ${refusals.join(', ')}` });
    return found;
  }
  switch (route.status) {
    case 'DONE':
      if (pulls === 0 || paid.length === 0)
        found.push({
          kind: 'lost',
          what: `it is DONE with ${pulls} pulls and ${paid.length} payouts on chain`,
        });
      break;
    case 'FAILED':
      found.push(
        ...judgeFailure(
          plan.isBanned,
          `${route.stage}, ${route.failure?.code}: ${route.failure?.reason}`,
          { pulls, paid, refunds },
        ),
      );
      break;
    case 'BRIDGING':
    case 'FUNDS_REQUIRED':
    case 'AWAITING_DEPOSIT':
      found.push({
        kind: 'lost',
        what: `it never ended: ${route.status}, ${route.stage}, ${pulls} pulls, ${paid.length} payouts, ${refunds} refunds`,
      });
  }
  return found;
}

function judgeFailure(
  isBanned: boolean,
  said: string,
  { pulls, paid, refunds }: Moves,
): readonly Violation[] {
  const found: Violation[] = [];
  if (paid.length > 0)
    found.push({ kind: 'false-failed', what: `it is FAILED (${said}) and its recipient was paid` });
  if (pulls > refunds)
    found.push({ kind: 'false-failed', what: `it is FAILED (${said}) and its payer is short` });
  if (!isBanned)
    found.push({
      kind: 'false-failed',
      what: `it is FAILED (${said}) and nothing stood in its way`,
    });
  return found;
}

/** The receipt over HTTP says the same, and the same body always got the same route. */
function judgeWord(
  { plan, route, receipt, answers }: TransferFacts,
  { wasRestored }: RunFacts,
): readonly Violation[] {
  if (route === null) return [];
  const found: Violation[] = [];
  const others = [...new Set(answers)].filter((id) => id !== route.id);
  // A store that went back in time has forgotten what it answered.
  if (others.length > 0 && !wasRestored)
    found.push({
      kind: 'lost',
      what: `it is ${route.id} and was also answered with ${others.join(', ')}`,
    });
  const said =
    receipt === null
      ? 'nothing'
      : [optionalText(receipt, 'status'), optionalText(receipt, 'bridged')].join(' ');
  // Nothing goes on of what is given back, or was never pulled.
  const isBack = route.status === 'FAILED' || route.phase === 'refunding';
  const wanted = [route.status, isBack ? 0n : bridgedOf(plan.units)].join(' ');
  if (said !== wanted)
    found.push({ kind: 'lost', what: `its receipt says ${said}, wanted ${wanted}` });
  return found;
}

/**
 * The balances say what the logs say: everybody here started with nothing but the amounts to send.
 */
function judgeBalances(one: TransferFacts, facts: RunFacts, moves: Moves): readonly Violation[] {
  const balanceOn = (chainId: number, who: TransferFacts['payer']): bigint =>
    facts.chains.find((chain) => chain.chainId === chainId)?.usdcOf.get(who) ?? -1n;
  const found: Violation[] = [];
  const arrived = moves.paid.reduce((sum, units) => sum + units, 0n);
  const held = balanceOn(one.plan.to, one.recipient);
  if (held !== arrived)
    found.push({ kind: 'unbalanced', what: `its recipient has ${held}, the logs say ${arrived}` });
  const left = facts.transfers
    .filter((other) => other.payer === one.payer && other.plan.from === one.plan.from)
    .reduce((sum, other) => {
      const { pulls, refunds } = movesOf(other, facts);
      return sum + other.plan.units * BigInt(1 - pulls + refunds);
    }, 0n);
  const kept = balanceOn(one.plan.from, one.payer);
  if (kept !== left)
    found.push({ kind: 'unbalanced', what: `its payer has ${kept}, the logs say ${left}` });
  return found;
}

/**
 * 8 bps off, the fee rounded up: worked out here so that a mistake of the service's own arithmetic
 * shows.
 */
export function bridgedOf(units: bigint): bigint {
  return units - (units * 8n + 9_999n) / 10_000n;
}
