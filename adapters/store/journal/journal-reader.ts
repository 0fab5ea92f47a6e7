import type { JournalReader } from '@interline/usecases';
import type { Db } from '../sql/db.ts';
import { answerReads } from './answer-journal.ts';
import { bookReads, reservationReads } from './book-journal.ts';
import { budgetReads } from './budget-journal.ts';
import { deliveryRecordReads } from './delivery-record-journal.ts';
import { effectReads } from './effect-journal.ts';
import { envelopeReads } from './envelope-journal.ts';
import { hookReads } from './hook-journal.ts';
import { intentReads } from './intent-journal.ts';
import { keyReads } from './key-journal.ts';
import { keptAnswerReads } from './kept-answer-journal.ts';
import { laneReads } from './lane-journal.ts';
import { liabilityReads } from './liability-journal.ts';
import { primitiveReads } from './primitive-journal.ts';
import { outboxReads } from './outbox-journal.ts';
import { routeReads } from './route-journal.ts';

export function journalReader(db: Db): JournalReader {
  return {
    transfers: {
      ...routeReads(db),
      ...intentReads(db),
      ...deliveryRecordReads(db),
      ...outboxReads(db),
    },
    transactions: {
      ...effectReads(db),
      ...envelopeReads(db),
      ...laneReads(db),
      ...reservationReads(db),
      ...budgetReads(db),
    },
    books: { ...bookReads(db), ...liabilityReads(db) },
    webhooks: hookReads(db),
    apiKeys: keyReads(db),
    primitives: primitiveReads(db),
    idempotency: { ...answerReads(db), ...keptAnswerReads(db) },
  };
}
