import { createClient } from '@interline/client';
import { Command } from 'commander';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

export function paymentsCommand(): Command {
  return new Command('payments')
    .addCommand(
      restCommand(
        'supported',
        'the chains and tokens whose payments are settled, and by which account',
      ).action(supported),
    )
    .addCommand(
      restCommand('status', 'the state of a payment that was settled here')
        .argument('<id>', 'x4_…, as the answer of settle has it in extra.id')
        .action(status),
    );
}

async function supported({ url, json }: RestOptions): Promise<void> {
  const out = terminal(json);
  const answer = await createClient({ baseUrl: url }).call('GET /api/payments/supported', {});
  out.result(answer, () => {
    out.line(
      columns(
        answer.kinds.map(({ network, scheme, extra }) => [
          network,
          `${scheme}: ${extra.assets.map((one) => `${one.symbol} (${one.assetTransferMethods.join(', ')})`).join(', ')}`,
        ]),
      ),
    );
    for (const [family, accounts] of Object.entries(answer.signers))
      out.step(`sent by, on ${family}`, accounts.join(', '));
  });
}

async function status(id: string, { url, json }: RestOptions): Promise<void> {
  const out = terminal(json);
  const client = createClient({ baseUrl: url });
  const payment = await client.call('GET /api/payments/{id}', { params: { id } });
  const { amount, asset, network, payTo } = payment;
  const chain = network.replace(/^eip155:/, '');
  const amounts = await readTokenAmounts(client);
  out.result(payment, () => {
    out.step('status', payment.status);
    out.step('pays', `${amounts.of(amount, chain, asset)} on ${amounts.chain(chain)} to ${payTo}`);
    out.step('payer', payment.payer);
    if (payment.transaction !== null)
      out.step('transaction', `${payment.transaction}${payment.isOurs ? '' : ', sent by another'}`);
    if (payment.errorReason !== null) out.step('reason', payment.errorReason);
  });
}
