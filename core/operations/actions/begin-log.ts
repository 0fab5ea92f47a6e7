import { RelayError } from '@interline/kernel';
import type { NewLog } from '../../transparency/index.ts';
import { operatorAction } from '../operator-action.ts';

/**
 * Logs that can continue under another name. The mint's cannot, because clients remember its keys.
 */
export const begunLogs = ['lane-keys', 'messages', 'receipts'] as const;
export type BegunLog = (typeof begunLogs)[number];

export interface LogOrder {
  readonly log: BegunLog;
}

type Planners = Readonly<Record<BegunLog, () => Promise<NewLog>>>;

/**
 * Makes a log that lost its newest leaves continue under the next name, which its witnesses must
 * add. The leaves record this permanently for every client. Throws the errors of `planNewLog`.
 */
export function beginLog(planners: Planners) {
  return operatorAction({
    name: 'begin-log',
    targetOf: ({ log }: LogOrder) => `log ${log}`,
    async plan({ log }: LogOrder) {
      const next = await planners[log]();
      return {
        log,
        next,
        before: { log: next.after },
        after: {
          log: next.origin,
          keeps: next.size,
          tell: [...next.witnesses],
          beside: next.path,
        },
      };
    },
    perform: {
      in: 'one-unit',
      async run({ logs, privateLane }, { log, next }, { atMs }) {
        const { path, origin, after, size } = next;
        if (!(await logs.beginLog({ path, origin, begun: { after, size, atMs } })))
          throw new RelayError('WRONG_STATE', { field: 'log' }, `${path} was begun meanwhile`);
        if (log === 'lane-keys') await privateLane.forgetLaneCheckpoint();
        return { result: null };
      },
    },
  });
}
