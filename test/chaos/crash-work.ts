import type { Reads, Writes } from '@interline/core';
import type { StorePort } from '@interline/ports';
import type { CrashTrigger } from './crash-trigger.ts';

type Store = StorePort<Reads, Writes>;

/**
 * A unit of work that dies where the trigger says, and reports which routes each commit moved, and
 * waits for that.
 */
export function crashRun(
  store: Pick<Store, 'run'>,
  trigger: CrashTrigger,
  onMoved: (routeIds: readonly string[]) => Promise<void>,
): Store['run'] {
  return async (name, unit) => {
    const moved = new Set<string>();
    const result = await store.run(name, async (tx) => {
      const value = await unit(crashWriter(tx, name, trigger, moved));
      if (
        trigger.isDue(
          (moment) => moment.at === 'unit' && moment.unit === name && moment.edge === 'before',
        )
      )
        trigger.die();
      return value;
    });
    if (moved.size > 0) await onMoved([...moved]);
    if (
      trigger.isDue(
        (moment) => moment.at === 'unit' && moment.unit === name && moment.edge === 'after',
      )
    )
      trigger.die();
    return result;
  };
}

function crashWriter(tx: Writes, unit: string, trigger: CrashTrigger, moved: Set<string>): Writes {
  return new Proxy(tx, {
    get(target, name) {
      const repository: unknown = Reflect.get(target, name);
      return typeof repository === 'object' && repository !== null
        ? watched(repository)
        : repository;
    },
  });

  function watched(repository: object): object {
    return new Proxy(repository, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return (...args: readonly unknown[]): unknown => {
          if (
            trigger.isDue(
              (moment) => moment.at === 'write' && moment.unit === unit && moment.write === name,
            )
          )
            trigger.die();
          const subject = name === 'insertRoute' || name === 'moveRoute' ? args[0] : null;
          // CAST: both writes take the route first.
          if (subject !== null) moved.add((subject as { readonly id: string }).id);
          return Reflect.apply(method, target, args);
        };
      },
    });
  }
}
