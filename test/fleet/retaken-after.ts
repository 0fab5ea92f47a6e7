import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPostgres } from '../support/postgres.ts';

/** The lease is 10 s; the rest is for a machine whose workers come to look late. */
export const retakenWithinMs = 60_000;

/** Watches the jobs a dead worker had until another one has each, or it is done. */
export async function retakenAfterMs(
  postgres: TestPostgres,
  schema: string,
  worker: string,
): Promise<{ readonly orphans: number; readonly slowestMs: number }> {
  const diedMs = performance.now();
  const held = async (): Promise<number> => {
    const [row] = await postgres.query<{ held: string }>(
      `SELECT count(*) AS held FROM ${schema}.job WHERE worker = '${worker}'`,
    );
    return Number(row?.held ?? 0);
  };
  const orphans = await held();
  let slowestMs = 0;
  for (let left = orphans; left > 0; left = await held()) {
    slowestMs = performance.now() - diedMs;
    if (slowestMs > retakenWithinMs) break;
    await sleep(25);
  }
  return { orphans, slowestMs };
}
