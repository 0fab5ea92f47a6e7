import {
  type AgentAnswer,
  type Console,
  type RouteExecuteBody,
  type Signer,
  signPermit,
  usdcOn,
} from '@interline/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { hrefOf } from '../../router.ts';
import { client } from '../../state/service.ts';
import { useStore } from '../../state/store.ts';
import { isUnanswered } from '../../state/use-loaded.ts';
import {
  chainIdOf,
  pinned,
  silentAfterMs,
  troubleOf,
  type WalletTrouble,
} from '../../wallet/ask-wallet.ts';
import { type Wallet, walletStore } from '../../wallet/wallet-store.ts';
import { keepRoute } from './send.ts';
import type { Wanted } from './wanted.ts';

type ReviewPhase =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ready'; readonly trouble: WalletTrouble | null }
  | { readonly kind: 'signing'; readonly at: number; readonly of: number }
  | { readonly kind: 'sending' }
  /** It was signed and sent, and nothing answered: whether it arrived is not known. */
  | { readonly kind: 'unsent'; readonly body: RouteExecuteBody }
  | { readonly kind: 'dry'; readonly note: string }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ReviewState {
  readonly phase: ReviewPhase;
  readonly answer: AgentAnswer | null;
  /** The numbers are others than when they were first shown. */
  readonly isChanged: boolean;
  readonly isOnOtherChain: boolean;
  readonly isSilent: boolean;
  readonly isBusy: boolean;
  readonly ask: () => void;
  readonly sign: () => Promise<void>;
  readonly sendAgain: () => Promise<void>;
  readonly lookAtChain: () => void;
}

/** An offer is asked for again after so long, so often while it is looked at, and then only on a wish. */
const freshMs = 20_000;
const mostAsked = 6;

export function useReview({
  facts,
  wanted,
  excluded,
  onBack,
}: {
  readonly facts: Console;
  readonly wanted: Wanted;
  readonly excluded: readonly string[];
  readonly onBack: () => void;
}): ReviewState {
  const [phase, setPhase] = useState<ReviewPhase>({ kind: 'preparing' });
  const [answer, setAnswer] = useState<AgentAnswer | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [isOnOtherChain, setOther] = useState(false);
  const [isSilent, setSilent] = useState(false);
  const [turn, setTurn] = useState(0);
  const { wallet, changes } = useStore(walletStore);
  const askedCount = useRef(0);
  const [payer] = useState(wallet?.address ?? null);

  useEffect(() => {
    const gone = new AbortController();
    const body = {
      ...wanted.body,
      ...(excluded.length === 0 ? {} : { excludeRails: [...excluded] }),
    };
    client
      .agentDo(body, { signal: gone.signal })
      .then((next) => {
        setAnswer((before) => {
          if (before !== null && numbersOf(before) !== numbersOf(next)) setChanged(true);
          return next;
        });
        setPhase((now) =>
          now.kind === 'preparing' || now.kind === 'failed'
            ? { kind: 'ready', trouble: null }
            : now,
        );
      })
      .catch((error: unknown) => {
        if (!gone.signal.aborted) setPhase({ kind: 'failed', error });
      });
    return () => gone.abort();
  }, [turn]);

  const isReady = phase.kind === 'ready';
  useEffect(() => {
    if (!isReady) return undefined;
    const timer = setTimeout(() => {
      askedCount.current += 1;
      if (askedCount.current > mostAsked) onBack();
      else setTurn((count) => count + 1);
    }, freshMs);
    return () => clearTimeout(timer);
  }, [isReady, turn]);

  // The offer was made for one account: with another one it is none.
  useEffect(() => {
    if (!wanted.isDeposit && wallet?.address !== payer) onBack();
  }, [wallet?.address]);

  const lookAtChain = useCallback(() => {
    if (wallet?.kind !== 'browser' || wanted.isDeposit) return;
    chainIdOf(wallet.provider).then(
      (chainId) => setOther(chainId !== Number(wanted.from.chain)),
      () => setOther(true),
    );
  }, [wallet, wanted.from.chain]);
  useEffect(lookAtChain, [lookAtChain, changes]);

  async function send(body: RouteExecuteBody): Promise<void> {
    setPhase({ kind: 'sending' });
    try {
      const accepted = await client.execute({ ...body, live: true });
      if (!('id' in accepted)) {
        setPhase({ kind: 'dry', note: accepted.note });
        return;
      }
      keepRoute(accepted, wanted);
      location.hash = hrefOf({ page: 'route', id: accepted.id });
    } catch (error) {
      if (isUnanswered(error)) setPhase({ kind: 'unsent', body });
      else setPhase({ kind: 'failed', error });
    }
  }

  async function sign(): Promise<void> {
    if (answer === null) return;
    if (answer.signRequest === null) {
      await send(answer.execute);
      return;
    }
    if (wallet === null) return;
    const of = answer.signRequest.allowance === undefined ? 1 : 2;
    let at = 0;
    const counted = countedSigner(wallet, () => {
      at += 1;
      setPhase({ kind: 'signing', at, of });
    });
    const timer = setTimeout(() => setSilent(true), silentAfterMs);
    try {
      const signed = await signPermit(counted, answer, {
        ...wanted.body,
        fromToken: contractOf(facts, wanted),
        minOut: answer.quote.to.min,
      });
      await send(signed);
    } catch (error) {
      setPhase({ kind: 'ready', trouble: troubleOf(error) });
    } finally {
      clearTimeout(timer);
      setSilent(false);
    }
  }

  return {
    phase,
    answer,
    isChanged,
    isOnOtherChain,
    isSilent,
    isBusy: phase.kind === 'signing' || phase.kind === 'sending',
    ask: () => {
      setPhase({ kind: 'preparing' });
      setTurn((count) => count + 1);
    },
    sign,
    sendAgain: async () => {
      if (phase.kind === 'unsent') await send(phase.body);
    },
    lookAtChain,
  };
}

/**
 * On real chains USDC is checked against the client's own list, so that the service cannot name another contract
 * for it. A devnet's contracts are its own.
 */
function contractOf({ profile }: Console, { fromToken, from }: Wanted): string {
  const isKnown = fromToken.symbol === 'USDC' && usdcOn(from.chain) !== null;
  return profile === 'mainnet' && isKnown ? 'USDC' : fromToken.address;
}

/** The wallet as the client's signer, which tells of each signature that is asked for. */
function countedSigner(wallet: Wallet, onAsked: () => void): Signer {
  if (wallet.kind === 'throw-away')
    return {
      getAddress: () => wallet.signer.getAddress(),
      signTypedData(domain, types, message) {
        onAsked();
        return wallet.signer.signTypedData(domain, types, message);
      },
    };
  const provider = pinned(wallet.provider, wallet.address);
  return {
    request(call) {
      if (call.method === 'eth_signTypedData_v4') onAsked();
      return provider.request(call);
    },
  };
}

function numbersOf({ quote, execute }: AgentAnswer): string {
  return [quote.to.estimated, execute.minOut, quote.svcRouteFee].join();
}
