import { defineModule, type Duty, RelayError, utcDay } from '@interline/kernel';
import type { Clock, Entropy, Log, TransparencyLogPort, RowSealer } from '@interline/ports';
import type { ReadSureTime } from '../sure-time/index.ts';
import { anchorLog, planNewAnchorLog, proveAnchors } from './anchor-log.ts';
import { anchorRow, readAnchor } from './anchor-row.ts';
import { addCover, coverEveryMs, coverRowsYesterday, keepCover } from './cover-rows.ts';
import { dayMs } from './message-row.ts';
import { readMailbox } from './read-mailbox.ts';
import type { MessageStore } from './repository.ts';
import { sendRow } from './send-row.ts';

/** A deployment's settings for messages. */
export interface MessagePolicy {
  readonly enabled: boolean;
  /** Number of days on which a row can be read, including the day of its arrival. */
  readonly retentionDays: number;
  /** Average number of rows that the service adds by itself. */
  readonly coverRowsPerDay: number;
}

export interface Ports {
  readonly store: MessageStore;
  readonly clock: Clock;
  readonly sureTime: { readonly now: ReadSureTime };
  readonly entropy: Entropy;
  readonly rowSealer: RowSealer;
  readonly transparencyLog: TransparencyLogPort;
  readonly log: Log;
  readonly deployment: { readonly messaging: MessagePolicy };
}

export const messaging = defineModule({
  needs: [
    'store',
    'clock',
    'sureTime',
    'entropy',
    'rowSealer',
    'transparencyLog',
    'log',
    'deployment',
  ],
  create: ({ deployment, sureTime, ...parts }: Ports) => {
    const { enabled, retentionDays, coverRowsPerDay } = deployment.messaging;
    const { store, clock, transparencyLog } = parts;
    const prune = async (): Promise<void> => {
      const firstDay = utcDay((await sureTime.now()) - (retentionDays - 1) * dayMs);
      await store.run('prune-messages', ({ messages }) => messages.pruneMessages(firstDay));
    };
    const duties: readonly Duty[] = [
      { name: 'message-prune', everyMs: 3_600_000, run: prune },
      { name: 'message-cover', everyMs: coverEveryMs, run: keepCover(parts, coverRowsPerDay) },
      { name: 'message-anchors', everyMs: 5_000, run: proveAnchors(parts) },
    ];
    return {
      isEnabled: enabled,
      /** Throws `MESSAGING_DISABLED` if the deployment has no messages. */
      assertEnabled(): void {
        if (!enabled) throw new RelayError('MESSAGING_DISABLED');
      },
      sendRow: sendRow(parts),
      readMailbox: readMailbox({ store, clock, retentionDays }),
      addCover: addCover(parts),
      coverRowsYesterday: coverRowsYesterday(parts),
      anchorRow: anchorRow(parts),
      readAnchor: readAnchor(parts),
      /** The key by which a witness identifies the log of anchored rows. Throws `STORE_DOWN`. */
      anchorLogKey: async () => transparencyLog.logKeyOf(await anchorLog(parts)),
      /**
       * The log's continuation after anchored rows were lost. Throws the errors of `planNewLog`.
       */
      planNewLog: () => planNewAnchorLog(parts),
      duties: enabled ? duties : [],
    };
  },
});
