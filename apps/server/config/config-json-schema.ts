import { z } from 'zod';
import { configSchema } from './config-schema.ts';

/**
 * Of a config file as it is written, for editors and other tools. What only code can check is left
 * to `interline config check`.
 */
export function configJsonSchema(): Readonly<Record<string, unknown>> {
  return { title: 'Interline deployment', ...z.toJSONSchema(configSchema, { io: 'input' }) };
}
