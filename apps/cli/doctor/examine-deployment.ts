import { refreshBooks } from '@interline/core/books';
import {
  compose,
  type Composed,
  curve,
  type Deployment,
  keyRoles,
  parts,
  replicaWords,
  secretNames,
  shownStore,
  storeMigrations,
  storeReplica,
} from '@interline/server';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { examineAccounts } from './examine-accounts.ts';
import { examineFamilies } from './examine-families.ts';
import { examineNodes } from './examine-nodes.ts';
import { examineOperators } from './examine-site.ts';
import { examineSearches } from './examine-searches.ts';
import { type Finding, reasonOf } from './finding.ts';
import { version } from '../version.ts';

const withinMs = 20_000;

type Look = (composed: Composed) => Promise<readonly Finding[]>;

/**
 * Looks at all that stands behind the deployment. `prepare` does what a start would do before it
 * serves.
 */
export async function examineDeployment(
  deployment: Deployment,
  prepare: (composed: Composed) => Promise<void> = () => Promise.resolve(),
): Promise<readonly Finding[]> {
  const database = await examineDatabase(deployment);
  const found = await wiredAside(deployment, async (composed) => {
    await prepare(composed);
    return [
      examineOperators(deployment),
      { part: 'keys', ok: true, says: keysWords(deployment) },
      curveFinding(curve.name),
      ...(await examineParts(composed, deployment)),
    ];
  });
  return [...database, ...(await examineReplica(deployment)), ...found];
}

/**
 * Wires the deployment as a service would, on a store that is thrown away: the real one may be in
 * use, and is only looked at.
 */
export async function wiredAside(deployment: Deployment, look: Look): Promise<readonly Finding[]> {
  const folder = await mkdtemp(join(tmpdir(), 'interline-doctor-'));
  try {
    const composed = await compose(
      { ...deployment, storeDir: folder, database: { kind: 'file' }, logLevel: 'silent' },
      { instance: { role: 'doctor', version } },
    );
    try {
      return await look(composed);
    } finally {
      await composed.close();
    }
  } catch (error) {
    return [{ part: 'wiring', ok: false, says: reasonOf(error) }];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function keysWords(deployment: Parameters<typeof secretNames>[0]): string {
  const ids = secretNames(deployment);
  const { keys } = deployment;
  const inKms =
    keys.kind === 'hex' ? keyRoles.filter((role) => typeof keys[role] !== 'string') : [];
  return [
    'both keys open',
    ...(inKms.length === 0
      ? []
      : [`the ${inKms.join("'s and the ")}'s in a KMS, which signed a trial`]),
    ...(ids.length === 0 ? [] : [`and those of ${ids.join(', ')}`]),
  ].join(', ');
}

/** Both are right; it is what a slow machine is first asked about. */
function curveFinding(name: string): Finding {
  const says =
    name === 'native'
      ? 'signatures are computed by native code'
      : 'signatures are computed by WebAssembly, some three times slower than the native code, which does not load here or is left out by INTERLINE_CURVE';
  return { part: 'curve', ok: true, says };
}

async function examineParts(
  composed: Composed,
  deployment: Deployment,
): Promise<readonly Finding[]> {
  const signal = AbortSignal.timeout(withinMs);
  const { container } = composed;
  const reports = await container.get(parts.evm).doctor(signal);
  const nodes = examineNodes(reports, Math.floor(container.get(parts.clock).now() / 1_000));
  return [
    ...nodes,
    ...examineSearches(reports),
    ...(await examineAccounts(composed, deployment, signal)),
    ...(await examineFamilies(composed, deployment, signal)),
    ...(await examinePrices(composed, deployment, signal)),
    ...(await examineRails(composed, signal)),
    ...examineTiers(composed),
  ];
}

/**
 * Whether the store can be reached, and is of this program's form. A service may be at work on it.
 */
async function examineDatabase(
  place: Pick<Deployment, 'storeDir' | 'database'>,
): Promise<readonly Finding[]> {
  const where = shownStore(place);
  try {
    const states = await storeMigrations(place);
    const [pending, unknown] = (['pending', 'unknown'] as const).map(
      (state) => states.filter((one) => one.state === state).length,
    );
    if (unknown !== 0)
      return [
        {
          part: 'database',
          ok: false,
          says: `${where}: a newer program made ${unknown} migrations that this one does not know; run that one`,
        },
      ];
    return [
      {
        part: 'database',
        ok: true,
        says: `${where}: ${pending === 0 ? `all ${states.length} migrations are applied` : `${pending} of ${states.length} migrations are pending; \`interline migrate up\`, or the next start, applies them`}`,
      },
    ];
  } catch (error) {
    return [{ part: 'database', ok: false, says: `${where}: ${reasonOf(error)}` }];
  }
}

/** The primary answers for one that cannot be asked, so nothing stops without it. */
async function examineReplica(place: Pick<Deployment, 'database'>): Promise<readonly Finding[]> {
  const part = 'replica';
  try {
    const state = await storeReplica(place);
    if (state === null) return [];
    if (state.isAsked)
      return [
        { part, ok: true, says: 'it has what the primary has, and answers reads that may lag' },
      ];
    const says = `${replicaWords(state)}; the primary answers for it`;
    return [{ part, ok: true, isWarning: true, says }];
  } catch {
    return [
      { part, ok: true, isWarning: true, says: 'nothing can be said of it without the primary' },
    ];
  }
}

/** Whether every asset of the deployment has a price now, by the sources it would have at work. */
async function examinePrices(
  { container }: Pick<Composed, 'container'>,
  { prices }: Pick<Deployment, 'prices'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const part = 'price';
  if (prices.kind === 'none')
    return [
      {
        part,
        ok: false,
        says: 'the config names no price source, so nothing that is pulled can be counted and every transfer by permit is refused; add prices, such as { defillama: {} }',
      },
    ];
  const port = container.get(parts.price);
  const assets = [...Map.groupBy(container.get(parts.tokens).all, ({ asset }) => asset)];
  return Promise.all(
    assets.map(async ([asset, [token]]): Promise<Finding> => {
      // A source that fails is as good as one that says nothing.
      const price =
        token === undefined ? null : await port.priceOf(token, signal).catch(() => null);
      return price === null
        ? {
            part,
            ok: false,
            says: `${asset} has no fresh price that the sources agree on; check that this machine may reach them, and maxAgeSec and maxSpreadPct`,
          }
        : { part, ok: true, says: `${asset} has a price` };
    }),
  );
}

/**
 * What every rail of the deployment says of its own health, once the books hold what the float has
 * on each chain that answers.
 */
async function examineRails(
  { container }: Pick<Composed, 'container'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const money = container.get(parts.transfer).ports;
  const tokens = container.get(parts.tokens);
  // A chain that is silent has findings of its own already.
  await Promise.allSettled(
    money.custody.chains.map(async (chain) => refreshBooks(money, tokens, chain, signal)),
  );
  const { rails } = container.get(parts.registry);
  return Promise.all(
    rails.map(async (rail): Promise<Finding> => {
      const health = await rail
        .health(signal)
        .catch((error: unknown) => ({ isUp: false, reason: reasonOf(error) }));
      return {
        part: 'rail',
        ok: health.isUp,
        says:
          health.reason === undefined ? rail.manifest.id : `${rail.manifest.id}: ${health.reason}`,
      };
    }),
  );
}

/** Where the free and micro tiers are served, by the rails that have them. */
function examineTiers({ container }: Pick<Composed, 'container'>): readonly Finding[] {
  return container.get(parts.registry).rails.flatMap((rail): readonly Finding[] => {
    const tier = rail.terms?.().microTier;
    if (tier === undefined) return [];
    const { destinations } = tier;
    const name = `${rail.manifest.id}: micro tier`;
    const says =
      destinations.length === 0
        ? `${name} serves no destination: none is low-cost and subsidised`
        : `${name} serves ${destinations.length} destinations: ${destinations.join(', ')}`;
    return [{ part: 'tier', ok: true, says }];
  });
}
