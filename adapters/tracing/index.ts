export { openTracer } from './open-tracer.ts';
export type { OpenTracer, TracingSettings } from './tracing-settings.ts';
export { tracedRails } from './traced-rails.ts';
export { tracedStore } from './traced-store.ts';
