import { type JsonObject, maxUint256 } from '@interline/kernel';
import { copyJsonObject, stringsIn } from './copy-json.ts';
import { isPlainText } from './plain-text.ts';
import { z } from 'zod';

// The small shapes that quotes, plans and progress share. Messages never show the value: it may be
// an upstream's text.

export const units = z.bigint().min(0n).max(maxUint256, 'wanted 2^256 - 1 at most');
export const amount = z.bigint().min(1n).max(maxUint256, 'wanted 2^256 - 1 at most');
export const plain = (maxLength?: number): z.ZodString =>
  z
    .string()
    .refine(
      (text) => isPlainText(text, maxLength),
      'wanted short plain words without URL or secret',
    );
/** Copied before it is looked at: a rail may keep its own object and change it later. */
export const json = z.preprocess(
  copyJsonObject,
  z.custom<JsonObject>((copy) => copy !== null, 'wanted plain JSON of bounded size'),
);
export const publicJson = json.refine(
  (value) => stringsIn(value).every((text) => text === '' || isPlainText(text)),
  'wanted short plain words without URL or secret',
);
export const chain = z
  .string()
  .regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'wanted a CAIP-2 chain');
export const evmAddress = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/, 'wanted an EVM address in small letters');
/** Any chain's address or transaction id: one word. */
export const word = z
  .string()
  .regex(/^[0-9A-Za-z:._-]{1,128}$/, 'wanted one word of at most 128 characters');
export const token = z.object({
  chain,
  address: word,
  symbol: plain(40),
  decimals: z.int().min(0).max(77),
  asset: plain(40),
  eip2612: z.object({ name: plain(80), version: plain(20) }).optional(),
});
