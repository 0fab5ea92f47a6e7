import type { Composed, Deployment } from '@interline/server';
import { type createHttpApp, serve } from '@interline/http';
import type { Readiness } from './readiness.ts';
import { serveMetrics } from './serve-metrics.ts';

export interface Listeners {
  readonly url: string;
  readonly metricsUrl: string | null;
  /** Lets running requests finish for that long; metrics are told to the end of it. */
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
