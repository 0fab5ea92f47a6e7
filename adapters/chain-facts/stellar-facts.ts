import {
  asUnits,
  type ChainRef,
  isNative,
  nonEvmNodes,
  noUnits,
  RelayError,
  type TokenRef,
} from '@interline/kernel';
import type { ChainFacts, Clock, OutboundHttp, RecipientFacts } from '@interline/ports';
import { z } from 'zod';
import { readStellarAddress } from '../addresses/index.ts';
import { isHorizonNotFound } from './horizon-not-found.ts';
import { keptFor } from './kept-for.ts';

const readWithinMs = 1_500;
/** An account may be made, and a trustline added, at any moment. */
const accountsMs = 5_000;
const headMs = 5_000;

/** Stellar's own unit: 1 XLM is 10,000,000 stroops, and every asset has seven decimals. */
const decimals = 7;

/**
 * The least balance of an account without entries: two base reserves of 0.5 XLM
 * (https://developers.stellar.org/docs/learn/fundamentals/lumens#minimum-balance).
 */
const accountReserve = asUnits(10_000_000n);

/** SEP-29: this data entry, set to "1", refuses payments without a memo. */
const memoRequired = { name: 'config.memo_required', value: 'MQ==' } as const;

const accountShape = z.object({
  balances: z.array(
    z.object({
      asset_type: z.string(),
      asset_code: z.string().optional(),
      asset_issuer: z.string().optional(),
      is_authorized: z.boolean().optional(),
    }),
  ),
  data: z.record(z.string(), z.string()).default({}),
});

type Account = z.output<typeof accountShape>;

const rootShape = z.object({ history_latest_ledger: z.number().int().nonnegative() });

/** Facts of Stellar from one Horizon, in its plain JSON. */
export function stellarFacts(
  horizonUrl: string,
  http: OutboundHttp,
  clock: Pick<Clock, 'monotonic'>,
): ChainFacts {
  const chain = stellarChain();
  const base = horizonUrl.replace(/\/+$/, '');
  const accounts = keptFor<Account | null>(accountsMs, clock);
  const heads = keptFor<number>(headMs, clock);
  const accountOf = (owner: string, signal: AbortSignal): Promise<Account | null> =>
    accounts(owner, () =>
      read(http, `${base}/accounts/${encodeURIComponent(owner)}`, accountShape, signal),
    );
  return {
    reads: (asked) => asked === chain,
    heightOf: (_chain, signal) =>
      heads('head', async () => {
        const root = await read(http, `${base}/`, rootShape, signal);
        if (root === null) throw unreachable();
        return root.history_latest_ledger;
      }),
    decimalsOf: async () => decimals,
    async accountCostOf(token, owner, signal) {
      if (!isNative(token)) return noUnits;
      const account = owner === null ? null : await accountOf(baseOf(owner).base, signal);
      return account === null ? accountReserve : noUnits;
    },
    async recipientOf(token, owner, signal): Promise<RecipientFacts> {
      const { base, muxed } = baseOf(owner);
      const account = await accountOf(base, signal);
      const shown = muxed === undefined ? {} : { muxed };
      return account === null
        ? {
            ...shown,
            exists: false,
            trusts: isNative(token),
            demandsMemo: false,
            createCost: accountReserve,
          }
        : {
            ...shown,
            exists: true,
            trusts: trusts(account, token, base),
            // The number of a muxed address replaces a memo (SEP-29).
            demandsMemo:
              muxed === undefined && account.data[memoRequired.name] === memoRequired.value,
            createCost: noUnits,
          };
    },
  };
}

/** The account behind an address: Horizon knows no muxed one. */
function baseOf(owner: string): Pick<RecipientFacts, 'muxed'> & { readonly base: string } {
  const read = readStellarAddress(owner);
  const muxed = read.ok ? read.value.muxed : undefined;
  return muxed === undefined ? { base: owner } : { base: muxed.account, muxed };
}

/** An issuer takes its own asset back without a trustline. */
function trusts({ balances }: Account, token: TokenRef, owner: string): boolean {
  const [code, issuer] = token.address.split(':');
  return (
    isNative(token) ||
    issuer === owner ||
    balances.some(
      (line) =>
        line.asset_code === code && line.asset_issuer === issuer && line.is_authorized !== false,
    )
  );
}

/**
 * Null where Horizon says that it has no such record. A quote treats any other failure as no
 * answer.
 */
async function read<T>(
  http: OutboundHttp,
  url: string,
  shape: z.ZodType<T>,
  signal: AbortSignal,
): Promise<T | null> {
  try {
    const answered = await http.request(
      { url, method: 'GET', headers: { accept: 'application/json' }, deadlineMs: readWithinMs },
      signal,
    );
    if (isHorizonNotFound(answered)) return null;
    if (answered.status !== 200) throw unreachable();
    return shape.parse(JSON.parse(answered.body));
  } catch (cause) {
    throw unreachable(cause);
  }
}

function unreachable(cause?: unknown): RelayError {
  return new RelayError('CHAIN_UNREACHABLE', {}, 'Stellar does not answer now', { cause });
}

function stellarChain(): ChainRef {
  const found = nonEvmNodes.find((node) => node.wire === 'stellar');
  if (found === undefined) throw new Error('the mesh has no node stellar');
  return found.chain;
}
