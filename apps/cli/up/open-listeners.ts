import { type createHttpApp, createMetricsApp, serve, type Serving } from '@interline/http';
import { type Composed, type Deployment, openMetrics } from '@interline/server';
import type { Readiness } from './readiness.ts';
import { version } from '../version.ts';

interface Listeners {
  readonly url: string;
  readonly metricsUrl: string | null;
  /** Has clients open their next connection elsewhere. */
  retire(): void;
  /** Lets running requests finish for that long; metrics are served to the end of it. */
  close(graceMs: number): Promise<void>;
}

/** The service's address and the one for its metrics: both, or an error and none. */
export async function openListeners(
  app: ReturnType<typeof createHttpApp>,
  composed: Composed,
  deployment: Deployment,
  ready: Readiness,
): Promise<Listeners> {
  const server = await serve(app, deployment.server);
  try {
    const metrics = await serveMetrics(composed, deployment, ready);
    return {
      url: server.url,
      metricsUrl: metrics?.url ?? null,
      retire: () => server.retire(),
      async close(graceMs) {
        await server.close(graceMs);
        await metrics?.close(0);
      },
    };
  } catch (error) {
    await server.close(0);
    throw error;
  }
}

/** Where Prometheus looks for it unless it is configured otherwise. */
const usualPort = 9464;

/**
 * Serves what this process counts and whether it is ready, on an address of its own; null where the
 * deployment has none.
 */
export async function serveMetrics(
  { container }: Pick<Composed, 'container'>,
  { metrics }: Pick<Deployment, 'metrics'>,
  ready: Readiness,
): Promise<Serving | null> {
  if (metrics === null) return null;
  const app = createMetricsApp(openMetrics(container, version), () => ready.report());
  const { host, port } = metrics;
  if (port !== null) return serve(app, { host, port });
  // Another service of this machine may have the usual port.
  return serve(app, { host, port: usualPort }).catch(() => serve(app, { host, port: 0 }));
}
