import type * as z from 'zod';
import type { ServiceState } from '@interline/core/discovery';
import type { Endpoint } from '../server/endpoint.ts';
import type { statusAnswer } from './service-status-schema.ts';

type StatusWire = z.input<typeof statusAnswer>;

export function writeServiceStatus(
  state: ServiceState,
  endpoints: readonly Endpoint[],
): StatusWire {
  const parts = [...state.evm, ...state.nonEvm];
  return {
    status: state.status,
    ts: state.atMs,
    nodes: {
      up: parts.filter((part) => part.isUp).length,
      total: parts.length,
      evm: state.evm.map(({ chainId, name, isUp }) => ({ chainId, name, up: isUp })),
      nonEvm: state.nonEvm.map(({ name, isUp }) => ({ name, up: isUp })),
    },
    rails: state.rails.map(({ name, isUp }) => ({ name, up: isUp })),
    routes: state.routes,
    endpoints: endpoints.map((endpoint) => ({
      name: `${endpoint.method} ${endpoint.path}`,
      up: isServed(endpoint, state),
    })),
  };
}

/** An endpoint that needs nothing is up because it answers. */
function isServed({ needs }: Endpoint, { rails, routes }: ServiceState): boolean {
  if (needs === undefined) return true;
  switch (needs) {
    case 'rail':
      return rails.some((rail) => rail.isUp);
    case 'lane':
      return (routes ?? 0) > 0;
  }
}
