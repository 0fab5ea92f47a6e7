import type { Clock, Log, Tracer } from '@interline/ports';

export interface TracingSettings {
  /** The URL at which a collector takes OTLP over HTTP, with its path. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The share of requests that begin a trace, 0 to 1. */
  readonly sampleRatio: number;
  /** Whether receivers of webhooks are sent the trace. */
  readonly tellsReceivers: boolean;
}

export interface TracerParts {
  readonly log: Log;
  readonly version: string;
  /**
   * The secret that chooses among callers' traces: shared by all processes of a deployment and
   * unknown outside it.
   */
  readonly secret: string;
  readonly clock: Pick<Clock, 'now'>;
}

export interface OpenTracer extends Tracer {
  /** Sends what is left, for two seconds at most. */
  close(): Promise<void>;
}
