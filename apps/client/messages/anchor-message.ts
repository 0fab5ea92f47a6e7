import type { Client } from '../client.ts';
import type { MintPins } from '../passes/checked-key.ts';
import type { Pass } from '../passes/blind.ts';
import { checkMint, MintError } from '../passes/mint/check-mint.ts';
import type { VerifyMlDsa } from '../passes/mint/verify-signature.ts';
import { passText } from '../passes/take-trial.ts';
import { ServiceError } from '../service-error.ts';
import { type AnchoredRow, checkAnchor, type ProvenAnchor } from './anchor-proof.ts';

type Calls = Pick<Client, 'call'>;

export interface AnchorOptions {
  /** Where what is seen of the mint is kept: without it, nothing ties one proof to the next. */
  readonly pins?: MintPins;
  /** Asked for one where the row is not anchored yet. */
  readonly takePass: () => Promise<Pass>;
  /** How long to wait for the witnesses; two minutes where left out. */
  readonly withinMs?: number;
  /** Where the platform's WebCrypto has no ML-DSA. */
  readonly mlDsa?: VerifyMlDsa | null;
}

/** A row's proof, and what it says. */
export interface AnchoredMessage {
  readonly kept: AnchoredRow;
  readonly proven: ProvenAnchor;
}

/** The witnesses have not cosigned in time: asked again later, it costs no further pass. */
export class AnchorPendingError extends Error {
  override readonly name = 'AnchorPendingError';
}

const usualWaitMs = 120_000;
const askAgainMs = 2_000;

/**
 * Has the hash of a row put into the log, waits for the proof and checks it; a row that stands there
 * already costs no pass. The mint is looked at before. Throws `MintError`, `ServiceError`,
 * `AnchorPendingError`, `AnchorError`.
 */
export async function anchorMessage(
  client: Calls,
  { id, row }: Pick<AnchoredRow, 'id' | 'row'>,
  { pins, takePass, withinMs = usualWaitMs, mlDsa = null }: AnchorOptions,
): Promise<AnchoredMessage> {
  const view = await client.call('GET /api/plus/mint-head', {});
  const check = await checkMint(view, { pin: (await pins?.read()) ?? null, mlDsa });
  if (!check.isSound) throw new MintError(check.findings);
  if (view.head === null) throw new Error('this service has no mint, and so no log of messages');
  await pins?.write(check.pin);
  const { origin, head } = view;
  const proof = await proofOf(client, id, { takePass, withinMs });
  const kept = { id, row, mint: { origin, sigPub: head.sig.sigPub }, proof };
  return { kept, proven: await checkAnchor(kept, { pin: check.pin, mlDsa }) };
}

async function proofOf(
  client: Calls,
  id: string,
  { takePass, withinMs }: Required<Pick<AnchorOptions, 'takePass' | 'withinMs'>>,
): Promise<string> {
  const read = () => client.call('GET /api/messages/v2/plus/anchor', { query: { id } });
  const untilMs = Date.now() + withinMs;
  let anchor = await read().catch((error: unknown) => {
    if (error instanceof ServiceError && error.errorCode === 'UNKNOWN_RECORD') return null;
    throw error;
  });
  anchor ??= await client.call('POST /api/messages/v2/plus/anchor', {
    body: { pass: passText(await takePass()), id },
  });
  while (anchor.proof === null) {
    if (Date.now() >= untilMs)
      throw new AnchorPendingError(
        `the witnesses have not cosigned the log with ${id} yet; ask again later, it costs no further pass`,
      );
    await new Promise((resolve) => setTimeout(resolve, askAgainMs));
    anchor = await read();
  }
  return anchor.proof;
}
