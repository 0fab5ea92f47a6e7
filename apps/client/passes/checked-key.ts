import type { Client } from '../client.ts';
import {
  type MintCheck,
  type MintCheckOptions,
  MintError,
  type MintPin,
} from './mint/check-mint.ts';
import { lookAtMint } from './mint/look-at-mint.ts';
import { type PassKeyJwk, type PublicKey, readPublicKey } from './public-key.ts';

/** Where a caller keeps what it saw of a mint: without it, a mint can show it another log each time. */
export interface MintPins {
  read(): Promise<MintPin | null>;
  write(pin: MintPin): Promise<void>;
}

export interface TakeOptions extends Pick<MintCheckOptions, 'policy' | 'mlDsa' | 'nowMs'> {
  readonly pins?: MintPins;
  /** The same service by another way, such as a relay: both must be shown the same key. */
  readonly second?: Pick<Client, 'call'>;
}

export interface CheckedKey {
  readonly key: PublicKey;
  readonly jwk: PassKeyJwk;
  readonly seq: number;
  /** Until when its passes are taken, in epoch milliseconds. */
  readonly untilMs: number;
  /** What the mint showed. */
  readonly mint: MintCheck;
}

/** The key that signs now, once it was found in the mint's log. Throws `ServiceError`, `MintError`. */
export async function checkedKey(
  client: Pick<Client, 'call'>,
  { pins, second, ...options }: TakeOptions,
): Promise<CheckedKey> {
  const { enabled, ring, tokens } = await client.call('GET /api/plus/info', {});
  const current = ring.keys.find((key) => key.current);
  if (tokens.publicKeyJwk === null || current === undefined)
    throw new Error(
      enabled ? 'no key signs passes now; try again later' : 'this service has no passes',
    );
  const { kty, n, e } = tokens.publicKeyJwk;
  const jwk = { kty, n, e };
  const key = await readPublicKey(jwk);
  const pin = (await pins?.read()) ?? null;
  const mint = await lookAtMint(client, { ...options, pin, usedThumb: key.thumb }, second);
  if (!mint.isSound) throw new MintError(mint.findings);
  await pins?.write(mint.pin);
  return { key, jwk, seq: current.seq, untilMs: current.acceptedUntil, mint };
}
