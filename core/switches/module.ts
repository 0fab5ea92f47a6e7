import { type ChainRef, defineModule, type TokenList } from '@interline/kernel';
import type { Clock, RailRegistry } from '@interline/ports';
import { recentSwitches } from './recent-switches.ts';
import type { SwitchStore } from './repository.ts';
import { parseScope, type ScopedParts } from './scope.ts';

export interface Ports {
  readonly store: SwitchStore;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly registry: RailRegistry;
  readonly tokens: TokenList;
  readonly custody: { readonly chains: readonly ChainRef[] };
}

export const switches = defineModule({
  needs: ['store', 'clock', 'registry', 'tokens', 'custody'],
  create({ store, clock, registry, tokens, custody }: Ports) {
    const parts: ScopedParts = {
      chains: custody.chains,
      tokens,
      registry,
    };
    return {
      /** At most a second old; for what only shows or prices. */
      recent: recentSwitches({ store, clock }),
      /** As committed now. */
      listSwitches: () => store.reads.switches.switches(),
      /** Throws `BAD_REQUEST`. */
      parseScope: (text: string) => parseScope(parts, text),
    };
  },
});
