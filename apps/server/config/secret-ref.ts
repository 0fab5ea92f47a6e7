import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** A secret by reference: the config file never holds one. */
export const secretRefSchema = z.union(
  [z.strictObject({ env: z.string().min(1) }), z.strictObject({ file: z.string().min(1) })],
  {
    error:
      'wanted where the secret is, { env: NAME } or { file: PATH }, and never the secret itself',
  },
);

export type SecretRef = z.infer<typeof secretRefSchema>;

/** Reads the secret; throws a message that names the reference and never the value. */
export function readSecret(ref: SecretRef, env: NodeJS.ProcessEnv): string {
  if ('env' in ref) {
    const value = env[ref.env];
    if (value === undefined || value === '')
      throw new Error(
        `the config wants a secret in the environment variable ${ref.env}, which is not set`,
      );
    return value;
  }
  try {
    return readFileSync(ref.file, 'utf8').trim();
  } catch {
    throw new Error(`the config wants a secret in the file ${ref.file}, which cannot be read`);
  }
}
