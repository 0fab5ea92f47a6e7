import { spendWithin, type VerifiedPass } from '../passes/index.ts';
import { type PutParts, putRow, type PutRow } from './put-row.ts';
import type { MessageStore } from './repository.ts';

export interface SentRow {
  readonly bucket: number;
  /** `rowBytes` in base64. */
  readonly body: string;
}

/** Puts a row into today's bucket, in one unit with the pass. Throws `PASS_SPENT`, `STORE_DOWN`. */
export type SendRow = (row: SentRow, pass: VerifiedPass) => Promise<PutRow>;

export function sendRow({ store, ...parts }: PutParts & { readonly store: MessageStore }): SendRow {
  return (row, pass) =>
    store.run('send-row', async (tx) => {
      await spendWithin(tx, pass);
      return putRow(tx, row, parts);
    });
}
