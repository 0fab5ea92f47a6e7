import type { HttpDeps } from '../server/http-deps.ts';
import type { UseCases } from '@interline/core';
import { type Asked, fakeAskQuestion, fakeUseCases } from './fake-use-cases.ts';
import { MemoryLog } from './memory-log.ts';
import { patientLimiter } from './patient-limiter.ts';
import { floatAccount, spender } from './sample-intent.ts';
import { sampleSetting } from './sample-setting.ts';
import { sampleAddresses } from './sample-addresses.ts';
import { sampleTokens } from './sample-tokens.ts';

export const operatorToken = 'operator-credential-0001';

export interface FakeDeps extends HttpDeps {
  readonly asked: Asked;
  readonly log: MemoryLog;
}

/** Use cases of any module that a test replaces. */
type FakedUseCases = { readonly [M in keyof UseCases]?: Partial<UseCases[M]> };

/** A whole composition of fakes; a test replaces what it is about. */
export function fakeHttpDeps(
  change: Partial<Omit<HttpDeps, 'useCases' | 'log'>> & {
    readonly useCases?: FakedUseCases;
  } = {},
): FakeDeps {
  const asked: Asked = {
    quotes: [],
    compares: [],
    solves: [],
    executes: [],
    preflights: [],
    scorecards: [],
    recents: [],
    hooks: [],
    keyUse: [],
    batches: [],
    schedules: [],
    conditionals: [],
    intents: [],
    orders: [],
  };
  let drawn = 0;
  return {
    tokens: sampleTokens,
    addresses: sampleAddresses,
    basePath: '',
    operators: [{ name: 'operator', token: operatorToken }],
    accounts: { spender, float: floatAccount },
    origin: () => 'https://relay.example',
    agentRegistration: null,
    isOptIn: (rail) => rail === 'floatlane',
    railNames: sampleSetting.railNames,
    isReady: async () => ({ checks: [{ name: 'store', isUp: true }] }),
    clientSalt: 'salt',
    limits: { scale: 1, keyFactor: 10 },
    rateLimiter: patientLimiter,
    notifier: { onChanged: () => () => undefined },
    trustedProxies: [],
    clock: { now: () => 1_800_000_005_000 },
    entropy: { hex: (bytes) => (drawn += 1).toString(16).padStart(bytes * 2, '0') },
    ...change,
    log: new MemoryLog(),
    asked,
    useCases: withChanges(fakeUseCases(asked), change.useCases ?? {}),
    askQuestion: change.askQuestion ?? fakeAskQuestion(),
  };
}

function withChanges(fakes: UseCases, change: FakedUseCases): UseCases {
  const names = Object.keys(fakes) as (keyof UseCases)[]; // CAST: the keys of that very object.
  const changed = names.map((name) => [name, { ...fakes[name], ...change[name] }] as const);
  // CAST: as before, but for the changes.
  return Object.fromEntries(changed) as unknown as UseCases;
}
