import {
  type Address,
  evmAddress,
  evmChainId,
  RelayError,
  type TokenList,
} from '@interline/kernel';
import type { Clock, CustodyPort, Entropy, PricePort, SdJwts } from '@interline/ports';
import { accountId, type Session } from '../accounts/index.ts';
import type { Policy } from '../switches/index.ts';
import { checkOwner } from './check-owner.ts';
import { endTakenBack, mostMandates } from './end-taken-back.ts';
import { type Ceiling, type Mandate, type MandateReceipt, wholeCeiling } from './mandate.ts';
import { heldOf, roomForCeiling } from './open-ceilings.ts';
import { invalid, readOpenTerms } from './open-terms.ts';
import type { MandatePlace, MandateStore } from './repository.ts';
import { tellOwner } from './tell-owner.ts';

export interface OwnPorts {
  readonly store: MandateStore;
  readonly sdJwts: SdJwts;
  readonly custody: Pick<CustodyPort, 'account' | 'verifyPermit' | 'payerState'>;
  readonly price: PricePort;
  readonly tokens: TokenList;
  readonly policy: Pick<Policy, 'maxOpenPullsUsd' | 'openPullsShareBps'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly entropy: Entropy;
  /** Our own origin. */
  readonly audience: string;
}

export interface AskedMandate {
  readonly token: string;
  /** The user's key, where the token's header does not carry it. */
  readonly key: unknown;
  /** A JWS of the user's key that names the wallet and the mandate. */
  readonly proof: string;
  readonly ceiling: Omit<Ceiling, 'owner'>;
}

/** The mandates of an account. Another account's mandate is answered like one that does not exist. */
export interface OwnMandates {
  /** The most that an account may have, revoked ones included. */
  readonly most: number;
  /**
   * Registers an open mandate that the session's key signed, with the allowance that is its ceiling. Registering it
   * again returns the registered one. Throws `MANDATE_KEY_UNKNOWN`, `KEY_PROOF_INVALID`, `INVALID_CREDENTIAL`, `INVALID_MANDATE`,
   * `UNRESOLVED_CONSTRAINT`, `MANDATE_EXPIRED`, `PERMIT_*`, `RELAYER_BUSY`, `BAD_AMOUNT`, `TOO_MANY_RECORDS` and
   * `CHAIN_UNREACHABLE`.
   */
  register(session: Session, asked: AskedMandate, signal: AbortSignal): Promise<Mandate>;
  list(session: Session, after: MandatePlace | null, limit: number): Promise<readonly Mandate[]>;
  /** Throws `UNKNOWN_MANDATE`, like those below. */
  read(session: Session, id: string): Promise<Mandate>;
  receipts(
    session: Session,
    id: string,
    page: { readonly before: number | null; readonly limit: number },
  ): Promise<readonly MandateReceipt[]>;
  /** Cannot be undone. Accepted payments continue, because their money may be under way. */
  revoke(session: Session, id: string): Promise<Mandate>;
}

export function ownMandates(ports: OwnPorts): OwnMandates {
  const { store, clock, entropy } = ports;
  const { mandates } = store.reads;
  const findRoom = roomForCeiling(ports);

  const ownOf = async (session: Session, id: string): Promise<Mandate> => {
    const mandate = await mandates.mandate(id);
    if (mandate?.account !== accountId(session.account)) throw new RelayError('UNKNOWN_MANDATE');
    return mandate;
  };

  return {
    most: mostMandates,

    async register(session, asked, signal) {
      const nowMs = clock.now();
      const account = accountId(session.account);
      const open = openMandate(ports, session, asked, nowMs);
      const there = await mandates.mandateByHash(open.hash);
      if (there !== null) return sameOf(there, account);
      const allowed = { ...asked.ceiling, owner: evmAddress(session.account.address) };
      assertFits(ports, session, allowed, open.terms.expiresSec);
      // The wallet must have signed this allowance: a session moves no money, and another mandate's signature counts once.
      const verdict = await ports.custody.verifyPermit(wholeCeiling(allowed), signal, {
        isFresh: true,
      });
      if (!verdict.ok) throw new RelayError(verdict.code, {}, verdict.reason);
      const ceiling = { ...allowed, heldUnits: await heldOf(ports.custody, allowed, signal) };
      const assertRoom = await findRoom({ account, ceiling }, mandates, nowMs, signal);
      const mandate: Mandate = {
        ...open,
        id: `mnd_${entropy.hex(16)}`,
        account,
        ceiling,
        state: 'active',
        reserved: 0n,
        spent: 0n,
        uses: 0,
        expiresAtMs: Math.min(open.terms.expiresSec, ceiling.expiresSec) * 1_000,
        createdAtMs: nowMs,
        revokedAtMs: null,
      };
      return store.run('register-mandate', async (tx) => {
        await tx.mandates.lockMandatesOf(ceiling.chain);
        if (verdict.value.hasNoneBefore === true) await endTakenBack(tx, ceiling, nowMs);
        await assertRoom(tx.mandates, nowMs);
        if ((await tx.mandates.countMandates(account)) >= mostMandates)
          throw new RelayError(
            'TOO_MANY_RECORDS',
            {},
            `an account has at most ${mostMandates} mandates, revoked ones included`,
          );
        if (await tx.mandates.insertMandate(mandate)) {
          await tellOwner(tx, 'mandate.registered', mandate, nowMs);
          return mandate;
        }
        const twin = await tx.mandates.mandateByHash(open.hash);
        return twin === null ? mandate : sameOf(twin, account);
      });
    },

    list: (session, after, limit) => mandates.mandatesOf(accountId(session.account), after, limit),
    read: ownOf,

    async receipts(session, id, { before, limit }) {
      await ownOf(session, id);
      return mandates.mandateReceipts(id, before, limit);
    },

    async revoke(session, id) {
      await ownOf(session, id);
      return store.run('revoke-mandate', async (tx) => {
        const nowMs = clock.now();
        const isNow = await tx.mandates.revokeMandate(id, nowMs);
        const revoked = await tx.mandates.mandate(id);
        if (revoked === null) throw new RelayError('UNKNOWN_MANDATE');
        if (isNow) await tellOwner(tx, 'mandate.revoked', revoked, nowMs);
        return revoked;
      });
    },
  };
}

/** Reads the mandate that the user signed with the key that the session names. */
function openMandate(
  { sdJwts, audience }: OwnPorts,
  { account, mandateKey }: Session,
  { token, key, proof }: AskedMandate,
  nowMs: number,
): Pick<Mandate, 'hash' | 'token' | 'terms' | 'agentKeyId' | 'userKey' | 'evidence'> {
  const userKey = sdJwts.keyOf(key ?? sdJwts.headerOf(token)?.['jwk']);
  if (mandateKey === null || userKey === null) throw new RelayError('MANDATE_KEY_UNKNOWN');
  if (sdJwts.thumbprintOf(userKey) !== mandateKey.thumbprint)
    throw new RelayError('MANDATE_KEY_UNKNOWN');
  const read = sdJwts.verify(token, userKey);
  if (read === null)
    throw new RelayError('INVALID_CREDENTIAL', {}, 'the mandate is not signed by that key');
  const { address: owner } = account;
  checkOwner({ sdJwts, audience }, { proof, userKey, owner, hash: read.signedHash });
  const terms = readOpenTerms(read, sdJwts, nowMs);
  const { text, signature } = mandateKey;
  return {
    hash: read.signedHash,
    token,
    terms,
    userKey,
    agentKeyId: sdJwts.thumbprintOf(terms.agentKey),
    evidence: { text, signature, proof },
  };
}

function sameOf(mandate: Mandate, account: string): Mandate {
  if (mandate.account !== account) throw invalid('another account has registered it');
  return mandate;
}

function assertFits(
  { custody, tokens, clock }: OwnPorts,
  { account }: Session,
  ceiling: Ceiling,
  expiresSec: number,
): void {
  const { chain, token, spender } = ceiling;
  if (account.onlyOn !== null && account.onlyOn !== chain)
    throw invalid(`the wallet is a contract of ${account.onlyOn}, and allows nothing on ${chain}`);
  if (evmChainId(chain) === null) throw invalid(`no allowance is signed on ${chain}`);
  if (!tokens.on(chain).some((one) => one.address === token))
    throw new RelayError('UNROUTABLE_LANE', {}, `the token ${token} is not served on ${chain}`);
  const own: Address = custody.account(chain, 'spender');
  if (spender !== own)
    throw new RelayError(
      'PERMIT_SPENDER',
      { field: 'allowance.spender' },
      `the allowance is for ${spender}; it must be for the relayer ${own}`,
    );
  if (ceiling.expiresSec > expiresSec)
    throw invalid(
      `its allowance lasts until ${ceiling.expiresSec}, longer than its exp ${expiresSec}`,
    );
  if (ceiling.expiresSec * 1_000 <= clock.now())
    throw new RelayError('PERMIT_EXPIRED', {}, 'the allowance has expired');
}
