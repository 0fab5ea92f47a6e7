import {
  type AgentAnswer,
  type Client,
  type Console,
  type RouteExecuteBody,
  type Signer,
  signPermit,
  usdcOn,
} from '@interline/client';
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { hrefOf } from '../../router.ts';
import { privacyStore } from '../../state/privacy.ts';
import { useStore } from '../../state/store.ts';
import {
  chainIdOf,
  pinned,
  silentAfterMs,
  troubleOf,
  type WalletTrouble,
} from '../../wallet/provider.ts';
import { type Wallet, walletStore } from '../../wallet/wallet-store.ts';
import { keptFor, send, sendingStore } from './send.ts';
import type { ReviewedNumbers } from './offers.ts';
import type { Wanted } from './wanted.ts';

type ReviewPhase =
  | { readonly kind: 'preparing' }
  | { readonly kind: 'ready'; readonly trouble: WalletTrouble | null }
  | { readonly kind: 'signing'; readonly at: number; readonly of: number }
  | { readonly kind: 'sending' }
  /** Asked privately: following it would show the service who asks. */
  | { readonly kind: 'accepted'; readonly id: string }
  | { readonly kind: 'dry'; readonly note: string }
  | { readonly kind: 'failed'; readonly error: unknown };

export interface ReviewState {
  readonly phase: ReviewPhase;
  readonly answer: AgentAnswer | null;
  /** The numbers are others than those of the offer that was taken, or became others. */
  readonly isChanged: boolean;
  readonly isOnOtherChain: boolean;
  readonly isSilent: boolean;
  readonly isBusy: boolean;
  readonly ask: () => void;
  readonly sign: () => Promise<void>;
  readonly lookAtChain: () => void;
}

/**
 * A wallet was asked to sign and has not answered yet. Its question stays open when the review is left, and who
 * was asked once more would sign, and pay, twice.
 */
let isWalletAsked = false;

/** An offer is asked for again after so long, so often while it is looked at, and then only on a wish. */
const freshMs = 20_000;
const mostAsked = 6;

export function useReview({
  facts,
  wanted,
  taken,
  excluded,
  ask,
  onBack,
}: {
  readonly facts: Console;
  readonly wanted: Wanted;
  readonly taken: ReviewedNumbers;
  readonly excluded: readonly string[];
  readonly ask: Client['call'];
  readonly onBack: (trouble?: WalletTrouble) => void;
}): ReviewState {
  const [phase, setPhase] = useState<ReviewPhase>({ kind: 'preparing' });
  const [answer, setAnswer] = useState<AgentAnswer | null>(null);
  const [isChanged, setChanged] = useState(false);
  const [isOnOtherChain, setOther] = useState(false);
  const [isSilent, setSilent] = useState(false);
  const [turn, setTurn] = useState(0);
  const { wallet, changes } = useStore(walletStore);
  const { isPrivate } = useStore(privacyStore);
  const askedCount = useRef(0);
  const [payer] = useState(wallet?.address ?? null);
  const isBusy = phase.kind === 'signing' || phase.kind === 'sending';
  const refresh = useRef(new AbortController());
  const isShown = useRef(true);
  /** Before it is drawn: a second click finds the button of the first. */
  const isPressed = useRef(false);
  const seen = useRef([taken.arrives, taken.least, taken.fee].join());

  useEffect(() => {
    const gone = new AbortController();
    refresh.current = gone;
    const body = {
      ...wanted.body,
      ...(excluded.length === 0 ? {} : { excludeRails: [...excluded] }),
    };
    ask('POST /api/agent/do', { body }, { signal: gone.signal })
      .then((next) => {
        if (gone.signal.aborted) return;
        const numbers = numbersOf(next);
        if (seen.current !== numbers) setChanged(true);
        seen.current = numbers;
        setAnswer(next);
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
    // Privately nothing is asked by itself: the offer stands until it is too old.
    if (isPrivate) {
      const timer = setTimeout(onBack, freshMs * mostAsked);
      return () => clearTimeout(timer);
    }
    const timer = setTimeout(() => {
      askedCount.current += 1;
      if (askedCount.current > mostAsked) onBack();
      else setTurn((count) => count + 1);
    }, freshMs);
    return () => clearTimeout(timer);
  }, [isReady, turn]);

  // The offer was made for one account: with another one it is none.
  useEffect(() => {
    if (!isBusy && !wanted.isDeposit && wallet?.address !== payer) onBack({ kind: 'switched' });
  }, [wallet?.address, isBusy]);

  useEffect(() => {
    if (!isBusy) return undefined;
    const stay = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', stay);
    return () => removeEventListener('beforeunload', stay);
  }, [isBusy]);

  const lookAtChain = useCallback(() => {
    if (wallet?.kind !== 'browser' || wanted.isDeposit) return;
    chainIdOf(wallet.provider).then(
      (chainId) => setOther(chainId !== Number(wanted.from.chain)),
      () => setOther(true),
    );
  }, [wallet, wanted.from.chain]);
  useEffect(lookAtChain, [lookAtChain, changes]);

  // Left while it is sent, it is told of where what was not answered is.
  useEffect(
    () => () => {
      isShown.current = false;
      sendingStore.change({ inReview: null });
    },
    [],
  );

  async function execute(body: RouteExecuteBody): Promise<void> {
    setPhase({ kind: 'sending' });
    const one = keptFor(body, wanted);
    if (isShown.current) sendingStore.change({ inReview: one.key });
    const sent = await send(one);
    sendingStore.change({ inReview: null });
    switch (sent.kind) {
      case 'accepted':
        if (isPrivate) setPhase(sent);
        else location.hash = hrefOf({ page: 'route', id: sent.id });
        return;
      case 'unanswered':
        onBack();
        return;
      case 'dry':
        setPhase(sent);
        return;
      case 'refused':
        setPhase({ kind: 'failed', error: sent.error });
    }
  }

  async function sign(): Promise<void> {
    if (isPressed.current) return;
    isPressed.current = true;
    await signAnswer().finally(() => (isPressed.current = false));
  }

  async function signAnswer(): Promise<void> {
    if (answer === null) return;
    // What is signed is what was shown: no answer that is still under way counts from here on.
    refresh.current.abort();
    if (answer.signRequest === null) {
      await execute(answer.execute);
      return;
    }
    if (wallet === null) return;
    if (isWalletAsked) {
      setPhase({ kind: 'ready', trouble: { kind: 'pending' } });
      return;
    }
    const of = answer.signRequest.allowance === undefined ? 1 : 2;
    let at = 0;
    // From here on, for the wallet may take its time to say who it is: nothing else is offered meanwhile.
    setPhase({ kind: 'signing', at: 1, of });
    const counted = countedSigner(wallet, () => {
      at += 1;
      setPhase({ kind: 'signing', at, of });
    });
    const timer = setTimeout(() => setSilent(true), silentAfterMs);
    try {
      isWalletAsked = true;
      const signed = await signPermit(counted, answer, {
        ...wanted.body,
        fromToken: contractOf(facts, wanted),
        minOut: answer.quote.to.min,
      }).finally(() => (isWalletAsked = false));
      await execute(signed);
    } catch (error) {
      const trouble = troubleOf(error);
      if (trouble.kind === 'switched') onBack(trouble);
      else setPhase({ kind: 'ready', trouble });
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
    isBusy,
    ask: () => {
      setPhase({ kind: 'preparing' });
      setTurn((count) => count + 1);
    },
    sign,
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
