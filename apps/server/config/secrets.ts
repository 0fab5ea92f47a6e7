import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { z } from 'zod';

/** A secret by reference: the config file never holds one. */
export const secretRefSchema = z.union(
  [
    z.strictObject({
      env: z.string().min(1).describe('The environment variable that holds the secret.'),
    }),
    z.strictObject({
      file: z
        .string()
        .min(1)
        .describe('The file that holds the secret, and nothing else; closed to other users.'),
    }),
  ],
  {
    error:
      'wanted where the secret is, { env: NAME } or { file: PATH }, and never the secret itself',
  },
);

type SecretRef = z.infer<typeof secretRefSchema>;

/**
 * Reads the secret; throws a message that names the reference and never the value. A file of this
 * user must be closed to others; one that another user has put there, as container runtimes do with
 * what they mount, may be readable and not writable.
 */
export function readSecret(ref: SecretRef, env: NodeJS.ProcessEnv): string {
  if ('env' in ref) {
    const value = env[ref.env];
    if (value === undefined || value === '')
      throw new Error(
        `the config names a secret in the environment variable ${ref.env}, which is not set`,
      );
    return value;
  }
  const { mode, uid, text } = readOwn(ref.file);
  if ((mode & 0o022) !== 0 || ((mode & 0o077) !== 0 && uid === process.getuid?.()))
    throw new Error(
      `the config names a secret in the file ${ref.file}, which other users may read or write; set its mode to 0600`,
    );
  return text.trim();
}

/** Read before it is judged, by one handle: what is judged is what was read. */
function readOwn(path: string): { readonly mode: number; readonly uid: number; text: string } {
  let file: number | null = null;
  try {
    file = openSync(path, 'r');
    const { mode, uid } = fstatSync(file);
    return { mode, uid, text: readFileSync(file, 'utf8') };
  } catch {
    throw new Error(`the config names a secret in the file ${path}, which cannot be read`);
  } finally {
    if (file !== null) closeSync(file);
  }
}

type Settings = Readonly<Record<string, unknown>>;

/**
 * Rails' settings with each reference (`{ "env": NAME }` or `{ "file": PATH }`), at any depth,
 * replaced by its secret.
 */
export function resolveSecrets(settings: Settings, env: NodeJS.ProcessEnv): Settings {
  return replaced(settings, (ref) => readSecret(ref, env));
}

/** What stands in for a secret where only the config is at hand. */
export const secretStandIn = 'a secret that is not here';

/** The same settings with each reference replaced by a stand-in. */
export function standInSecrets(settings: Settings): Settings {
  return replaced(settings, () => secretStandIn);
}

type ReadRef = (ref: SecretRef) => string;

function replaced(settings: Settings, read: ReadRef): Settings {
  return Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, replacedIn(value, read)]),
  );
}

function replacedIn(value: unknown, read: ReadRef): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => replacedIn(one, read));
  if (typeof value !== 'object' || value === null) return value;
  const ref = secretRefSchema.safeParse(value);
  return ref.success ? read(ref.data) : replaced({ ...value }, read);
}

/**
 * What a config names and this process cannot read, one sentence each: all of them at once, so that
 * one start shows every missing secret.
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
      error instanceof Error ? error.message : 'the config names a secret that cannot be read',
    ];
  }
}

/** Throws what `missingSecrets` finds. */
export function requireSecrets(config: unknown, env: NodeJS.ProcessEnv): void {
  const missing = missingSecrets(config, env);
  if (missing.length > 0) throw new Error(missing.join('; '));
}
