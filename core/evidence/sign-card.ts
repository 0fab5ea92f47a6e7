import { canonicalText } from '@interline/kernel';
import type { Log, ReceiptSigner } from '@interline/ports';
import type { EvidenceReads } from './repository.ts';
import { lastKeyIn, type ReceiptKeys } from './signing-key.ts';

/** The type that A2A requires (section 8.4.2); no document of ours has it. */
const cardType = 'JOSE';

/** A JWS over a payload that the reader has, so it is left out. */
export interface CardSignature {
  /** The header, base64url. */
  readonly protected: string;
  readonly signature: string;
}

/**
 * Signs what the service says about itself to agents, with the receipt key, over its canonical form (RFC
 * 8785). Null where nothing is signed here, or the key does not open at present.
 */
export type SignCard = (card: object) => Promise<CardSignature | null>;

interface CardParts {
  readonly reads: Pick<EvidenceReads, 'receiptKeys' | 'sealedReceiptKey'>;
  readonly receiptSigner: Pick<ReceiptSigner, 'sign'>;
  /** Generates the next key where it is due. */
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
      const jws = receiptSigner.sign(key, cardType, inCanonicalOrder(card));
      const [head = '', , signature = ''] = jws.split('.');
      return { protected: head, signature };
    } catch (error) {
      log.error('card-not-signed', { fault: error instanceof Error ? error.name : 'unknown' });
      return null;
    }
  };
}

/**
 * The signer serialises claims by JSON.stringify, which is RFC 8785 if members are in order, except for names
 * that are numbers. A card with such names out of order is not signed.
 */
function inCanonicalOrder(card: object): object {
  const text = canonicalText(card);
  const ordered: unknown = JSON.parse(text);
  if (typeof ordered !== 'object' || ordered === null || JSON.stringify(ordered) !== text)
    throw new Error('the members of the card cannot be put in canonical order');
  return ordered;
}
