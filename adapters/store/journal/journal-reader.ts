import type { JournalReader } from '@interline/ports';
import type { Db } from '../sql/db.ts';
import { answerReads } from './answer-journal.ts';
import { bookReads } from './book-journal.ts';
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
    ...routeReads(db),
    ...effectReads(db),
    ...envelopeReads(db),
    ...laneReads(db),
    ...bookReads(db),
    ...intentReads(db),
    ...budgetReads(db),
    ...liabilityReads(db),
    ...answerReads(db),
    ...keptAnswerReads(db),
    ...hookReads(db),
    ...outboxReads(db),
    ...deliveryRecordReads(db),
    ...primitiveReads(db),
    ...keyReads(db),
  };
}
