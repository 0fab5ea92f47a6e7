import type { Log, ReceiptSigner } from '@interline/ports';
import type { EvidenceReads } from './repository.ts';
import { lastKeyIn, type ReceiptKeys } from './signing-key.ts';

/** The type that A2A wants of it (section 8.4.2); none of ours is called so. */
const cardType = 'JOSE';

/** A JWS over what is known, so that it needs no payload. */
export interface CardSignature {
  /** The header, base64url. */
  readonly protected: string;
  readonly signature: string;
}

/**
 * Signs what the service says of itself to agents with the key that signs receipts, over its canonical
 * form (RFC 8785). Null where nothing is signed here, or the key does not open at present.
 */
export type SignCard = (card: object) => Promise<CardSignature | null>;

interface CardParts {
  readonly reads: Pick<EvidenceReads, 'receiptKeys' | 'sealedReceiptKey'>;
  readonly receiptSigner: Pick<ReceiptSigner, 'sign'>;
  /** Draws the next key where it is time for it. */
  readonly keys: ReceiptKeys;
  readonly log: Pick<Log, 'error'>;
  readonly isEnabled: boolean;
}

export function signCard({ reads, receiptSigner, keys, log, isEnabled }: CardParts): SignCard {
  return async (card) => {
    if (!isEnabled) return null;
    await keys();
    const key = await lastKeyIn(reads);
    if (key === null) return null;
    try {
      const jws = receiptSigner.sign(key, cardType, canonical(card));
      const [head = '', , signature = ''] = jws.split('.');
      return { protected: head, signature };
    } catch (error) {
      log.error('card-not-signed', { fault: error instanceof Error ? error.name : 'unknown' });
      return null;
    }
  };
}

/**
 * The members of every object in the order of their UTF-16 code units: JSON.stringify writes the rest
 * as RFC 8785 wants it. A name that is a number would be written first whatever its order, so there
 * is none.
 */
function canonical(value: object): object {
  if (Array.isArray(value)) return value.map((one: unknown) => canonicalOf(one));
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  if (members.some(([name]) => /^\d+$/.test(name)))
    throw new Error('a member of what is signed is called by a number');
  return Object.fromEntries(
    members
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, member]) => [name, canonicalOf(member)]),
  );
}

function canonicalOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null ? canonical(value) : value;
}
