import { z } from 'zod';
import { configSchema } from './config-schema.ts';
import { railSettings } from './rails-schema.ts';

/**
 * The JSON schema of a config file as it is written, for editors and other tools; with the rails' own settings, by rail
 * id, where they are given. Checks that need code are left to `interline config check`.
 */
export function configJsonSchema(
  rails: Readonly<Record<string, object>> | null = null,
): Readonly<Record<string, unknown>> {
  const override = ({ zodSchema, jsonSchema }: Overridden): void => {
    if (rails === null || zodSchema !== railSettings) return;
    Object.assign(jsonSchema, { properties: rails, additionalProperties: false });
    delete jsonSchema.propertyNames;
  };
  return {
    title: 'Interline deployment',
    ...z.toJSONSchema(configSchema, { io: 'input', override }),
  };
}

type Overridden = Parameters<
  NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override']>
>[0];
