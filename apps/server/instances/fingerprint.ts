import type { CustodyPort, Instance } from '@interline/ports';
import { createHash } from 'node:crypto';
import type { Deployment } from '../deployment.ts';

/** What the processes on one store must have alike. */
export type Fingerprint = Pick<Instance, 'accounts' | 'parts'>;

type Keys = Pick<CustodyPort, 'chains' | 'roles' | 'account'>;

/**
 * Accounts as they are, since everybody sees them on their chains, and of the rest digests: a part
 * for each chain, each chain's tokens and each figure, so that what differs has a name. Nothing that
 * a process may have for itself, as its nodes, ports and engines' credentials, is in it.
 */
export function fingerprintOf(
  deployment: Deployment,
  custody: Keys & { readonly former: readonly Keys[] },
  secrets: ReadonlyMap<string, Uint8Array>,
): Fingerprint {
  return {
    accounts: [custody, ...custody.former].map(accountsOf),
    parts: Object.fromEntries(
      Object.entries(partsOf(deployment, secrets)).map(([name, part]) => [name, digestOf(part)]),
    ),
  };
}

function accountsOf(keys: Keys): Readonly<Record<string, string>> {
  return Object.fromEntries(
    keys.chains.flatMap((chain) =>
      keys.roles(chain).map((role) => [`${chain} ${role}`, keys.account(chain, role)]),
    ),
  );
}

function partsOf(
  { chains, families, tokens, policy, rails, primitives, ...deployment }: Deployment,
  secrets: ReadonlyMap<string, Uint8Array>,
): Readonly<Record<string, unknown>> {
  const { operatorMarks: _ofCredentials, isLive, ...bounds } = primitives;
  return {
    ...under(
      'chain',
      chains.map(({ chain, rpcUrls: _itsOwn, ...figures }) => [chain, figures] as const),
    ),
    ...under(
      'chain',
      families.map(({ family }) => [family.chain, family.id] as const),
    ),
    ...under('tokens of', [...Map.groupBy(tokens, ({ chain }) => chain)].map(inAnyOrder)),
    ...under('policy', Object.entries(policy)),
    ...under(
      'key of',
      [...secrets].map(([name, secret]) => [name, markOf(secret)] as const),
    ),
    rails: { include: sorted(rails.include), exclude: sorted(rails.exclude) },
    ...under('targets of', Object.entries(rails.targets)),
    ...under('settings of', Object.entries(rails.written)),
    bitcoinNetwork: deployment.bitcoinNetwork,
    prices: deployment.prices,
    float: [deployment.float, deployment.floatTargets],
    books: deployment.books,
    primitives: bounds,
    PRIMITIVES_LIVE: isLive,
  };
}

function under<T>(
  word: string,
  entries: readonly (readonly [string, T])[],
): Readonly<Record<string, T>> {
  return Object.fromEntries(entries.map(([name, part]) => [`${word} ${name}`, part]));
}

/** The config may list them in any order. */
function inAnyOrder<T extends { readonly address: string }>([chain, tokens]: readonly [
  string,
  readonly T[],
]): readonly [string, readonly T[]] {
  return [chain, tokens.toSorted((one, other) => (one.address < other.address ? -1 : 1))];
}

function sorted(names: readonly string[] | undefined): readonly string[] | undefined {
  return names?.toSorted();
}

/** 32 bytes drawn by chance cannot be found from it. */
function markOf(secret: Uint8Array): string {
  return createHash('sha256').update('interline: instances\n').update(secret).digest('hex');
}

/** Long enough to tell two apart. */
const digestDigits = 16;

function digestOf(part: unknown): string {
  const text = JSON.stringify(part, plain) ?? 'undefined';
  return createHash('sha256').update(text).digest('hex').slice(0, digestDigits);
}

/** Names in their order, and what JSON has no word for. */
function plain(_name: string, value: unknown): unknown {
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries: [unknown, unknown][] = value instanceof Map ? [...value] : Object.entries(value);
  return Object.fromEntries(
    entries
      .map(([name, part]) => [String(name), part] as const)
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}
