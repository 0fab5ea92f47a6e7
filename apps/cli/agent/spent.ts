import { inDollars } from '@interline/kernel';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { readKept, writeNew } from '../rest/kept-files.ts';
import { PolicyRefusal } from './policy.ts';

/** What one key has signed for, by UTC day. */
export interface Spent {
  today(): Promise<bigint>;
  /**
   * Counts the cents before the signature: once this resolves, no crash and no power cut forgets
   * them. Throws `PolicyRefusal` where too little of the day's cents is left. Never gives back,
   * because a signature may already be used.
   */
  count(cents: bigint, maxPerDay: bigint): Promise<void>;
}

interface Counted {
  /** Digits. */
  readonly cents: string;
}

const mostTries = 100;

/** In ~/.interline/agent, or the folder that INTERLINE_AGENT names. */
export function folderOfKey(address: string): string {
  const root = process.env['INTERLINE_AGENT'] ?? join(homedir(), '.interline', 'agent');
  return join(root, address.toLowerCase());
}

/** One file per signature, numbered through the day; of several processes one gets a number. */
export function spentBy(address: string, now: () => number = Date.now): Spent {
  const folderOf = (): string =>
    join(folderOfKey(address), new Date(now()).toISOString().slice(0, 10));

  return {
    today: async () => (await sumOf(folderOf())).cents,

    async count(cents, maxPerDay) {
      const folder = folderOf();
      await mkdir(folder, { recursive: true, mode: 0o700 });
      for (let tries = 0; tries < mostTries; tries += 1) {
        const spent = await sumOf(folder);
        if (spent.cents + cents > maxPerDay)
          throw new PolicyRefusal(
            `the policy allows ${inDollars(maxPerDay)} a day (maxPerDay), ${inDollars(spent.cents)} of today's are spent, and this is ${inDollars(cents)}`,
          );
        const next = join(folder, `${spent.count + 1}.spent`);
        if (await writeNew(next, { cents: cents.toString() })) return;
      }
      throw new PolicyRefusal('too many agents sign with this key at once; try again');
    },
  };
}

/** Sums the files by number, up to the first that is missing: all before it are complete. */
async function sumOf(folder: string): Promise<{ readonly count: number; readonly cents: bigint }> {
  let cents = 0n;
  for (let count = 0; ; count += 1) {
    const next = await readKept<Counted>(join(folder, `${count + 1}.spent`));
    if (next === null) return { count, cents };
    cents += BigInt(next.cents);
  }
}
