import { canonicalText } from '@interline/kernel';
import type { HeadSignature } from '@interline/ports';

/** What the log says of one key. Its leaf leaves out where it stands: that follows from the log. */
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
  /** How many leaves the log had with this head's one. */
  readonly witSeq: number;
  /** Its root then, base64. */
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
 * What both halves sign. It names the pair of keys, so that neither half can be left out or put
 * beside another one. `fingerprint`: SHA-256 of `sigPub`, base64.
 */
export function headText(fingerprint: string, head: Omit<MintHead, 'sig'>): string {
  return `svc-mint-head-sig/v2\n${fingerprint}\n${canonicalText(head)}\n`;
}
