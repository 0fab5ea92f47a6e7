import type { Instance, LiveInstance } from '@interline/ports';

/**
 * Why a process does not serve: another one on the same store has other keys or another config. Each
 * would undo or miscount what the other does.
 */
export class InstancesDiffer extends Error {
  override readonly name = 'InstancesDiffer';

  constructor({ role, id, sinceMs }: LiveInstance, differences: readonly string[]) {
    super(
      `INSTANCES_DIFFER: the ${role} process ${id}, on this store since ${new Date(sinceMs).toISOString()}, ` +
        `has not the same: ${shortened(differences).join('; ')}. Give this process the same keys and config, or ` +
        'stop the ones that differ first; one that was killed counts as there for 10 seconds more',
    );
  }
}

/** What an operator should know of the others though it may start. */
export interface Beside {
  /** Of other releases: their configs were not compared. */
  readonly versions: readonly string[];
  /** Ids of those that still use keys which are former ones here. */
  readonly withFormerKeys: readonly string[];
}

/**
 * Throws `InstancesDiffer` at the first that may not be at work beside this one. One whose keys are
 * former ones here may: a rotation restarts one process after the other, and each leaves routes alone
 * whose keys it does not have. So may one of another release, whose own figures may be others while
 * the config is the same: only the keys are compared with it.
 */
export function judgeOthers(own: Instance, others: readonly LiveInstance[]): Beside {
  for (const other of others) {
    const differences = [
      ...(isRotatedFrom(own, other) ? [] : differentAccounts(own, other)),
      ...(own.version === other.version ? differentParts(own, other) : []),
    ];
    if (differences.length > 0) throw new InstancesDiffer(other, differences);
  }
  return {
    versions: [...new Set(others.map(({ version }) => version))].filter(
      (version) => version !== own.version,
    ),
    withFormerKeys: others.filter((other) => isRotatedFrom(own, other)).map(({ id }) => id),
  };
}

type Accounts = Instance['accounts'][number];

/** Whether all pairs of the other are the oldest ones here. */
function isRotatedFrom(own: Instance, other: Instance): boolean {
  const newer = own.accounts.length - other.accounts.length;
  const known = own.accounts.slice(newer);
  return newer > 0 && other.accounts.every((one, index) => isAlike(known[index] ?? {}, one));
}

function differentAccounts(own: Instance, other: Instance): readonly string[] {
  const [[current = {}, ...former], [theirs = {}, ...theirFormer]] = [own.accounts, other.accounts];
  const apart = accountsApart(current, theirs);
  if (apart.length > 0)
    return isRotatedFrom(other, own) ? [...apart, 'the keys here are former ones there'] : apart;
  const isSame =
    former.length === theirFormer.length &&
    former.every((one, index) => isAlike(one, theirFormer[index] ?? {}));
  return isSame
    ? []
    : [`former keys (${former.length} pairs here, ${theirFormer.length} pairs there)`];
}

function isAlike(ours: Accounts, theirs: Accounts): boolean {
  return accountsApart(ours, theirs).length === 0;
}

/** Accounts of chains that only one of them has are left to the config's parts. */
function accountsApart(ours: Accounts, theirs: Accounts): readonly string[] {
  const apart = Object.entries(ours).flatMap(([name, account]) => {
    const there = theirs[name];
    if (there === undefined || there === account) return [];
    const [chain = '', role = ''] = name.split(' ');
    return [{ chain, words: `is ${account} here and ${there} there`, role }];
  });
  // An EVM account is the same on all of them.
  return [...Map.groupBy(apart, ({ role, words }) => `${role} ${words}`).values()].map((same) => {
    const [first] = same;
    const more = same.length > 1 ? ` and ${same.length - 1} more` : '';
    return first === undefined ? '' : `the ${first.role} of ${first.chain}${more} ${first.words}`;
  });
}

function differentParts(own: Instance, other: Instance): readonly string[] {
  const names = new Set([...Object.keys(own.parts), ...Object.keys(other.parts)]);
  return [...names].flatMap((name) => {
    const [here, there] = [own.parts[name], other.parts[name]];
    if (here === there) return [];
    if (here === undefined) return [`${name} (only there)`];
    return [there === undefined ? `${name} (only here)` : name];
  });
}

/** Enough to see what it is about. */
const namedAtMost = 8;

function shortened(all: readonly string[]): readonly string[] {
  const left = all.length - namedAtMost;
  return left > 0 ? [...all.slice(0, namedAtMost), `${left} more`] : all;
}
