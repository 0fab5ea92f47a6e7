import type { Console, Mesh } from '@interline/client';
import type { ChainFacts } from '../../parts/names.ts';
import { type ParsedAmount, parseAmount } from '../../format/amount.ts';
import type { WordKey } from '../../words/t.ts';

type MemoType = 'text' | 'id';

/** What a person filled in. */
export interface MoveForm {
  readonly fromChain: string;
  readonly toChain: string;
  /** Addresses, or `native`. */
  readonly fromToken: string;
  readonly toToken: string;
  readonly amount: string;
  readonly isElse: boolean;
  readonly recipient: string;
  readonly refundAddress: string;
  readonly memo: string;
  /** Null until it is chosen: then what the memo looks like. */
  readonly memoType: MemoType | null;
  readonly claimable: boolean;
}

export type TokenFacts = ChainFacts['tokens'][number];

/** The sides that money can take here. */
export interface Sides {
  readonly sources: readonly ChainFacts[];
  readonly destinations: readonly ChainFacts[];
}

export function sidesOf({ chains }: Console, mesh: Mesh | null): Sides {
  const may = (chain: ChainFacts, side: 'asSource' | 'asDestination'): boolean =>
    typeof chain.chain === 'number' || mesh?.nonEvmNodes[chain.chain]?.[side].executeReady === true;
  const withTokens = chains.filter(({ tokens }) => tokens.length > 0);
  return {
    sources: withTokens.filter((chain) => may(chain, 'asSource') && sourceTokens(chain).length > 0),
    destinations: withTokens.filter((chain) => may(chain, 'asDestination')),
  };
}

/** A signature moves tokens of EVM chains; elsewhere the payer deposits. */
export function sourceTokens(chain: ChainFacts): readonly TokenFacts[] {
  return isEvm(chain) ? chain.tokens.filter(({ gasless }) => gasless) : chain.tokens;
}

export function isEvm({ chain }: ChainFacts): boolean {
  return typeof chain === 'number';
}

const empty = {
  amount: '',
  isElse: false,
  recipient: '',
  refundAddress: '',
  memo: '',
  memoType: null,
  claimable: false,
};

/** Base to Arbitrum in USDC, as far as the deployment has them. */
export function firstForm({ sources, destinations }: Sides): MoveForm | null {
  const from = sources.find(({ chain }) => chain === 8453) ?? sources[0];
  const to =
    destinations.find(({ chain }) => chain === 42161) ??
    destinations.find(({ chain }) => chain !== from?.chain);
  if (from === undefined || to === undefined) return null;
  const fromToken = preferred(sourceTokens(from), 'USDC');
  if (fromToken === null) return null;
  return {
    ...empty,
    fromChain: String(from.chain),
    toChain: String(to.chain),
    fromToken: fromToken.address,
    toToken: preferred(to.tokens, fromToken.symbol)?.address ?? 'native',
  };
}

/** The form with another chain or token, and the rest as near to what it was as can be. */
export function changed(form: MoveForm, change: Partial<MoveForm>, sides: Sides): MoveForm {
  const next = { ...form, ...change };
  const from = chainIn(sides.sources, next.fromChain) ?? sides.sources[0];
  if (from === undefined) return next;
  const kept = tokenIn(from, next.fromToken, sourceTokens(from));
  const before = tokenIn(chainIn(sides.sources, form.fromChain), form.fromToken);
  const fromToken = kept ?? preferred(sourceTokens(from), before?.symbol ?? 'USDC');
  const other = sides.destinations.find(({ chain }) => chain !== from.chain);
  const wantedTo = chainIn(sides.destinations, next.toChain);
  const to = wantedTo === null || wantedTo.chain === from.chain ? other : wantedTo;
  const keptTo = tokenIn(to ?? null, next.toToken);
  const isSameTo =
    change.toToken !== undefined || to?.chain === chainIn(sides.destinations, form.toChain)?.chain;
  const toToken =
    keptTo !== null && isSameTo && change.fromToken === undefined
      ? keptTo
      : preferred(to?.tokens ?? [], fromToken?.symbol ?? 'USDC');
  return {
    ...next,
    fromChain: String(from.chain),
    fromToken: fromToken?.address ?? 'native',
    toChain: String(to?.chain ?? next.toChain),
    toToken: toToken?.address ?? 'native',
  };
}

/** The other way round, where that way is served. */
export function swapped(form: MoveForm, sides: Sides): MoveForm {
  const [from, to] = [
    chainIn(sides.sources, form.toChain),
    chainIn(sides.destinations, form.fromChain),
  ];
  if (from === null || to === null) return form;
  return {
    ...form,
    fromChain: form.toChain,
    toChain: form.fromChain,
    fromToken:
      tokenIn(from, form.toToken, sourceTokens(from))?.address ??
      preferred(sourceTokens(from), 'USDC')?.address ??
      'native',
    toToken: tokenIn(to, form.fromToken)?.address ?? 'native',
    recipient: '',
    isElse: false,
  };
}

/** A form that can be asked about. */
export interface Wanted {
  readonly from: ChainFacts;
  readonly to: ChainFacts;
  readonly fromToken: TokenFacts;
  readonly toToken: TokenFacts;
  readonly amount: bigint;
  /** Null where none is known yet, as before a wallet is connected. */
  readonly recipient: string | null;
  /** Paid to an address that the service answers with: nothing is signed. */
  readonly isDeposit: boolean;
  /** The fields of a request for it. */
  readonly body: WantedBody;
}

export interface WantedBody {
  readonly fromChain: number | string;
  readonly toChain: number | string;
  readonly fromToken: string;
  readonly toToken: string;
  readonly amount: string;
  readonly fromAddress?: string;
  readonly toAddress?: string;
  readonly refundAddress?: string;
  readonly memo?: { readonly type: MemoType; readonly value: string };
  readonly claimable?: boolean;
  /** Of a plan's part: what it must bring at least. */
  readonly minOut?: string;
}

export type WantedOutcome =
  | { readonly ok: true; readonly wanted: Wanted; readonly missing: WordKey | null }
  | { readonly ok: false; readonly missing: WordKey; readonly amount: ParsedAmount | null };

/** Reads the form: `missing` is what still keeps it from being signed, in words. */
export function readForm(form: MoveForm, sides: Sides, payer: string | null): WantedOutcome {
  const from = chainIn(sides.sources, form.fromChain);
  const to = chainIn(sides.destinations, form.toChain);
  const fromToken = tokenIn(from, form.fromToken);
  const toToken = tokenIn(to, form.toToken);
  if (from === null || to === null || fromToken === null || toToken === null)
    return { ok: false, missing: 'move.noOffer', amount: null };
  if (from.chain === to.chain) return { ok: false, missing: 'move.sameChain', amount: null };
  const amount = parseAmount(form.amount, fromToken.decimals);
  if (!amount.ok) return { ok: false, missing: 'move.needAmount', amount };
  const isDeposit = !isEvm(from);
  const named = form.recipient.trim();
  const isOwn = isEvm(to) && !isDeposit && !form.isElse;
  const recipient = isOwn ? payer : named === '' ? null : named;
  const missing =
    payer === null && !isDeposit
      ? 'move.needWallet'
      : recipient === null
        ? 'move.needRecipient'
        : null;
  const isStellar = to.chain === 'stellar';
  const memo = form.memo.trim();
  return {
    ok: true,
    missing,
    wanted: {
      from,
      to,
      fromToken,
      toToken,
      amount: amount.units,
      recipient,
      isDeposit,
      body: {
        fromChain: from.chain,
        toChain: to.chain,
        fromToken: fromToken.address,
        toToken: toToken.address,
        amount: amount.units.toString(),
        ...(payer === null || isDeposit ? {} : { fromAddress: payer }),
        ...(recipient === null ? {} : { toAddress: recipient }),
        ...(isDeposit && form.refundAddress.trim() !== ''
          ? { refundAddress: form.refundAddress.trim() }
          : {}),
        ...(isStellar && memo !== '' ? { memo: { type: memoTypeOf(form), value: memo } } : {}),
        ...(isStellar && form.claimable ? { claimable: true } : {}),
      },
    },
  };
}

/** Exchanges ask for ids mostly, which are whole numbers; some want those as text. */
export function memoTypeOf({ memo, memoType }: Pick<MoveForm, 'memo' | 'memoType'>): MemoType {
  return memoType ?? (/^(0|[1-9][0-9]{0,19})$/.test(memo.trim()) ? 'id' : 'text');
}

export function chainIn(chains: readonly ChainFacts[], chain: string): ChainFacts | null {
  return chains.find((one) => String(one.chain) === chain) ?? null;
}

export function tokenIn(
  chain: ChainFacts | null,
  address: string,
  among: readonly TokenFacts[] = chain?.tokens ?? [],
): TokenFacts | null {
  return among.find((token) => token.address === address) ?? null;
}

function preferred(tokens: readonly TokenFacts[], symbol: string): TokenFacts | null {
  return tokens.find((token) => token.symbol === symbol) ?? tokens[0] ?? null;
}
