import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import {
  type AccountHookEvent,
  createClient,
  type HookEvent,
  ServiceError,
} from '@interline/client';
import { type Command, Option } from 'commander';
import pc from 'picocolors';
import { UsageError } from '../exit-codes.ts';
import { receiveHooks, type Received } from '../rest/hook-receiver.ts';
import { routesOf, type RoutesKept } from '../rest/kept-routes.ts';
import { isThisMachine, urlIn } from '../rest/service-url.ts';
import { type Terminal, terminal } from '../show/terminal.ts';
import { untilStopped } from '../up/until-stopped.ts';
import { restCommand, type RestOptions } from './shared-options.ts';

interface ListenOptions extends RestOptions {
  readonly forwardTo?: string;
  readonly port: number;
  readonly publicUrl?: string;
  readonly secret?: string;
}

export function listenCommand(): Command {
  return restCommand('listen')
    .argument(
      '[routes...]',
      'of which routes; those that "interline send" begins here meanwhile, without',
    )
    .addOption(
      new Option(
        '--forward-to <url>',
        'where each delivery goes on to as it came; only shown without it',
      ).argParser((text: string) => urlIn(text, '--forward-to')),
    )
    .option('--port <port>', 'where it listens on this machine, 0 for any free one', readPort, 8790)
    .addOption(
      new Option(
        '--public-url <url>',
        'where a service elsewhere reaches that port: the address of a tunnel',
      ).argParser((text: string) => urlIn(text, '--public-url')),
    )
    .addOption(
      new Option('--secret <secret>', 'what deliveries are signed with; drawn anew without it').env(
        'INTERLINE_HOOK_SECRET',
      ),
    )
    .addHelpText(
      'after',
      `
Registers a webhook for each route, verifies what comes, and answers the service what the receiver behind answers: a
receiver that fails is tried again, as it would be in production. A receiver may register the printed URL by itself too.

Services send webhooks to public addresses only, a devnet as well. What lets one reach its own machine:
  HOOKS_LOOPBACK=1 npm start                    a devnet without a config
  hooks: { allowLoopback: true }                in a config, for a deployment that no one else can reach

Examples:
  npx interline listen --forward-to http://localhost:3000/hooks
  npx interline listen rt_... --json
  npx interline listen rt_... --url https://relay.example --public-url https://<your tunnel>

The events of an account, once signed in, come to its own webhook:
  npx interline account hooks add http://127.0.0.1:8790/
  npx interline listen --secret whsec_...       the secret that "hooks add" showed`,
    )
    .action(listen);
}

async function listen(
  routes: readonly string[],
  { url, json, forwardTo, port, publicUrl, secret = drawnSecret() }: ListenOptions,
): Promise<void> {
  if (publicUrl === undefined && !isThisMachine(url))
    throw new UsageError(
      `the service at ${url} is elsewhere and cannot reach this machine by itself; open a tunnel to --port ${port}, and name its address with --public-url`,
    );
  const out = terminal(json);
  const stopped = untilStopped();
  const kept = routesOf(url);
  const known = new Set(await kept.ids());
  const client = createClient({ baseUrl: url, sendsRefusedOnce: true });
  const receiver = await receiveHooks({
    port,
    secret,
    forwardTo: forwardTo ?? null,
    onReceived: (received) => show(out, received),
  });
  const stop = new AbortController();
  try {
    const hookUrl = publicUrl ?? `http://127.0.0.1:${receiver.port}/`;
    const register = (routeId: string): Promise<unknown> =>
      client.hooks.register({ routeId, url: hookUrl, secret });
    await requireAllowed(register);
    for (const route of routes) await register(route);
    out.notice({ url: hookUrl, secret, forwardTo: forwardTo ?? null }, () => {
      out.step('listens', hookUrl);
      out.step('secret', secret);
      out.step('forwards to', forwardTo ?? 'nothing; with --forward-to it would');
      out.step(
        'routes',
        routes.length > 0 ? routes.join(', ') : 'those that "interline send" begins',
      );
    });
    await Promise.race([
      stopped,
      ...(routes.length > 0 ? [] : [registerSent(kept, known, register, stop.signal)]),
    ]);
  } finally {
    stop.abort();
    await receiver.close();
  }
}

/** A URL is judged before the route is looked for, so one that does not exist shows the verdict. */
async function requireAllowed(register: (routeId: string) => Promise<unknown>): Promise<void> {
  try {
    await register(`rt_${'0'.repeat(32)}`);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.errorCode !== 'UNKNOWN_ROUTE') throw error;
  }
}

const lookEveryMs = 500;

/** Until it is stopped, registers each kept route that is not known yet. */
async function registerSent(
  kept: Pick<RoutesKept, 'ids'>,
  known: Set<string>,
  register: (routeId: string) => Promise<unknown>,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    for (const id of await kept.ids()) {
      if (known.has(id)) continue;
      known.add(id);
      await register(id).catch((error: unknown) =>
        console.error(
          `${id} is not listened to: ${error instanceof Error ? error.message : String(error)}`,
        ),
      );
    }
    await setTimeout(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
}

function show(out: Terminal, received: Received): void {
  if (out.isJson) return console.log(JSON.stringify(received));
  const at = new Date().toISOString().slice(11, 19);
  if (received.kind === 'refused') return out.step(at, pc.red(`refused: ${received.reason}`));
  const { event, deliveryId, forwarded, unforwarded } = received;
  out.step(at, `${eventWords(event)} (${deliveryId})`);
  if (unforwarded !== null) out.step('', pc.red(`${unforwarded}; the service tries again`));
  if (forwarded !== null) {
    const isTaken = forwarded >= 200 && forwarded < 300;
    out.step('', isTaken ? `taken with ${forwarded}` : pc.red(`refused with ${forwarded}`));
  }
}

/** What happened, and to what: an account's event says in its data of which route or call it is, if of any. */
export function eventWords(event: HookEvent | AccountHookEvent): string {
  const name = event.event;
  const isBad = name.endsWith('failed') || name === 'hook.disabled';
  const colour = isBad ? pc.red : name === 'route.done' ? pc.green : String;
  const about = 'data' in event ? subjectOf(event) : event.routeId;
  return about === null ? colour(name) : `${colour(name)} ${about}`;
}

function subjectOf({ data }: AccountHookEvent): string | number | null {
  return data['routeId'] ?? data['sponsorId'] ?? data['hookId'] ?? null;
}

function drawnSecret(): string {
  return `whsec_${randomBytes(24).toString('base64')}`;
}

function readPort(text: string): number {
  if (/^[0-9]{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--port is "${text}"; wanted a port from 0 to 65535`);
}
