import { type AgentKey, createAgentKey, readAgentKey } from '@interline/client';
import { readFileSync, writeFileSync } from 'node:fs';
import { UsageError } from '../exit-codes.ts';

/**
 * An agent's key in a file of its own, readable only by its user. Draws a new key where the file
 * does not exist. Throws where the file holds anything else.
 */
export async function keptAgentKey(file: string): Promise<AgentKey> {
  return (await readKey(file)) ?? (await drawInto(file));
}

/** The same for a file that must exist. */
export async function readAgentKeyFile(file: string): Promise<AgentKey> {
  const key = await readKey(file);
  if (key === null) throw new UsageError(`there is no key at ${file}`);
  return key;
}

async function drawInto(file: string): Promise<AgentKey> {
  const key = await createAgentKey(true);
  const jwk = await crypto.subtle.exportKey('jwk', key.privateKey);
  writeFileSync(file, `${JSON.stringify(jwk)}\n`, { flag: 'wx', mode: 0o600 });
  return key;
}

async function readKey(file: string): Promise<AgentKey | null> {
  const text = textIn(file);
  if (text === null) return null;
  try {
    return await readAgentKey(JSON.parse(text));
  } catch (error) {
    throw new UsageError(`${file} holds no key of Ed25519 as a JWK`, { cause: error });
  }
}

function textIn(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null; // CAST: node:fs throws these.
    throw error;
  }
}
