import type { SpanFacts } from '@interline/ports';
import type { Attributes } from '@opentelemetry/api';

const names = ['rail', 'engine', 'chain', 'unit', 'purpose', 'outcome'] as const;

/** A word of ours or a chain: no address, no amount, no hash and no URL is one. */
const isWord = /^(?=.*[a-z])(?!.*:\/\/)(?!0x)[A-Za-z][A-Za-z0-9 ._:-]{0,63}$/;

/** The facts as attributes. Values that are not words of ours are left out, under any name. */
export function attributesOf(facts: Partial<SpanFacts>): Attributes {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = facts[name];
      return value !== undefined && (isWord.test(value) || isCode.test(value))
        ? [[`interline.${name}`, value]]
        : [];
    }),
  );
}

const isCode = /^[A-Z][A-Z_]{1,39}$/;
