import { type HookState, type ReadHook, redeliverHook } from '../../webhooks/index.ts';
import { operatorAction } from '../operator-action.ts';

interface Ports {
  readonly readHook: ReadHook;
}

/**
 * Delivers the end of a hook's route again, with the same id. Throws `UNKNOWN_RECORD`, or
 * `WRONG_STATE` if the route has not ended or a reorg reopened it.
 */
export function redeliverHookEnd({ readHook }: Ports) {
  return operatorAction({
    name: 'redeliver-hook',
    targetOf: ({ id }: { readonly id: string }) => `webhook ${id}`,
    async plan({ id }) {
      const { hook, status }: HookState = await readHook(id);
      return { hook, before: { status }, after: { status: 'pending' } };
    },
    perform: {
      in: 'one-unit',
      async run(tx, { hook }, { atMs }) {
        await redeliverHook(tx, hook, atMs);
        return { result: hook.id };
      },
    },
  });
}
