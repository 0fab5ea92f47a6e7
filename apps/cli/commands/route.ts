import { Command, Option } from 'commander';
import { orderCommand } from './order-command.ts';
import { refundAddressCommand } from './route-refund-address.ts';

export function routeCommand(): Command {
  return new Command('route')
    .addCommand(refundAddressCommand())
    .addCommand(
      orderCommand({
        name: 'settle',
        description:
          'end a route that waits for a person as delivered, by the transaction that shows it',
        args: [['<id>', 'the route']],
        options: [
          ['--evidence <tx>', 'the destination transaction that brought its recipient the money'],
          ['--unseen', 'on your word, where no chain shows it; the route and the audit say so'],
        ],
        examples: [
          'interline route settle rt_... --evidence 0x... --reason "the rail named it by mail"',
          'interline route settle rt_... --unseen --reason "the recipient confirmed it"',
        ],
        send: (client, [id = ''], words, { evidence, unseen }) =>
          client.call('POST /operator/routes/settle', {
            body: {
              id,
              ...(typeof evidence === 'string' ? { evidence } : {}),
              ...(unseen === true ? { unseen } : {}),
              ...words,
            },
          }),
      }),
    )
    .addCommand(
      orderCommand({
        name: 'refund',
        description: 'refund now what a route owes, to the payer or to another address',
        args: [['<id>', 'the route']],
        options: [
          [
            '--to <address>',
            'instead of to a payer who cannot receive, or for a deposit of which no refund address is known; needs a reason',
          ],
          ['--undelivered', 'your word that the recipient got nothing; needs a reason'],
          [
            '--despite-engine',
            'with --undelivered: also where the engine does not say that the transfer failed',
          ],
        ],
        examples: [
          'interline route refund rt_... --reason "the payer was unblocked"',
          'interline route refund rt_... --to 0x... --reason "asked for by the payer, ticket 12"',
          'interline route refund rt_... --undelivered --reason "the rail says it never paid"',
        ],
        note: `One that cannot be sent now is refused (WRONG_STATE, exit code 3) with what keeps it from the payer, and is tried
again by itself. A new address, or --undelivered, is kept all the same: "held" then says why it has not left yet.
An engine that was handed the money is asked first: unless it says that the transfer failed, or does not know
it, a refund is refused, because the engine could still pay. Have it cancel the order; --despite-engine insists.
What came to a deposit's address beside or after its route goes back the same way, ended or not: where no refund
address is known, --to names it, once.`,
        isReasonOptional: true,
        send: (client, [id = ''], words, { to, undelivered, despiteEngine }) =>
          client.call('POST /operator/refund', {
            body: {
              id,
              ...(typeof to === 'string' ? { to } : {}),
              ...(undelivered === true ? { undelivered } : {}),
              ...(despiteEngine === true ? { despiteEngine } : {}),
              ...words,
            },
          }),
      }),
    )
    .addCommand(
      orderCommand({
        name: 'write-off',
        description: 'end a route whose loss is accepted: nothing more is owed for it',
        args: [['<id>', 'the route']],
        examples: ['interline route write-off rt_... --reason "the payer was paid by hand"'],
        note: `What is owed to the payer (a held refund) becomes a gain of the service in the books, and nothing pays the
payer after it: write it off only where the payer was paid by hand, or where you accept the loss of money
that an engine kept. A payment by hand from an account of ours leaves a deficit there; "interline books
classify ... --of deficit --as losses" then takes the gain back. "interline route refund <id> --to <address>"
pays and books it in one. --dry-run says what would be booked.`,
        send: (client, [id = ''], words) =>
          client.call('POST /operator/routes/write-off', { body: { id, ...words } }),
      }),
    )
    .addCommand(
      orderCommand({
        name: 'engine-debt',
        description:
          'end what an engine owes us for a route that was refunded out of the float ("interline desk" lists it)',
        args: [['<id>', 'the route']],
        options: [
          new Option(
            '--as <end>',
            'returned: it is back, unclaimed on an account of ours; lost: it will not come',
          )
            .choices(debtEnds)
            .makeOptionMandatory(),
        ],
        examples: [
          'interline route engine-debt rt_... --as returned --dry-run',
          'interline route engine-debt rt_... --as lost --reason "the engine has closed"',
        ],
        send: (client, [id = ''], words, { as }) =>
          client.call('POST /operator/routes/engine-debt', {
            // CAST: one of the choices.
            body: { id, as: as as (typeof debtEnds)[number], ...words },
          }),
      }),
    )
    .addCommand(
      orderCommand({
        name: 'release',
        description: 'let a quarantined route go on, or end it where the chain shows it paid',
        args: [['<id>', 'the route']],
        examples: ['interline route release rt_... --reason "looked at its chain"'],
        isReasonOptional: true,
        send: (client, [id = ''], words) =>
          client.call('POST /operator/routes/release', { body: { id, ...words } }),
      }),
    );
}

const debtEnds = ['returned', 'lost'] as const;
