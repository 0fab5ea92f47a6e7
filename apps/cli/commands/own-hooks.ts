import { Command } from 'commander';
import { signedIn, type SignedIn } from '../rest/signed-in.ts';
import { columns } from '../show/lines.ts';
import { terminal } from '../show/terminal.ts';
import { commas, restCommand, type RestOptions } from './shared-options.ts';

export function ownHooksCommand(): Command {
  return new Command('hooks')
    .description("the account's webhooks")
    .addCommand(restCommand('list', 'each with its events and its state').action(listHooks))
    .addCommand(
      restCommand('add', 'call a URL for events; its secret is shown only this once')
        .argument('<url>', 'an http or https URL of a public address')
        .option('--events <kinds>', 'separated by commas; left out, all', commas, ['*'])
        .addHelpText(
          'after',
          '\n"interline listen --secret <what this shows>" receives and verifies them on this machine, at http://127.0.0.1:8790/.',
        )
        .action(addHook),
    )
    .addCommand(
      hookCommand('remove', 'delete a webhook', async (id, { call }) => {
        await call('DELETE /api/account/hooks/{id}', { params: { id } });
        return 'It is deleted.';
      }),
    )
    .addCommand(
      hookCommand(
        'test',
        'send it hook.test, which enables a disabled webhook',
        async (id, { call }) => {
          const { seq } = await call('POST /api/account/hooks/{id}/test', { params: { id } });
          return `Event ${seq} is sent to it now.`;
        },
      ),
    )
    .addCommand(
      hookCommand(
        'rotate',
        'replace the secret; the former one signs beside it for a day',
        async (id, { call }) => {
          const { secret } = await call('POST /api/account/hooks/{id}/rotate', { params: { id } });
          return `secret: ${secret}`;
        },
      ),
    )
    .addCommand(
      restCommand('deliveries', 'its deliveries, the newest first')
        .argument('<id>', 'the webhook')
        .action(listDeliveries),
    )
    .addCommand(
      restCommand('redeliver', 'send a delivery again, under the same id')
        .argument('<id>', 'the webhook')
        .argument('<delivery>', 'as "hooks deliveries" lists it')
        .action(redeliver),
    );
}

/** A command on one webhook, which says what came of it. */
function hookCommand(
  name: string,
  description: string,
  run: (id: string, session: SignedIn) => Promise<string>,
): Command {
  return restCommand(name, description)
    .argument('<id>', 'the webhook')
    .action(async (id: string, { url, json }: RestOptions) => {
      const out = terminal(json);
      const said = await run(id, await signedIn(url));
      out.result({ id, said }, () => out.line(said));
    });
}

async function listHooks({ url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const { items } = await call('GET /api/account/hooks', {});
  const out = terminal(json);
  out.result({ items }, () =>
    out.line(
      items.length === 0
        ? 'The account has no webhook.'
        : columns([
            ['webhook', 'status', 'events', 'url'],
            ...items.map((hook) => [hook.id, hook.status, hook.events.join(', '), hook.url]),
          ]),
    ),
  );
}

async function addHook(
  target: string,
  { url, json, events }: RestOptions & { readonly events: readonly string[] },
): Promise<void> {
  const { call } = await signedIn(url);
  const made = await call('POST /api/account/hooks', {
    // CAST: the service reads the kinds, and says of a wrong one which there are.
    body: { url: target, events: [...events] as '*'[] },
  });
  const out = terminal(json);
  out.result(made, () => {
    out.step('webhook', made.id);
    out.step('secret', `${made.secret}, shown only this once`);
  });
}

async function listDeliveries(id: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const { items } = await call('GET /api/account/hooks/{id}/deliveries', { params: { id } });
  const out = terminal(json);
  out.result({ items }, () =>
    out.line(
      items.length === 0
        ? 'It has no deliveries.'
        : columns([
            ['delivery', 'event', 'state', 'tries'],
            ...items.map(({ id: delivery, seq, state, attempts }) => [
              delivery,
              String(seq),
              state,
              String(attempts.length),
            ]),
          ]),
    ),
  );
}

async function redeliver(id: string, did: string, { url, json }: RestOptions): Promise<void> {
  const { call } = await signedIn(url);
  const answer = await call('POST /api/account/hooks/{id}/deliveries/{did}/redeliver', {
    params: { id, did },
  });
  const out = terminal(json);
  out.result(answer, () => out.line(`${did} is sent again now.`));
}
