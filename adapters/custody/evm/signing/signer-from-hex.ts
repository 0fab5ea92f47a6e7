import { localSigner } from './local-signer.ts';
import type { LocalSigner } from './signer.ts';

const shape = /^(?:0x)?[0-9a-fA-F]{64}$/;

/**
 * A key from an environment variable, say. `name` is what the error calls it; the text itself is
 * never repeated.
 */
export function signerFromHex(text: string, name = 'the setting'): LocalSigner {
  const trimmed = text.trim();
  if (!shape.test(trimmed))
    throw new RangeError(
      `${name} must hold a private key of 64 hex digits; it holds ${trimmed.length} characters of another shape`,
    );
  return localSigner(Buffer.from(trimmed.replace(/^0x/, ''), 'hex'));
}
