import { inDollars, isRecord } from '@interline/kernel';
import { readFileSync, statSync } from 'node:fs';
import { systemCode } from '@interline/server/system-code';
import { UsageError } from '../exit-codes.ts';

/** What an agent may have signed. A missing list allows nothing, and `["*"]` allows all. */
export interface Policy {
  /** Cents of a dollar. */
  readonly maxPerRoute: bigint;
  /** Cents of a dollar, in one UTC day. */
  readonly maxPerDay: bigint;
  /** `USDC`, or contracts; for both sides of a transfer. */
  readonly tokens: readonly string[];
  /** As requests name them; for both sides. */
  readonly chains: readonly string[];
  readonly recipients: readonly string[];
  /** The relayers that a permit may name, so that a dishonest service cannot name another. */
  readonly spenders: readonly string[];
  /** The most that tokens other than dollars are worth, according to the owner. */
  readonly worth: readonly Worth[];
}

interface Worth {
  readonly chain: string;
  readonly token: string;
  readonly decimals: number;
  /** Cents of a dollar for one whole token. */
  readonly cents: bigint;
}

/** What is about to be signed and sent, read from the body itself. */
export interface Spending {
  readonly fromChain: string;
  readonly toChain: string;
  readonly fromToken: NamedToken;
  readonly toToken: NamedToken;
  readonly recipient: string;
  readonly cents: bigint;
}

export interface NamedToken {
  /** The contract, or the chain's own name for the token. */
  readonly name: string;
  /** Whether it is USDC, by our own list or the devnet's. */
  readonly isDollars: boolean;
}

/** A refusal by the policy; nothing was signed. */
export class PolicyRefusal extends Error {}

/** Throws before anything is signed. */
export function judgeSpending(policy: Policy, spending: Spending): void {
  const { fromChain, toChain, fromToken, toToken, recipient, cents } = spending;
  judgeChains(policy, fromChain, toChain);
  for (const { name, isDollars } of [fromToken, toToken])
    if (!allows(policy.tokens, name) && !(isDollars && allows(policy.tokens, 'USDC')))
      refuse(`token ${name}`, 'tokens', policy.tokens);
  if (!allows(policy.recipients, recipient))
    refuse(`recipient ${recipient}`, 'recipients', policy.recipients);
  if (cents > policy.maxPerRoute)
    throw new PolicyRefusal(
      `the policy allows ${inDollars(policy.maxPerRoute)} a route (maxPerRoute), and this is ${inDollars(cents)}`,
    );
}

/** Judged before any token: on a chain that is not allowed no token has a value. */
export function judgeChains(policy: Policy, fromChain: string, toChain: string): void {
  for (const chain of [fromChain, toChain])
    if (!allows(policy.chains, chain)) refuse(`chain ${chain}`, 'chains', policy.chains);
}

export function judgeSpender(policy: Policy, spender: string): void {
  if (!allows(policy.spenders, spender)) refuse(`spender ${spender}`, 'spenders', policy.spenders);
}

/**
 * The worth of what leaves, in cents, rounded up. Throws for a token without a value in the policy.
 */
export function centsOf(
  policy: Policy,
  units: bigint,
  { name, isDollars }: NamedToken,
  chain: string,
): bigint {
  const worth = isDollars
    ? { decimals: 6, cents: 100n }
    : policy.worth.find((one) => one.chain === chain && isSame(one.token, name));
  if (worth === undefined)
    throw new PolicyRefusal(
      `nothing here says what ${name} of chain ${chain} is worth; the owner names it in "worth" of the policy`,
    );
  const whole = 10n ** BigInt(worth.decimals);
  return (units * worth.cents + whole - 1n) / whole;
}

function refuse(what: string, list: string, allowed: readonly string[]): never {
  const words = allowed.length === 0 ? 'it allows none' : `it allows ${allowed.join(', ')}`;
  throw new PolicyRefusal(`the policy does not allow ${what} (${list}): ${words}`);
}

function allows(list: readonly string[], name: string): boolean {
  return list.some((one) => one === '*' || isSame(one, name));
}

/** Compares exactly, except for hex, whose case does not matter. */
function isSame(one: string, other: string): boolean {
  return /^0x[0-9a-f]+$/i.test(one) ? one.toLowerCase() === other.toLowerCase() : one === other;
}

const lists = ['tokens', 'chains', 'recipients', 'spenders'] as const;

/**
 * Read once, at the start, so later changes of the file by an agent have no effect. Throws where
 * users other than its owner may write it, and where its content is not a policy.
 */
export function readPolicy(file: string): Policy {
  const text = readOwn(file, 0o022, 'written');
  try {
    return parsePolicy(JSON.parse(text));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`the policy ${file} cannot be used: ${why}`);
  }
}

export function parsePolicy(written: unknown): Policy {
  if (!isRecord(written)) throw new UsageError('it must be a JSON object');
  const { maxPerRoute, maxPerDay, worth = [], ...others } = written;
  const stranger = Object.keys(others).find((name) => !lists.some((list) => list === name));
  if (stranger !== undefined)
    throw new UsageError(
      `"${stranger}" is nothing that it has; it has maxPerRoute, maxPerDay, ${lists.join(', ')}, worth`,
    );
  const list = (name: (typeof lists)[number]): readonly string[] => {
    const { [name]: given = [] } = others;
    if (!Array.isArray(given) || !given.every((one) => /^(string|number)$/.test(typeof one)))
      throw new UsageError(`${name} must be a list, such as ["*"]`);
    return given.map(String);
  };
  if (!Array.isArray(worth)) throw new UsageError('worth must be a list');
  return {
    maxPerRoute: centsIn('maxPerRoute', maxPerRoute),
    maxPerDay: centsIn('maxPerDay', maxPerDay),
    tokens: list('tokens'),
    chains: list('chains'),
    recipients: list('recipients'),
    spenders: list('spenders'),
    worth: worth.map(parseWorth),
  };
}

function parseWorth(written: unknown): Worth {
  const { chain, token, decimals, cents } = isRecord(written) ? written : {};
  if (typeof token !== 'string' || !/^(string|number)$/.test(typeof chain))
    throw new UsageError('worth must have chain, token, decimals and cents in each of its items');
  if (typeof decimals !== 'number' || !Number.isInteger(decimals) || decimals < 0 || decimals > 36)
    throw new UsageError('decimals of worth must be a whole number from 0 to 36');
  return { chain: String(chain), token, decimals, cents: centsIn('cents of worth', cents) };
}

function centsIn(name: string, given: unknown): bigint {
  if (typeof given === 'string' && /^[0-9]{1,15}$/.test(given)) return BigInt(given);
  throw new UsageError(`${name} must be cents of a dollar in a string of digits, such as "500"`);
}

/** The text of a file. Throws where its mode has one of the bits `others`; Windows has no modes. */
export function readOwn(file: string, others: number, verb: 'read' | 'written'): string {
  try {
    const { mode } = statSync(file);
    if (process.platform !== 'win32' && (mode & others) !== 0)
      throw new UsageError(
        `${file} can be ${verb} by others than its owner; run: chmod 600 ${file}`,
      );
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${file} cannot be read (${systemCode(error)})`);
  }
}
