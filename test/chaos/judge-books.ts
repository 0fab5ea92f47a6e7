import { evmChain, nativeAddress } from '@interline/kernel';
import { bridgedOf } from './judge-transfer.ts';
import type { BooksAudit } from './process-messages.ts';
import type { ChainFacts, RunFacts } from './run-facts.ts';
import type { Violation } from './violation.ts';

/** What must stand at nothing once every transfer has ended. */
const emptyKinds = [
  'owed-to-payers',
  'owed-by-engines',
  'losses',
  'unclaimed',
  'gas-adjustment',
  'rail-costs',
] as const;

/** The double-entry books against the chains and the transfers, to the unit. */
export function judgeBooks(facts: RunFacts): readonly Violation[] {
  const { books, chains } = facts;
  if (books === null) return [];
  const found = [
    ...books.unjudged.map((chain) => `${chain} was not compared with the chain`),
    ...books.deficits.map(
      ({ chain, account, token, units }) =>
        `${units} of ${token} is missing at ${account} on ${chain}`,
    ),
    ...books.balances
      .filter(({ kind }) => emptyKinds.some((one) => one === kind))
      .map(({ kind, chain, token, units }) => `${kind} has ${units} of ${token} on ${chain}`),
    ...chains.flatMap((chain) => judgeChain(chain, facts, books)),
  ];
  return found.map((what) => ({ kind: 'unbalanced', what: `the books: ${what}` }));
}

function judgeChain(
  { chainId, usdc, floatAfter, coins }: ChainFacts,
  { transfers, accounts }: RunFacts,
  { balances }: BooksAudit,
): readonly string[] {
  const chain = evmChain(chainId);
  const sum = (kind: string, token: string, holder = ''): bigint =>
    balances
      .filter(
        (one) =>
          one.kind === kind && one.chain === chain && one.token === token && one.holder === holder,
      )
      .reduce((total, { units }) => total + units, 0n);
  const earned = transfers
    .filter(({ plan, route }) => plan.from === chainId && route?.status === 'DONE')
    .reduce((total, { plan }) => total + plan.units - bridgedOf(plan.units), 0n);
  const wanted: readonly (readonly [name: string, booked: bigint, wanted: bigint])[] = [
    ['the float', sum('float', usdc, accounts.float), floatAfter],
    ["the float's coin", sum('coin', nativeAddress, accounts.float), coins.float],
    ["the spender's coin", sum('coin', nativeAddress, accounts.spender), coins.spender],
    ['the fees earned', sum('fees', usdc), earned],
  ];
  return wanted.flatMap(([name, booked, units]) =>
    booked === units ? [] : [`${name} on ${chain}: ${booked} in the books, ${units} in truth`],
  );
}
