import { asSession, createClient, ServiceError, signIn } from '@interline/client';
import type { Command } from 'commander';
import { sessionOf } from '../rest/kept-session.ts';
import { signedIn } from '../rest/signed-in.ts';
import { terminal } from '../show/terminal.ts';
import { readTokenAmounts } from '../show/token-amounts.ts';
import { ownExportCommand } from './own-export.ts';
import { ownHooksCommand } from './own-hooks.ts';
import { ownListCommands } from './own-lists.ts';
import { keyEnvOption, keyFileOption, type KeyOptions, readKey } from './payers-key.ts';
import { restCommand, type RestOptions, wholeUpTo } from './shared-options.ts';

/** A wallet's commands on its own account; the others below `account` are an operator's. */
export function ownAccountCommands(): readonly Command[] {
  return [
    loginCommand(),
    logoutCommand(),
    ...ownListCommands(),
    ownExportCommand(),
    ownHooksCommand(),
  ];
}

interface LoginOptions extends RestOptions, KeyOptions {
  readonly chain: number;
  readonly hours: number;
  readonly origin?: string;
}

function loginCommand(): Command {
  return restCommand('login', 'sign in with a wallet, by a signature that moves nothing')
    .addOption(keyEnvOption())
    .addOption(keyFileOption())
    .option(
      '--chain <id>',
      'the number of the chain that the signed text names',
      wholeUpTo(2 ** 48),
      8453,
    )
    .option('--hours <hours>', 'how long the session lasts, up to a day', wholeUpTo(24), 12)
    .option(
      '--origin <origin>',
      'the origin that the service signs wallets in for, if it differs from --url',
    )
    .addHelpText(
      'after',
      `
The session's token is stored in ~/.interline/sessions (INTERLINE_SESSIONS), readable only by you. It gives access to the
wallet's own routes, webhooks, agents and mandates; it cannot move money.

Examples:
  npx interline account login --key-file wallet.key
  npx interline account routes
  npx interline account export --format csv -o routes.csv`,
    )
    .action(login);
}

async function login({ url, json, chain, hours, origin, ...key }: LoginOptions): Promise<void> {
  const out = terminal(json);
  const signer = readKey(key);
  const client = createClient({ baseUrl: url, tries: 1 });
  const session = await signIn(client, signer, {
    origin: origin ?? new URL(url).origin,
    chainId: chain,
    scopes: ['account.read', 'hooks', 'agents', 'mandates'],
    lifeSec: hours * 3_600,
  });
  const kept = sessionOf(url);
  const former = await kept.read(Date.now()).catch(() => null);
  await kept.keep(session);
  // Its token is stored nowhere else, so this is the last chance to end it.
  const isEnded =
    former !== null &&
    (await client.call('DELETE /api/account/session', {}, asSession(former.token)).then(
      () => true,
      () => false,
    ));
  const { token: _kept, ...shown } = session;
  out.result({ ...shown, file: kept.file }, () => {
    out.step('wallet', shown.address);
    out.step('until', new Date(shown.expiresAt).toISOString());
    out.step('kept in', `${kept.file}, readable only by you`);
    if (isEnded) out.step('ended', `the session of ${former.address} that was stored there`);
  });
}

function logoutCommand(): Command {
  return restCommand('logout', 'end the session, here and at the service').action(
    async ({ url, json }: RestOptions) => {
      const kept = sessionOf(url);
      const { token } = await kept.read(Date.now());
      await createClient({ baseUrl: url })
        .call('DELETE /api/account/session', {}, asSession(token))
        .catch((error: unknown) => {
          // The service has ended it already.
          if (!(error instanceof ServiceError && error.errorCode === 'SESSION_EXPIRED'))
            throw error;
        });
      await kept.forget();
      const out = terminal(json);
      out.result({ ended: true }, () => out.line('Signed out.'));
    },
  );
}

/** The wallet's own account, which `account show` prints if it names no account of the relayer. */
export async function showOwn({ url, json }: RestOptions): Promise<void> {
  const { call, client } = await signedIn(url);
  const account = await call('GET /api/account', {});
  const out = terminal(json);
  if (out.isJson) return out.result(account);
  const amounts = await readTokenAmounts(client);
  out.step('wallet', account.address);
  out.step('since', new Date(account.since).toISOString());
  out.step('routes', `${account.open} open, ${account.done} done, ${account.failed} failed`);
  const { hooks } = account.limits;
  out.step('webhooks', `${hooks.used} of ${hooks.most}`);
  const { member, used, left } = account.membership;
  if (member) out.step('free today', `${used} transfers used, ${left} left; as a member`);
  for (const { chainId, token, amount, routeId } of account.owed)
    out.step(
      'owed',
      `${amounts.of(amount, chainId, token)} on ${amounts.chain(chainId)} of ${routeId}`,
    );
}
