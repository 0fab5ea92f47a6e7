import { readSecret, secretRefSchema } from './secret-ref.ts';

/**
 * What a config wants and this process cannot read, one sentence each: all of them at once, so that
 * nobody starts it once per secret.
 */
export function missingSecrets(config: unknown, env: NodeJS.ProcessEnv): readonly string[] {
  if (typeof config !== 'object' || config === null) return [];
  const ref = secretRefSchema.safeParse(config);
  if (!ref.success)
    return [
      ...new Set(Object.values(config).flatMap((member: unknown) => missingSecrets(member, env))),
    ];
  try {
    readSecret(ref.data, env);
    return [];
  } catch (error) {
    return [
      error instanceof Error ? error.message : 'the config wants a secret that cannot be read',
    ];
  }
}

/** Throws what `missingSecrets` finds. */
export function requireSecrets(config: unknown, env: NodeJS.ProcessEnv): void {
  const missing = missingSecrets(config, env);
  if (missing.length > 0) throw new Error(missing.join('; '));
}
