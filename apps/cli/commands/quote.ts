import type { Quote } from '@interline/client';
import { inDecimals } from '@interline/kernel';
import type { Command } from 'commander';
import {
  passHeaders,
  passOption,
  privateOption,
  type QuestionOptions,
  requireRails,
  transferCommand,
  transferOf,
} from './transfer-command.ts';
import { readDestination } from './destination.ts';
import { sourceToken } from './source.ts';
import { exactAmount } from '../show/exact-amount.ts';
import { blocks } from '../show/show-deposit.ts';
import { inTokens, terminal } from '../show/terminal.ts';
import { questionClient } from '../rest/question-client.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';

export function quoteCommand(): Command {
  return transferCommand('quote', 'price a transfer')
    .addOption(passOption())
    .addOption(privateOption())
    .addHelpText(
      'after',
      '\nExamples:\n  npx interline quote --from 8453 --to 42161 --amount 5\n  npx interline quote --from 8453 --to bitcoin --amount 5\n  npx interline quote --private --pass --from 8453 --to 42161 --amount 5',
    )
    .action(quote);
}

async function quote(options: QuestionOptions): Promise<void> {
  const out = terminal(options.json);
  const client = questionClient(options);
  const { chain } = readDestination(options.to);
  await requireRails(client, options.without);
  const source = await sourceToken(client, options.from, options.token);
  const amounts = await readTokenAmounts(client);
  const headers = await passHeaders(options);
  const answer = await sayingToPayer(out.isJson, source, () =>
    client.quote(transferOf(options, source), { headers }),
  );
  out.result(answer, () => {
    out.step(
      'send',
      `${inTokens(answer.from.amount, source.decimals, source.symbol)} on ${options.from}`,
    );
    out.step('receive', `${amounts.of(answer.to.estimated, chain, answer.to.token)} on ${chain}`);
    out.step(
      'fee',
      `${inTokens(answer.svcRouteFee, source.decimals, source.symbol)} in all, ${chargeWords(answer)}`,
    );
    out.step(
      'by',
      `${answer.bridge}; ${answer.bestOf} third-party engines gave a price (all of them: interline compare)`,
    );
    if (answer.deposit !== undefined) {
      const { confirmations, lockSeconds, minAmount } = answer.deposit;
      out.step(
        'deposit',
        `at least ${exactAmount(minAmount, options.from, source)}; the price holds for what is seen within ${lockSeconds} s; delivered after ${blocks(confirmations)}`,
      );
    }
    if (answer.quoteOnlyReason !== undefined) out.step('quote only', answer.quoteOnlyReason);
  });
}

/**
 * The charge as a share of the amount, rounded up to hundredths of a basis point. Above the standard
 * charge it is for gas that the relayer fronts: added to it on a third party's rail, and in its place
 * on our own beyond the EVM.
 */
export function chargeWords({
  from,
  svcRouteFee,
  svcRouteFeeBps,
}: Pick<Quote, 'svcRouteFee' | 'svcRouteFeeBps'> & {
  readonly from: Pick<Quote['from'], 'amount'>;
}): string {
  const amount = BigInt(from.amount);
  const hundredths = (BigInt(svcRouteFee) * 1_000_000n + amount - 1n) / amount;
  // The standard charge is itself rounded up to a whole unit.
  const isAbove = (BigInt(svcRouteFee) - 1n) * 10_000n >= amount * BigInt(svcRouteFeeBps);
  return isAbove
    ? `${inDecimals(hundredths, 2)} bps: above the standard charge of ${svcRouteFeeBps} bps, for the gas that is fronted for you`
    : `${inDecimals(hundredths, 2)} bps; the standard charge is ${svcRouteFeeBps} bps`;
}
