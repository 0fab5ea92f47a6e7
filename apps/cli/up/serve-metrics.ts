import { type Composed, type Deployment, openMetrics } from '@interline/server';
import { createMetricsApp, serve, type Serving } from '@interline/http';
import type { Readiness } from './readiness.ts';

/** Where Prometheus looks for it unless it is told otherwise. */
const usualPort = 9464;

/**
 * Serves what this process counts and whether it is ready, on an address of its own; null where the
 * deployment wants none.
 */
export async function serveMetrics(
  { container }: Pick<Composed, 'container'>,
  { metrics }: Pick<Deployment, 'metrics'>,
  ready: Readiness,
): Promise<Serving | null> {
  if (metrics === null) return null;
  const app = createMetricsApp(openMetrics(container), () => ready.report());
  const { host, port } = metrics;
  if (port !== null) return serve(app, { host, port });
  // Another service of this machine may have the usual port.
  return serve(app, { host, port: usualPort }).catch(() => serve(app, { host, port: 0 }));
}
