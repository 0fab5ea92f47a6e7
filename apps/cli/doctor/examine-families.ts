import { isNative, nativeAddress, type TokenRef } from '@interline/kernel';
import { type Composed, type Deployment, parts } from '@interline/server';
import { inTokens } from '../show/terminal.ts';
import { type Finding, reasonOf } from './finding.ts';

type Family = Composed['funding'][number];

/** Blocks of Bitcoin may be an hour apart; the ledgers of the others close in seconds. */
const mostSilenceSec: Readonly<Record<string, number>> = { bitcoin: 3 * 3_600 };
const usualSilenceSec = 300;

/**
 * Of each chain beside the EVM ones that holds money: whether a node answers and keeps up, what a
 * person should see to there, and what its float holds and may hold.
 */
export async function examineFamilies(
  composed: Pick<Composed, 'container' | 'funding'>,
  { profile }: Pick<Deployment, 'profile'>,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const nowMs = composed.container.get(parts.clock).now();
  const findings = await Promise.all(
    composed.funding.map(async (family): Promise<readonly Finding[]> => {
      const node = await examineNode(family, { profile, nowMs }, signal);
      if (!node.ok) return [node];
      const float = await examineFloat(composed, family, signal);
      return [node, ...(await warningsOf(family, signal)), ...float];
    }),
  );
  return findings.flat();
}

async function examineNode(
  { id, chain, open }: Family,
  { profile, nowMs }: { readonly profile: Deployment['profile']; readonly nowMs: number },
  signal: AbortSignal,
): Promise<Finding> {
  const part = 'rpc';
  try {
    const headMs = await open.reader.headTimeMs(chain, signal);
    const silenceSec = Math.floor((nowMs - headMs) / 1_000);
    const most = mostSilenceSec[id] ?? usualSilenceSec;
    // A devnet makes a block only with a transaction.
    if (profile !== 'devnet' && silenceSec > most)
      return {
        part,
        ok: false,
        says: `${id}: its newest block is ${silenceSec} s old; at most ${most} is well, so the node may still be catching up`,
      };
    return {
      part,
      ok: true,
      says: `${id}: a node answers, and its newest block is ${profile === 'devnet' ? 'there' : `${silenceSec} s old`}`,
    };
  } catch (error) {
    return { part, ok: false, says: `${id}: ${reasonOf(error)}` };
  }
}

/** What works, and yet a person should see to. */
async function warningsOf({ id, open }: Family, signal: AbortSignal): Promise<readonly Finding[]> {
  try {
    const found = (await open.warnings?.(signal)) ?? [];
    return found.map((says) => ({ part: 'rpc', ok: true, isWarning: true, says }));
  } catch (error) {
    return [{ part: 'rpc', ok: false, says: `${id}: ${reasonOf(error)}` }];
  }
}

/** The coin pays for everything there; tokens are what is paid out. */
async function examineFloat(
  { container }: Pick<Composed, 'container'>,
  { id, chain, address, open }: Family,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const part = 'float';
  const tokens = container.get(parts.tokens).on(chain);
  try {
    const custody = container.get(parts.custody);
    const account = custody.account(chain, 'float');
    const readings = await custody.balances(
      chain,
      tokens.map((token) => ({
        chain,
        account,
        token: isNative(token) ? nativeAddress : token.address,
      })),
      signal,
    );
    return await Promise.all(
      tokens.map(async (token, index): Promise<Finding> => {
        const units = readings[index]?.units ?? 0n;
        const holds = `the float ${address} on ${id} holds ${inTokens(units.toString(), token.decimals, token.symbol)}`;
        if (units > 0n) return { part, ok: true, says: holds };
        if (isNative(token))
          return { part, ok: false, says: `${holds}; send some there, nothing moves without it` };
        const trusts = await trustsIn(open, token, address, signal);
        return {
          part,
          ok: true,
          isWarning: true,
          says: `${holds}${trusts ? '' : ', and has no trustline for it yet; the service adds that once it works'}; send what it is to pay out`,
        };
      }),
    );
  } catch (error) {
    return [{ part, ok: false, says: `${id}: ${reasonOf(error)}` }];
  }
}

/** True also where nothing of the kind is read on the chain. */
async function trustsIn(
  { facts }: Family['open'],
  token: TokenRef,
  address: string,
  signal: AbortSignal,
): Promise<boolean> {
  return (await facts?.recipientOf(token, address, signal))?.trusts ?? true;
}
