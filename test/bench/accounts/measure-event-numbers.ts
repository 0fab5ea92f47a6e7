import { openPostgresStore } from '@interline/adapters/store';
import type { Store } from '@interline/core';
import { evmAddress } from '@interline/kernel';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { permit, route } from '../../contract/store-samples.ts';
import { session } from '../../contract/store-contract-events.ts';
import type { TestPostgres } from '../../support/postgres.ts';

export interface Moves {
  readonly name: string;
  /** Addresses; the routes are theirs in turn. */
  readonly wallets: readonly string[];
  readonly moves: number;
  readonly everyMs: number;
}

export interface MovesJob extends Moves {
  readonly url: string;
  readonly schema: string;
}

export interface NumbersFound {
  readonly moves: number;
  readonly seconds: number;
  /** Transactions that PostgreSQL rolled back: groups that were run again. */
  readonly conflicts: number;
  /** Events without a gap, of all wallets. */
  readonly events: number;
}

const child = fileURLToPath(new URL('move-routes-child.ts', import.meta.url));

/** Four processes that accept routes of wallets at once; of these wallets all or none have signed in. */
export async function measureEventNumbers(
  postgres: TestPostgres,
  { wallets: count, moves, areKnown }: { wallets: number; moves: number; areKnown: boolean },
): Promise<NumbersFound> {
  const schema = postgres.newSchema();
  const store = await openPostgresStore({ url: postgres.url, schema });
  const wallets = Array.from({ length: count }, (_, at) =>
    evmAddress(`0x${(at + 1).toString(16).padStart(40, '0')}`),
  );
  if (areKnown)
    for (const [at, address] of wallets.entries())
      await store.run('sign-in', (tx) =>
        tx.accounts.insertSession(
          session({ tokenHash: `t${at}`, account: { address, onlyOn: null } }),
        ),
      );
  await postgres.query(`ANALYZE "${schema}".known_account`);
  const rolledBack = async (): Promise<number> => {
    const [row] = await postgres.query<{ rolled: string }>(
      'SELECT xact_rollback AS rolled FROM pg_stat_database WHERE datname = current_database()',
    );
    return Number(row?.rolled);
  };
  await pause(1_500);
  const before = await rolledBack();
  const beganMs = Date.now();
  const job = { url: postgres.url, schema, wallets, moves, everyMs: 40 };
  await Promise.all(
    ['a', 'b', 'c', 'd'].map(async (name) => {
      const one = fork(child, [JSON.stringify({ ...job, name })], {
        execArgv: ['--conditions=interline-source'],
      });
      const [code] = (await once(one, 'exit')) as [number | null]; // CAST: as Node documents it.
      if (code !== 0) throw new Error(`process ${name} ended with ${code}`);
    }),
  );
  const seconds = (Date.now() - beganMs) / 1_000;
  await pause(1_500);
  const conflicts = (await rolledBack()) - before;
  let events = 0;
  for (const wallet of wallets) {
    const told = await store.reads.accounts.events(wallet, 0, 4 * moves + 1);
    if (told.some(({ seq }, at) => seq !== at + 1)) throw new Error(`${wallet} has a gap`);
    events += told.length;
  }
  await store.close();
  return { moves: 4 * moves, seconds, conflicts, events };
}

export async function asChild(
  store: Store,
  { name, wallets, moves, everyMs }: Moves,
): Promise<void> {
  const running: Promise<unknown>[] = [];
  for (let at = 0; at < moves; at += 1) {
    const owner = evmAddress(wallets[at % wallets.length] ?? '');
    const nonce = BigInt(name.charCodeAt(0)) * 1_000_000n + BigInt(at);
    running.push(
      store.run('accept', (tx) =>
        tx.transfers.insertRoute(route(`rt_${name}${at}`, { permit: permit(nonce, { owner }) })),
      ),
    );
    await pause(everyMs);
  }
  await Promise.all(running);
}
