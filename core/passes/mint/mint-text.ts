import { canonicalText } from '@interline/kernel';
import type { HeadSignature } from '@interline/ports';

/**
 * The log's statement about one key. Its leaf leaves out its position, which follows from the log.
 */
export interface HeadCore {
  readonly v: 2;
  readonly seq: number;
  readonly thumb: string;
  readonly notBefore: number;
  readonly notAfter: number;
  readonly suite: string;
  /** Null for the first key. */
  readonly prevThumb: string | null;
  readonly prevNotBefore: number | null;
  /** 0 for the first key. */
  readonly prevWitSeq: number;
}

/** A head as it is published. */
export interface MintHead extends HeadCore {
  /** The log's name. */
  readonly witnessSlot: string;
  /** Size of the log including this head's leaf. */
  readonly witSeq: number;
  /** Its root at that size, base64. */
  readonly witRoot: string;
  readonly sig: HeadSignature & { readonly sigPub: string };
}

export const passSuite = 'RSABSSA-SHA384-PSS-Randomized';

export function leafText(witnessSlot: string, head: HeadCore): string {
  const { v, seq, thumb, notBefore, notAfter, suite, prevThumb, prevNotBefore, prevWitSeq } = head;
  const core = {
    v,
    seq,
    thumb,
    notBefore,
    notAfter,
    suite,
    prevThumb,
    prevNotBefore,
    prevWitSeq,
  };
  return `svc-mint-leaf/v2\n${witnessSlot}\n${canonicalText(core)}\n`;
}

/**
 * The text that both halves sign. It names the pair of keys, so that neither half can be left out
 * or combined with another one. `fingerprint`: SHA-256 of `sigPub`, base64.
 */
export function headText(fingerprint: string, head: Omit<MintHead, 'sig'>): string {
  return `svc-mint-head-sig/v2\n${fingerprint}\n${canonicalText(head)}\n`;
}
