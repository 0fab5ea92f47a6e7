import { evmAddress, evmChain } from '@interline/kernel';
import type { TargetChange, TargetChanges } from '@interline/plugins';
import type { Config } from './config/config-schema.ts';

/** What the config changes of the contracts that rails may call, by rail id and chain. */
export function targetChanges({
  rails,
}: Pick<Config, 'rails'>): Readonly<Record<string, TargetChanges>> {
  return Object.fromEntries(
    Object.entries(rails.targets).map(([id, chains]) => [
      id,
      Object.fromEntries(
        Object.entries(chains).map(([chainId, change]): [string, TargetChange] => [
          evmChain(Number(chainId)),
          'only' in change
            ? { only: change.only.map(evmAddress) }
            : { add: change.add.map(evmAddress) },
        ]),
      ),
    ]),
  );
}
