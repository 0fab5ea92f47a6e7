import { RelayError } from '@interline/domain';
import type { Clock, JournalReader, UnitOfWork } from '@interline/ports';
import { type HookState, type ReadHook, readHook } from './read-hook.ts';

interface Ports {
  readonly work: UnitOfWork;
  readonly reader: JournalReader;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * An operator's order to send the hook's last event again, under the same id and from the start of the schedule,
 * whatever became of it. Throws `UNKNOWN_RECORD`, or `BAD_REQUEST` where there is no event to send.
 */
export function redeliverHook({ work, reader, clock }: Ports): ReadHook {
  const read = readHook(reader);
  return async (id): Promise<HookState> => {
    await read(id);
    await work.run('redeliver-hook', async (tx) => {
      const [last] = await tx.deliveriesOf(id);
      if (last === undefined || last.state === 'withdrawn') throw new RelayError('BAD_REQUEST', { field: 'id' }, 'the route of this hook has not ended, so there is nothing to deliver');
      await tx.renewDelivery(last.id, clock.now());
    });
    return read(id);
  };
}
