import type { OpenTracer, TracerParts, TracingSettings } from './tracing-settings.ts';

/** OpenTelemetry is loaded here alone, so that a deployment without traces never reads it. */
export async function openTracer(
  settings: TracingSettings,
  parts: TracerParts,
): Promise<OpenTracer> {
  const { otelTracer } = await import('./otel-tracer.ts');
  return otelTracer(settings, parts);
}
