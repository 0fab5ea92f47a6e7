import { readSecret, secretRefSchema } from './secret-ref.ts';

type Settings = Readonly<Record<string, unknown>>;

/**
 * Rails' settings with each reference (`{ "env": NAME }` or `{ "file": PATH }`), at any depth,
 * replaced by its secret.
 */
export function resolveSecrets(settings: Settings, env: NodeJS.ProcessEnv): Settings {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, resolved(value, env)]),
  );
}

function resolved(value: unknown, env: NodeJS.ProcessEnv): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => resolved(one, env));
  if (typeof value !== 'object' || value === null) return value;
  const ref = secretRefSchema.safeParse(value);
  return ref.success ? readSecret(ref.data, env) : resolveSecrets({ ...value }, env);
}
