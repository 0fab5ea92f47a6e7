import type { HookSeal } from '@interline/core/webhooks';
import { createHash, randomBytes } from 'node:crypto';
import { type Seal, sealWith } from '../seal/index.ts';

const kind = 'sealed.v1';

/**
 * Seals with the first key and opens with all of them: the key in use and those that it replaced,
 * each 32 secret bytes that are kept outside the store.
 */
export function hookSeal(keys: readonly [Uint8Array, ...Uint8Array[]]): HookSeal {
  const seals = new Map(keys.map((key) => [markOf(key), sealOf(key)]));
  const mark = markOf(keys[0]);
  const current = sealOf(keys[0]);
  return {
    mark,
    drawSecret: () => `whsec_${randomBytes(32).toString('base64')}`,
    seal: (secret, hookId) => `${mark}${current.seal(Buffer.from(secret), hookId)}`,
    open(kept, hookId) {
      if (!kept.startsWith(`${kind}.`)) return kept;
      const at = kept.lastIndexOf('.') + 1;
      return opened(seals.get(kept.slice(0, at)), kept.slice(at), hookId);
    },
  };
}

function opened(seal: Seal | undefined, sealed: string, hookId: string): string | null {
  if (seal === undefined) return null;
  try {
    return Buffer.from(seal.open(sealed, hookId)).toString();
  } catch {
    // It was sealed for another hook, or changed in the store.
    return null;
  }
}

const sealOf = (key: Uint8Array): Seal => sealWith(key, 'secrets of webhooks');

/** Shows which key it was, and reveals nothing about the key. */
function markOf(key: Uint8Array): string {
  const name = createHash('sha256').update('interline names a key of webhooks').update(key);
  return `${kind}.${name.digest('hex').slice(0, 16)}.`;
}
