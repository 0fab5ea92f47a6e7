import { families } from './families.ts';
import type { Config } from './config/config-schema.ts';
import { secretRefSchema } from './config/secrets.ts';

/** A family as a config has it, for `interline config check`. */
export interface FamilyShown {
  readonly id: string;
  readonly chain: string;
  /** Such as `1 up to 1000 USD, then 6`. */
  readonly confirmations: string;
  readonly finalDepth: number;
  /** Each with what it is set to, defaults included; lists by their length, secrets by a word. */
  readonly settings: Readonly<Record<string, string>>;
}

/** Stands for a secret wherever a URL or a text is wanted. */
const anySecret = 'https://secret.invalid';

/**
 * The families that a config names, settings checked without their secrets. Throws with the path of
 * what is wrong. A devnet's follow its nodes.
 */
export function shownFamilies(config: Config): readonly FamilyShown[] {
  if (config.profile === 'devnet') return [];
  const { families: named } = config;
  return families.flatMap(({ id, chain, settings: schema, finality }) => {
    const given = named[id];
    if (given === undefined) return [];
    const parsed = schema.safeParse(withoutSecrets(given));
    if (!parsed.success) {
      const [issue] = parsed.error.issues;
      throw new Error(
        `families.${[id, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not as wanted'}`,
      );
    }
    const { tiers, confirmations, finalDepth } = finality;
    const small = tiers.map((tier) => `${tier.confirmations} up to ${tier.upToUsd} USD`);
    return [
      {
        id,
        chain,
        confirmations: [...small, `${small.length === 0 ? '' : 'then '}${confirmations}`].join(
          ', ',
        ),
        finalDepth,
        settings: Object.fromEntries(
          Object.entries({ ...fieldsOf(parsed.data) }).map(([name, value]) => [name, shown(value)]),
        ),
      },
    ];
  });
}

function fieldsOf(settings: unknown): object {
  return typeof settings === 'object' && settings !== null ? settings : {};
}

function withoutSecrets(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (typeof value !== 'object' || value === null) return value;
  return secretRefSchema.safeParse(value).success
    ? anySecret
    : Object.fromEntries(
        Object.entries(value).map(([key, member]) => [key, withoutSecrets(member)]),
      );
}

function shown(value: unknown): string {
  if (value === anySecret) return 'a secret';
  if (Array.isArray(value)) return `${value.length}`;
  return typeof value === 'string' ? value : value == null ? 'not said' : JSON.stringify(value);
}
