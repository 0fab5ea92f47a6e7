import { ServiceError, type TransferPlan } from '@interline/client';
import { inShownWords, shownIn } from './say-to-payer.ts';
import type { Terminal } from './terminal.ts';
import type { TokenAmounts } from './token-amounts.ts';

type Rejected = TransferPlan['rejected'][number];

/** A line for each price that was not taken, and why. */
export function rejectedLines(
  rejected: readonly Rejected[],
  amounts: TokenAmounts,
): readonly string[] {
  return rejected.map(({ from, rail, code, reason }) => {
    const said = inShownWords(reason, (units) =>
      amounts.of(units, from.chain, from.token ?? 'native'),
    );
    return [String(from.chain), ...(rail === null ? [] : [rail]), `${code}: ${said}`].join(' ');
  });
}

/** What sends one leg with the key of "wallet new", at the price of that moment; null where its token's decimals are not known. */
export function sendLeg(
  { from }: Pick<TransferPlan['legs'][number], 'from'>,
  to: TransferPlan['to'],
  amounts: TokenAmounts,
): string | null {
  const [, amount] = /^([0-9.]+) \S+$/.exec(amounts.of(from.amount, from.chain, from.token)) ?? [];
  return amount === undefined
    ? null
    : `interline send --key-file wallet.key --from ${from.chain} --token ${from.symbol} --amount ${amount} --to ${to.chain}:${to.address} --to-token ${to.symbol}`;
}

/** Where the service names amounts of what should arrive. */
const amountsThere: readonly RegExp[] = [
  /\d+(?= wanted,)/g,
  /\d+(?= at least:)/g,
  /together bring \d+ and promise \d+/g,
];

/**
 * Runs what makes a plan; says of each source why none came of it, and rethrows that in tokens and options.
 * A program gets the service's own body.
 */
export async function sayingOfPlan<Result>(
  out: Terminal,
  { amounts, chain, token }: { readonly amounts: TokenAmounts; chain: string; token: string },
  run: () => Promise<Result>,
): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (out.isJson || !(error instanceof ServiceError) || error.errorCode !== 'PLAN_UNSATISFIABLE')
      throw error;
    const { error: said, details } = error.body;
    for (const line of rejectedLines(rejectedIn(details), amounts)) out.step('not taken', line);
    throw new ServiceError(error.status, {
      ...error.body,
      error: shownIn(String(said), amountsThere, (units) => amounts.of(units, chain, token))
        .replace(', with constraints.allowSplit', ', with --split')
        .replace('within the constraints', 'that fits'),
      suggestedAction:
        'Let several sources bring a part each with --split, name others, or ask for less; a bound of --max-fee-bps or --max-seconds may be too narrow.',
    });
  }
}

function rejectedIn(details: unknown): readonly Rejected[] {
  // CAST: details of this code, as its shape in the documents says.
  return (details as { readonly rejected?: readonly Rejected[] } | undefined)?.rejected ?? [];
}
