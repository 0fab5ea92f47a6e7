import { chainToWire } from '@interline/kernel';
import type { CustodyPort } from '@interline/ports';
import { type Route, stages, type TransferReads } from '../../transfer/index.ts';
import { type DeskEntry, type DeskSource, partOf } from './desk-entry.ts';

interface Ports {
  readonly store: {
    readonly reads: { readonly transfers: Pick<TransferReads, 'routesInStages'> };
  };
  readonly custody: Pick<CustodyPort, 'fundingAddress'>;
}

/** Above the limit of waiting routes, with margin for simulated ones. */
const readAtMost = 2_000;
const namedAtMost = 20;

/** Accounts that cannot pay what transfers wait for, one entry per token. */
export function unfundedAccounts({ store, custody }: Ports): DeskSource {
  return async (limit) => {
    const routes = await store.reads.transfers.routesInStages([stages.fundsRequired], readAtMost);
    const waiting = routes.flatMap((route) => {
      const units = lackingOf(route);
      return units === null ? [] : [{ route, units }];
    });
    const byToken = Map.groupBy(
      waiting,
      ({ route: { order } }) => `${order.to.chain} ${order.to.address}`,
    );
    return partOf(
      [...byToken.values()].map((ones) => unfundedEntry(custody, ones)),
      limit,
    );
  };
}

interface Waiting {
  readonly route: Route;
  readonly units: bigint;
}

/** What its account lacked at the last look; null if it does not wait for our float. */
function lackingOf({ phase, isSimulated, plan }: Route): bigint | null {
  const [step] = plan.steps;
  return phase === 'funding' && !isSimulated && step?.kind === 'await-funds' ? step.units : null;
}

function unfundedEntry(custody: Ports['custody'], waiting: readonly Waiting[]): DeskEntry {
  const routes = waiting
    .map(({ route }) => route)
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs);
  const [oldest] = routes;
  if (oldest === undefined) throw new Error('no route waits');
  const { chain, symbol, address } = oldest.order.to;
  const on = chainToWire(chain);
  const fundedAt = custody.fundingAddress(chain);
  const most = waiting.reduce((so, { units }) => (units > so ? units : so), 0n);
  return {
    kind: 'funds',
    subject: `${symbol} of the float on ${on}`,
    state: 'transfers wait for it',
    sinceMs: oldest.createdAtMs,
    shows: {
      token: address,
      missing: `${most} ${symbol} on ${chain}`,
      address: fundedAt,
      routes: routes.length,
      waiting: routes.slice(0, namedAtMost).map(({ id }) => id),
    },
    whatToDo:
      `${routes.length === 1 ? '1 transfer waits' : `${routes.length} transfers wait`}; send what is missing, or ` +
      `more, to ${fundedAt}: with so much more free any one of them goes on. A transfer that is not funded in ` +
      'time fails by itself, and nothing was pulled for it.',
    commands: [`interline float status --chain ${on}`, `interline status ${oldest.id}`],
  };
}
