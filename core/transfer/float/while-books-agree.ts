import {
  type AccountRole,
  isRelayError,
  RelayError,
  type TokenRef,
  valueMicroUsd,
} from '@interline/kernel';
import type { TransferPorts } from '../ports.ts';
import type { TransferUnit } from '../repository.ts';

/** A payment that is about to leave one of our accounts. */
export interface Paying {
  readonly token: TokenRef;
  readonly role: AccountRole;
  readonly units: bigint;
}

/**
 * Called in the unit that commits the payment. Throws `BOOKS_DEFICIT`, which rolls the unit back.
 */
export type AssertAgreed = (tx: Pick<TransferUnit, 'books'>) => Promise<void>;

/**
 * Commits a payment from an account. While the chain shows less on that account than the books,
 * only payments worth at most the operator's limit may leave it; null for any other payment, or one
 * of unknown value. The unit itself reads the deficits, so that one found by any instance counts at
 * once. Prices are read only if there is a deficit.
 */
export async function whileBooksAgree<T>(
  ports: Pick<TransferPorts, 'custody' | 'price' | 'policy'>,
  paying: Paying,
  commit: (assertAgreed: AssertAgreed) => Promise<T>,
  signal: AbortSignal,
): Promise<T | null> {
  const { chain } = paying.token;
  const account = ports.custody.account(chain, paying.role);
  try {
    return await commit(async ({ books }) => {
      if ((await books.deficitsOf(chain, account)).length > 0) throw booksDeficit(paying);
    });
  } catch (error) {
    if (!isRelayError(error) || error.code !== 'BOOKS_DEFICIT') throw error;
  }
  return (await isSmall(ports, paying, signal)) ? commit(async () => undefined) : null;
}

/** The reason why the payment does not leave now. */
export function booksDeficit({ token, role }: Paying): RelayError {
  return new RelayError('BOOKS_DEFICIT', { chain: token.chain }, withheldReason({ token, role }));
}

export function withheldReason({ token, role }: Pick<Paying, 'token' | 'role'>): string {
  return `the ${role} account on ${token.chain} holds less than the books say`;
}

async function isSmall(
  { price, policy }: Pick<TransferPorts, 'price' | 'policy'>,
  { token, units }: Paying,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await price.priceOf(token, signal).catch(() => null);
  if (found === null) return false;
  const limit = BigInt(Math.floor(policy.deficitPayoutLimitUsd * 1_000_000));
  return valueMicroUsd(units, token.decimals, found) <= limit;
}
