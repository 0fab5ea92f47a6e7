import { base64Of, bytesInBase64 } from '../blind.ts';
import type { MintHead as MintView } from '../../generated/shapes/mint-head.ts';
import { readPublicKey } from '../public-key.ts';
import { merkleRoot, sha256 } from './merkle-root.ts';
import {
  clockToleranceMs,
  countWitnesses,
  freshMs,
  policyOf,
  type WitnessPolicy,
} from './count-witnesses.ts';
import { canonicalJson, leafText, wrongInLeaves } from './read-leaf.ts';
import { type Checkpoint, checkpointOrNull, noteKey } from './read-note.ts';
import { isOfLeaves, platformMlDsa, verifyEd25519, type VerifyMlDsa } from './verify-signature.ts';

export type { MintView };

/** What is remembered of a mint: what it says later must go on from here. */
export interface MintPin {
  readonly origin: string;
  /** SHA-256 of the head's public keys, base64. */
  readonly sigPub: string;
  /** How many leaves the log had, and its root. */
  readonly witSeq: number;
  readonly witRoot: string;
  readonly policy: WitnessPolicy;
}

export interface MintCheckOptions {
  /** Null, or left out, at the first look. */
  readonly pin?: MintPin | null;
  /** Whom the caller trusts to watch; else those of the pin, else those that the mint names. */
  readonly policy?: WitnessPolicy;
  /** The key that is about to be used, by its thumb; it must be the head's, and in its time. */
  readonly usedThumb?: string;
  /** Where the platform's WebCrypto has no ML-DSA. */
  readonly mlDsa?: VerifyMlDsa | null;
  readonly nowMs?: number;
}

/** One thing that was looked at. `holds` is null where it could not be told, or is no fault. */
export interface MintFinding {
  readonly what:
    | 'identity'
    | 'signature'
    | 'key'
    | 'log'
    | 'checkpoint'
    | 'freshness'
    | 'time'
    | 'history'
    | 'witnesses';
  readonly holds: boolean | null;
  readonly words: string;
}

export interface MintCheck {
  readonly isSound: boolean;
  readonly findings: readonly MintFinding[];
  /** To be kept, where it is sound. */
  readonly pin: MintPin;
}

/** The mint shows something that an honest one does not: take no pass from it. */
export class MintError extends Error {
  readonly findings: readonly MintFinding[];

  constructor(findings: readonly MintFinding[]) {
    const wrong = findings.filter(({ holds }) => holds === false).map(({ words }) => words);
    super(`take no pass from this mint: ${wrong.join('; ')}`);
    this.name = 'MintError';
    this.findings = findings;
  }
}

const dayMs = 86_400_000;
const ed25519Bytes = 32;
const sigPubBytes = 1_984;

/** Looks at everything that a mint shows, and says what it found. Never throws for what it shows. */
export async function checkMint(
  view: MintView,
  options: MintCheckOptions = {},
): Promise<MintCheck> {
  const { pin = null } = options;
  const mlDsa = options.mlDsa ?? (await platformMlDsa());
  const nowMs = options.nowMs ?? Date.now();
  const findings: MintFinding[] = [];
  const say = (what: MintFinding['what'], holds: boolean | null, words: string): void => {
    findings.push({ what, holds, words });
  };
  const policy = options.policy ?? pin?.policy ?? policyOf(view);
  const { head, origin, leaves } = view;
  const sigPub = bytesOrNone(head?.sig.sigPub ?? '');
  const fingerprint = base64Of(await sha256(sigPub));
  const seen = { origin, sigPub: fingerprint, policy };
  if (head === null || view.checkpoint === null || view.latest === null) {
    say('log', pin === null ? null : false, 'the mint has no key whose head is published');
    return verdict(findings, { ...seen, witSeq: 0, witRoot: await merkleRoot([]) });
  }

  say(
    'identity',
    sigPub.length === sigPubBytes &&
      (pin === null || (pin.sigPub === fingerprint && pin.origin === origin)),
    pin === null
      ? `it signs as ${fingerprint}, which is remembered from now on`
      : pin.sigPub === fingerprint && pin.origin === origin
        ? 'it signs with the keys that it had when you last looked'
        : `it signs as ${origin} ${fingerprint}, and was ${pin.origin} ${pin.sigPub} when you last looked`,
  );
  await checkSignatures(view, head, sigPub, fingerprint, mlDsa, say);
  await checkKey(view, head, options.usedThumb, say);
  const wrongLeaf = wrongInLeaves(origin, leaves);
  const isOwnLeaf =
    head.witnessSlot === origin &&
    view.index === head.witSeq - 1 &&
    leaves[head.witSeq - 1] === leafText(origin, head);
  say(
    'log',
    wrongLeaf === null && isOwnLeaf,
    wrongLeaf ??
      (isOwnLeaf
        ? `its log of ${keys(leaves.length)} has the one in use, and each key names the one before it`
        : 'the key in use is not in its log as the head says'),
  );

  const logKey = await noteKey(origin, 1, sigPub.slice(0, ed25519Bytes));
  const [published, latest] = [checkpointOrNull(view.checkpoint), checkpointOrNull(view.latest)];
  const holds =
    (await isOfLeaves(published, logKey, leaves.slice(0, head.witSeq))) &&
    published?.root === head.witRoot &&
    (await isOfLeaves(latest, logKey, leaves));
  say(
    'checkpoint',
    holds,
    holds
      ? 'the log signed exactly these leaves'
      : 'what the log signed is not the root of the leaves that it shows',
  );
  if (published !== null && latest !== null)
    await checkWitnesses(
      { head, published, latest, policy, mlDsa, nowMs, usedThumb: options.usedThumb },
      say,
    );
  if (pin !== null) await checkHistory(pin, leaves, say);
  return verdict(findings, { ...seen, witSeq: leaves.length, witRoot: await merkleRoot(leaves) });
}

type Say = (what: MintFinding['what'], holds: boolean | null, words: string) => void;
type Head = NonNullable<MintView['head']>;

/** Both halves, over a text that names the pair: neither can be left out, nor taken from another. */
async function checkSignatures(
  view: MintView,
  head: Head,
  sigPub: Uint8Array<ArrayBuffer>,
  fingerprint: string,
  mlDsa: VerifyMlDsa | null,
  say: Say,
): Promise<void> {
  const { sig, ...signed } = head;
  const text = `svc-mint-head-sig/v2\n${fingerprint}\n${canonicalJson(signed)}\n`;
  const message = new TextEncoder().encode(text);
  const [ed25519, mlDsa65] = [sigPub.slice(0, ed25519Bytes), sigPub.slice(ed25519Bytes)];
  const edHolds = await verifyEd25519(ed25519, message, bytesOrNone(sig.edSig));
  const mlHolds =
    mlDsa === null
      ? null
      : await mlDsa('ML-DSA-65', mlDsa65, message, bytesOrNone(sig.mlSig)).catch(() => false);
  say(
    'signature',
    edHolds && mlHolds !== false,
    !edHolds
      ? 'the Ed25519 half of the signature on its head does not verify'
      : mlHolds === false
        ? 'the ML-DSA half of the signature on its head does not verify'
        : mlHolds === null
          ? 'its head is signed with Ed25519; the ML-DSA half cannot be verified on this platform'
          : 'its head is signed both ways, with Ed25519 and ML-DSA-65',
  );
}

async function checkKey(
  view: MintView,
  head: Head,
  usedThumb: string | undefined,
  say: Say,
): Promise<void> {
  try {
    const { thumb } = await readPublicKey(view.publicKeyJwk ?? { kty: '', n: '', e: '' });
    const isHeads = thumb === head.thumb && (usedThumb ?? thumb) === thumb;
    say(
      'key',
      isHeads,
      isHeads
        ? `key ${head.seq} is the one that the head names`
        : 'the key that you are given is not the one that the head names: it may be for you alone',
    );
  } catch (error) {
    say('key', false, error instanceof Error ? error.message : 'its key cannot be read');
  }
}

async function checkWitnesses(
  {
    head,
    published,
    latest,
    policy,
    mlDsa,
    nowMs,
    usedThumb,
  }: {
    readonly head: Head;
    readonly published: Checkpoint;
    readonly latest: Checkpoint;
    readonly policy: WitnessPolicy;
    readonly mlDsa: VerifyMlDsa | null;
    readonly nowMs: number;
    readonly usedThumb: string | undefined;
  },
  say: Say,
): Promise<void> {
  const { quorum } = policy;
  const notAfterMs = nowMs + clockToleranceMs;
  const atHead = await countWitnesses(published, policy, mlDsa, notAfterMs);
  const now = await countWitnesses(latest, policy, mlDsa, notAfterMs);
  if (quorum === 0)
    say(
      'witnesses',
      null,
      'nobody watches this mint: only what you keep yourself can show a second log',
    );
  else
    say(
      'witnesses',
      atHead.length >= quorum,
      `${atHead.length} witnesses cosigned the log with this key (${namesOf(atHead)}), and ${quorum} are needed`,
    );
  const fresh = now.filter(({ atMs }) => nowMs - atMs <= freshMs);
  if (quorum > 0)
    say(
      'freshness',
      fresh.length >= quorum,
      `${fresh.length} cosigned its newest state within 7 days, and ${quorum} are needed`,
    );
  const lastMs = atHead[quorum - 1]?.atMs;
  const fromMs =
    head.seq === 1 || lastMs === undefined
      ? head.notBefore
      : Math.max(head.notBefore, lastMs + dayMs);
  const isInTime = fromMs <= notAfterMs && nowMs < head.notAfter + clockToleranceMs;
  say(
    'time',
    isInTime ? true : nowMs >= head.notAfter && usedThumb === undefined ? null : false,
    isInTime
      ? head.seq === 1
        ? 'the key is in its time; it is the first, which nobody could see before'
        : 'the key is in its time, and everybody had a day to see it before'
      : fromMs > notAfterMs
        ? `the key may not sign before ${new Date(fromMs).toISOString()}: it was made for use at once, perhaps for you alone`
        : 'its last key is past its time; no key signs now',
  );
}

/** What was seen before must be the beginning of what is shown now. */
async function checkHistory(pin: MintPin, leaves: readonly string[], say: Say): Promise<void> {
  const isShorter = leaves.length < pin.witSeq;
  const holds = !isShorter && (await merkleRoot(leaves.slice(0, pin.witSeq))) === pin.witRoot;
  say(
    'history',
    holds,
    holds
      ? `it goes on from the ${keys(pin.witSeq)} that you saw`
      : isShorter
        ? `it shows ${keys(leaves.length)}, and you saw ${pin.witSeq}: it takes back what it said`
        : 'it shows another history than you saw: there are two logs',
  );
}

function verdict(findings: readonly MintFinding[], pin: MintPin): MintCheck {
  return { isSound: findings.every(({ holds }) => holds !== false), findings, pin };
}

function bytesOrNone(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return bytesInBase64(base64);
  } catch {
    return new Uint8Array();
  }
}

function namesOf(witnesses: readonly { readonly name: string }[]): string {
  return witnesses.map(({ name }) => name).join(', ') || 'none';
}

function keys(count: number): string {
  return count === 1 ? '1 key' : `${count} keys`;
}
