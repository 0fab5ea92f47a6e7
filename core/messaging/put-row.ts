import { utcDay } from '@interline/kernel';
import type { Clock, Entropy } from '@interline/ports';
import type { MessageUnit } from './repository.ts';

export interface PutRow {
  readonly id: string;
  readonly bucket: number;
  readonly index: number;
}

export interface PutParts {
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
}

/** Puts a row into its bucket of today, in the unit given. */
export async function putRow(
  { messages }: Pick<MessageUnit, 'messages'>,
  { bucket, body }: { readonly bucket: number; readonly body: string },
  { clock, entropy }: PutParts,
): Promise<PutRow> {
  const id = `msg_${entropy.hex(16)}`;
  const index = await messages.appendRow({ id, bucket, day: utcDay(clock.now()), body });
  return { id, bucket, index };
}
