import type { Command } from 'commander';
import {
  askWithPass,
  passOption,
  type QuestionOptions,
  requireRails,
  showSpentPass,
  transferCommand,
  transferOf,
  withChains,
} from './transfer-command.ts';
import { privateOption, relayOption } from './shared-options.ts';
import { readDestination } from './destination.ts';
import { sourceToken } from './source.ts';
import { carrierWords, costWords } from '../show/cost-words.ts';
import { exactAmount } from '../show/exact-amount.ts';
import { blocks } from '../show/show-deposit.ts';
import { inTokens, terminal } from '../show/terminal.ts';
import { questionClient } from '../rest/question-client.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { sayingToPayer } from '../show/say-to-payer.ts';
import { whileWaiting } from '../show/while-waiting.ts';

export function quoteCommand(): Command {
  return transferCommand('quote')
    .addOption(passOption())
    .addOption(privateOption())
    .addOption(relayOption())
    .addHelpText(
      'after',
      '\nExamples:\n  npx interline quote --from 8453 --to 42161 --amount 5\n  npx interline quote --from 8453 --to bitcoin --amount 5\n  npx interline quote --private --pass --from 8453 --to 42161 --amount 5',
    )
    .action(quote);
}

async function quote(given: QuestionOptions): Promise<void> {
  const out = terminal(given.json);
  const client = questionClient(given);
  const options = await withChains(client, given);
  const { chain } = readDestination(options.to);
  await requireRails(client, options.without);
  const source = await sourceToken(client, options.from, options.token);
  const amounts = await readTokenAmounts(client);
  const body = transferOf(options, source);
  const answer = await sayingToPayer(out.isJson, source, () =>
    whileWaiting(out, 'asking for prices', () =>
      askWithPass(client, options, (call, headers) =>
        call('POST /api/route/quote', { body }, { headers }),
      ),
    ),
  );
  out.result(answer, () => {
    out.step(
      'send',
      `${inTokens(answer.from.amount, source.decimals, source.symbol)} on ${amounts.chain(options.from)}`,
    );
    out.step(
      'receive',
      `${amounts.of(answer.to.estimated, chain, answer.to.token)} on ${amounts.chain(chain)}`,
    );
    out.step('costs', costWords(answer, source));
    out.step(
      'by',
      `${carrierWords(answer)}; ${answer.bestOf} third-party engines gave a price (all of them: interline compare)`,
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
  await showSpentPass(out, options);
}
