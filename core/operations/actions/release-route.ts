import { RelayError } from '@interline/kernel';
import { type ReleaseRoute, stages } from '../../transfer/index.ts';
import { operatorAction } from '../operator-action.ts';
import type { OperationView } from '../repository.ts';
import { readOrdered, shownRoute } from './ordered-route.ts';

interface Ports {
  readonly store: { readonly reads: Pick<OperationView, 'transfers'> };
  readonly releaseRoute: ReleaseRoute;
}

/**
 * Releases a quarantined route, or ends it by what the chain shows; the plan does not read the
 * chain. Throws the errors of `ReleaseRoute`.
 */
export function releaseQuarantined({ store, releaseRoute }: Ports) {
  return operatorAction({
    name: 'release-route',
    targetOf: ({ id }: { readonly id: string }) => `route ${id}`,
    async plan({ id }) {
      const route = await readOrdered(store.reads, id);
      if (route.stage !== stages.quarantined)
        throw new RelayError(
          'WRONG_STATE',
          { field: 'id' },
          `this route is not quarantined; it is ${route.status}, stage ${route.stage}`,
        );
      return { id, before: shownRoute(route), after: { stage: 'as the chain shows it' } };
    },
    perform: {
      in: 'steps',
      async run({ id }, _order, signal) {
        const { route } = await releaseRoute(id, signal);
        return { after: { ...shownRoute(route), follow: `interline status ${id}` }, result: null };
      },
    },
  });
}
