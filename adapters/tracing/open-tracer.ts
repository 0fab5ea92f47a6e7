import type { Log } from '@interline/ports';
import type { OpenTracer, TracingSettings } from './tracing-settings.ts';

/** OpenTelemetry is loaded here alone, so that a deployment without traces never reads it. */
export async function openTracer(
  settings: TracingSettings,
  parts: { readonly log: Log; readonly version: string },
): Promise<OpenTracer> {
  const { otelTracer } = await import('./otel-tracer.ts');
  return otelTracer(settings, parts);
}
