import { defineModule, type Duty, RelayError, utcDay } from '@interline/kernel';
import type { Clock, Entropy, RowSealer } from '@interline/ports';
import type { AnchorLog } from './anchor-log.ts';
import { anchorRow, feedLog, readAnchor } from './anchor-row.ts';
import { addCover, coverEveryMs, coverRowsYesterday, keepCover } from './cover-rows.ts';
import { dayMs } from './message-row.ts';
import { readMailbox } from './read-mailbox.ts';
import type { MessageStore } from './repository.ts';
import { sendRow } from './send-row.ts';

/** What a deployment sets of its messages. */
export interface MessagePolicy {
  readonly enabled: boolean;
  /** Days on which a row can be read, the one on which it came included. */
  readonly retentionDays: number;
  /** What the service adds by itself, on average. */
  readonly coverRowsPerDay: number;
}

export interface Ports {
  readonly store: MessageStore;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly rowSealer: RowSealer;
  readonly anchorLog: AnchorLog | null;
  readonly deployment: { readonly messaging: MessagePolicy };
}

export const messaging = defineModule({
  needs: ['store', 'clock', 'entropy', 'rowSealer', 'anchorLog', 'deployment'],
  create: ({ deployment, ...parts }: Ports) => {
    const { enabled, retentionDays, coverRowsPerDay } = deployment.messaging;
    const { store, clock, anchorLog } = parts;
    const prune = (): Promise<void> => {
      const firstDay = utcDay(clock.now() - (retentionDays - 1) * dayMs);
      return store.run('prune-messages', ({ messages }) => messages.pruneMessages(firstDay));
    };
    const duties: readonly Duty[] = [
      { name: 'message-prune', everyMs: 3_600_000, run: prune },
      { name: 'message-cover', everyMs: coverEveryMs, run: keepCover(parts, coverRowsPerDay) },
      ...(anchorLog === null
        ? []
        : [{ name: 'message-anchors', everyMs: 5_000, run: feedLog(store, anchorLog) }]),
    ];
    return {
      isEnabled: enabled,
      /** Throws `MESSAGING_DISABLED` where the deployment has no messages. */
      assertEnabled(): void {
        if (!enabled) throw new RelayError('MESSAGING_DISABLED');
      },
      sendRow: sendRow(parts),
      readMailbox: readMailbox({ store, clock, retentionDays }),
      addCover: addCover(parts),
      coverRowsYesterday: coverRowsYesterday(parts),
      anchorRow: anchorRow(parts),
      readAnchor: readAnchor(parts),
      duties: enabled ? duties : [],
    };
  },
});
