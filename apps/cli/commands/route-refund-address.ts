import { createClient } from '@interline/client';
import { type Command, Option } from 'commander';
import { terminal } from '../show/terminal.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

/** The payer's own command: the claim of a deposit is all it takes, and no operator is involved. */
export function refundAddressCommand(): Command {
  return restCommand(
    'refund-address',
    'name, once, where a deposit goes back to that cannot be delivered',
  )
    .argument('<id>', 'the route, rt_...')
    .argument('<address>', "an address of the deposit's chain")
    .addOption(
      new Option(
        '--claim <refundClaim>',
        'the secret that execute, or "interline send", showed once',
      )
        .env('INTERLINE_REFUND_CLAIM')
        .makeOptionMandatory(),
    )
    .addHelpText(
      'after',
      `
A deposit has one refund address: once named, by this or by "interline send --refund-address", it stays
(REFUND_ADDRESS_SET, exit code 3). Where the claim is lost, the operator of the service can name it: interline route refund <id> --to <address>.

Example:
  INTERLINE_REFUND_CLAIM=... npx interline route refund-address rt_... <bitcoin address>`,
    )
    .action(setRefundAddress);
}

async function setRefundAddress(
  id: string,
  refundAddress: string,
  { url, json, claim }: RestOptions & { readonly claim: string },
): Promise<void> {
  const out = terminal(json);
  const answer = await createClient({ baseUrl: url }).call('POST /api/route/refund-address', {
    body: { id, refundClaim: claim, refundAddress },
  });
  out.result(answer, () => out.step('refunds to', answer.refundAddress));
}
