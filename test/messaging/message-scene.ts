import { openStore, type Store } from '@interline/adapters/store';
import { systemEntropy } from '@interline/adapters/entropy';
import { rowSealer } from '@interline/adapters/hpke';
import { announcingStore } from '@interline/core';
import { messaging } from '@interline/core/messaging';
import type { VerifiedPass } from '@interline/core/passes';
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { believed } from '../support/believed-clock.ts';
import { fastFolder } from '../support/fast-folder.ts';
import { quietLog } from '../support/quiet-log.ts';
import { unwatchedLog } from '../support/unwatched-log.ts';

/** The module over a real store, its clock and its passes in the hand of the test. */
export interface MessageScene {
  readonly clock: { ms: number };
  readonly store: Store;
  born(change?: {
    readonly coverRowsPerDay?: number;
    readonly hex?: (bytes: number) => string;
  }): ReturnType<typeof messaging.create>;
  /** Good, and not spent. */
  pass(): VerifiedPass;
  isSpent(pass: VerifiedPass): Promise<boolean>;
  /** How many rows are in that bucket on that day. */
  rowsIn(bucket: number, day: string): Promise<number>;
  close(): Promise<void>;
}

export async function openMessageScene(): Promise<MessageScene> {
  const folder = mkdtempSync(join(fastFolder, 'interline-messages-'));
  const store = await openStore({ file: join(folder, 'journal.db') });
  const clock = { ms: Date.UTC(2026, 10, 23, 12) };
  const now = (): number => clock.ms;
  const clockOfTest = { now, monotonic: now, sleep: async () => undefined, alarm: () => never };
  let passes = 0;
  return {
    clock,
    store,
    born: ({ coverRowsPerDay = 0, hex = drawn } = {}) =>
      messaging.create({
        store: announcingStore(store, clockOfTest),
        clock: clockOfTest,
        sureTime: believed(clockOfTest),
        entropy: { hex },
        rowSealer,
        transparencyLog: unwatchedLog(now),
        log: quietLog,
        deployment: { messaging: { enabled: true, retentionDays: 14, coverRowsPerDay } },
      }),
    pass: () => ({ key, spendId: `pass ${(passes += 1)}` }),
    isSpent: async (pass) => {
      const undo = new Error('only looked at');
      let isNew = false;
      await store
        .run('look', async (tx) => {
          isNew = await tx.passes.spendPass(pass.key.seq, pass.spendId);
          throw undo;
        })
        .catch((error: unknown) => {
          if (error !== undo) throw error;
        });
      return !isNew;
    },
    rowsIn: async (bucket, day) =>
      (await store.reads.messages.mailbox({ bucket, day, afterPlace: -1 }, 10_000)).length,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const drawn = (bytes: number): string => systemEntropy.hex(bytes);
const never = { rang: new Promise<void>(() => undefined), cancel: () => undefined };
const key: VerifiedPass['key'] = {
  seq: 1,
  thumb: 'thumb',
  publicKey: { kty: 'RSA', alg: 'PS384', key_ops: ['verify'], ext: true, n: 'n', e: 'AQAB' },
  notBeforeMs: 0,
  notAfterMs: 1,
  signsFromMs: 0,
  isDestroyed: false,
};
