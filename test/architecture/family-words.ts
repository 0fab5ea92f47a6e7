import { isIn, isTestCode } from './room-of.ts';

/** What the accounts, fees and addresses of EVM chains are called by nobody else. */
const words = {
  nonce: /nonce/i,
  wei: /\bwei\b|[a-z]Wei\b|\bwei[A-Z]/,
  'gas price': /gas ?price/i,
  EvmAddress: /\bEvmAddress\b/,
} as const;

type Word = keyof typeof words;

interface Exception {
  /** Folders, or files. */
  readonly at: readonly string[];
  readonly words: readonly Word[];
  readonly why: string;
}

const every: readonly Word[] = ['nonce', 'wei', 'gas price', 'EvmAddress'];

/** Where a family may speak its own language, and what else has these words for a name. */
export const exceptions: readonly Exception[] = [
  { at: ['adapters/custody/evm'], words: every, why: 'the family itself' },
  {
    at: ['rails/aggregators/upstream', 'rails/aggregators/wire', 'apps/devnet', 'apps/client'],
    words: every,
    why: "what others send and are sent: engines' APIs, the nodes and engines of the devnet, the served document",
  },
  { at: ['adapters/hpke'], words: ['nonce'], why: 'a label of RFC 9180' },
  {
    at: [
      'core/accounts',
      'adapters/store/accounts',
      'apps/http/accounts',
      'apps/http/server/endpoints.ts',
    ],
    words: ['nonce'],
    why: 'what EIP-4361 calls the number that a wallet signs in with once',
  },
  {
    at: ['adapters/store/engine/migrations'],
    words: ['nonce', 'wei'],
    why: 'the names that columns had',
  },
  {
    at: [
      'core/accounts',
      'adapters/store/accounts',
      'apps/http/accounts',
      'apps/http/server/endpoints.ts',
    ],
    words: ['nonce'],
    why: 'what EIP-4361 calls the number that a wallet signs in with once',
  },
  {
    at: [
      'core/agents',
      'adapters/store/agents',
      'apps/http/agents',
      'core/transfer/announcements.ts',
    ],
    words: ['nonce'],
    why: 'what RFC 9421 calls the number that a request is signed with once',
  },
  {
    at: [
      'core/mandates',
      'adapters/store/mandates',
      'apps/http/mandates',
      'apps/cli/commands/mandate-make.ts',
    ],
    words: ['nonce', 'EvmAddress'],
    why: "what RFC 9901 calls the number that a presentation is bound to once; a mandate's ceiling is an allowance of Permit2",
  },
  {
    at: ['core/sponsor', 'ports/sponsored-calls.ts', 'adapters/store/sponsor', 'apps/http/sponsor'],
    words: ['nonce', 'EvmAddress'],
    why: 'sponsored calls are those of EVM accounts (EIP-7702, ERC-4337), whose nonces are the payers',
  },
  {
    at: [
      'core/payments',
      'ports/authorized-transfers.ts',
      'adapters/store/payments',
      'apps/http/payments',
    ],
    words: ['nonce', 'EvmAddress'],
    why: 'the payments of x402 that are settled here are those of EVM tokens (EIP-3009, Permit2), whose nonces are the payers',
  },
  {
    at: [
      'core/membership',
      'ports/nft-holdings.ts',
      'adapters/store/membership',
      'apps/http/membership',
    ],
    words: ['nonce', 'EvmAddress'],
    why: 'members are by NFTs of EVM contracts (ERC-721), and vaults sign typed data (EIP-712)',
  },
  {
    at: ['adapters/ohttp'],
    words: ['nonce'],
    why: 'what HPKE and Oblivious HTTP call a number that is used once',
  },
  {
    at: ['apps/server', 'apps/cli/commands/config.ts'],
    words: ['wei'],
    why: 'fields of the config say amounts of EVM chains in wei, and are read and shown here',
  },
  {
    at: [
      'core/kernel/permit.ts',
      'core/kernel/error-catalogue.ts',
      'ports/permits.ts',
      'ports/chain-reading.ts',
      'core/transfer/execute/prepare-order.ts',
      'core/transfer/preflight/inspect-order.ts',
      'core/transfer/preflight/findings.ts',
      'core/transfer/recover/match-call.ts',
      'core/transfer/recover/may-belong-to.ts',
      'core/transfer/recover/record-history.ts',
      'core/transactions/unmatched-transaction.ts',
      'core/operations/float/read-pulled.ts',
      'core/operations/float/assert-returnable.ts',
      'core/operations/desk/unmatched-transactions.ts',
      'adapters/store/transactions/pull-key.ts',
      'apps/http/transfer/agent',
      'apps/http/transfer/execute',
      'apps/http/server/documents/guide.ts',
    ],
    words: ['nonce'],
    why: "a permit has a nonce by Permit2 and EIP-2612: the payer's, never an account's of ours",
  },
  {
    at: [
      'core/kernel/permit.ts',
      'core/transfer/execute/prepare-order.ts',
      'core/discovery',
      'apps/http/transfer/execute',
      'apps/http/server',
    ],
    words: ['EvmAddress'],
    why: 'who signs a permit, for which contracts, and how EIP-55 writes them',
  },
  {
    at: ['core/kernel/address.ts', 'plugins/vocabulary.ts', 'plugins/rail-context.ts'],
    words: ['EvmAddress'],
    why: 'the type itself, and the relayer that engines of EVM chains are told of',
  },
  {
    at: ['rails/aggregators/ask-of.ts'],
    words: ['EvmAddress'],
    why: 'whom the engines of EVM chains are asked for',
  },
];

/** Which words of one family stand in a file that is of no family: `path:line: reason`. */
export function judgeWords(path: string, text: string): readonly string[] {
  if (isTestCode(path)) return [];
  const allowed = exceptions.filter(({ at }) => at.some((place) => isIn(place, path)));
  const wanted = Object.entries(words).filter(
    ([word]) => !allowed.some((one) => one.words.some((spared) => spared === word)),
  );
  return text
    .split('\n')
    .flatMap((line, index) =>
      wanted
        .filter(([, shape]) => shape.test(line))
        .map(
          ([word]) =>
            `${path}:${index + 1}: "${word}" is a word of the EVM; say it for every chain, or in a family's folder`,
        ),
    );
}

/** The exceptions that nothing needs any more: places with none of their words. */
export function idleExceptions(files: ReadonlyMap<string, string>): readonly string[] {
  const shipped = [...files].filter(([path]) => !isTestCode(path));
  return exceptions.flatMap(({ at, words: spared }) =>
    at.filter((place) => {
      const texts = shipped.filter(([path]) => isIn(place, path)).map(([, text]) => text);
      return !texts.some((text) => spared.some((word) => words[word].test(text)));
    }),
  );
}
