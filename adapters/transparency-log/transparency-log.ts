import type {
  LogIdentity,
  LogLeaf,
  LogWitness,
  OutboundHttp,
  RefusedCheckpoint,
  TransparencyLogPort,
} from '@interline/ports';
import { sign } from 'node:crypto';
import { type Seal, sealWith } from '../seal/index.ts';
import { type AskedWitness, askWitness, type WitnessAnswer } from './ask-witness.ts';
import { checkpointText } from './checkpoint.ts';
import { createIdentity, fingerprintOf, logKeyOf, openIdentity, signHead } from './log-identity.ts';
import { consistencyProof, inclusionProof, rootOf } from './merkle-proofs.ts';
import { leafHashOf } from './merkle-tree.ts';
import { isProven } from './log-proof.ts';
import { noteOf, readVerifierKey, signatureLine, verifierKey } from './signed-note.ts';
import { type TreeHashes, tilesWith, treeHashes, treeOf } from './tree-hashes.ts';

/** A witness as a deployment names it. */
export interface WitnessSettings extends LogWitness {
  /** Its submission prefix. */
  readonly url: string;
}

export interface TransparencyLogOptions {
  /** 32 bytes that the log's keys are sealed with. */
  readonly secret: Uint8Array;
  /** The log's name where a new one is made; one of its own where left out. */
  readonly origin?: string | undefined;
  readonly witnesses: readonly WitnessSettings[];
  readonly quorum: number;
  readonly http: OutboundHttp;
  readonly now: () => number;
  readonly lifetime: AbortSignal;
}

export function transparencyLog(options: TransparencyLogOptions): TransparencyLogPort {
  const { witnesses, quorum, http, now, lifetime } = options;
  const seal: Seal = sealWith(options.secret, 'keys of the mint log');
  const asked: readonly AskedWitness[] = witnesses.map(({ name, url, vkeys }) => ({
    name,
    url,
    keys: vkeys.map(readVerifierKey),
  }));
  return {
    witnesses: witnesses.map(({ name, vkeys }) => ({ name, vkeys })),
    quorum,
    createIdentity: () => createIdentity(seal, options.origin),
    logKeyOf: (identity) => verifierKey(logKeyOf(identity)),
    fingerprintOf,
    treeOf: (leaves) => treeOf(hashesOf(leaves)),
    leafHashOf: (leaf) => leafHashOf(Buffer.from(leaf)).toString('hex'),
    tilesWith: (tree, leaves) => tilesWith(tree, hashesOf(leaves)),
    rootOf: async (tree) => textOf(await rootOf(treeHashes(tree))),
    async inclusionsOf(tree, fromIndex, toIndex) {
      const hashes = treeHashes(tree);
      const paths: (readonly string[])[] = [];
      for (let index = fromIndex; index < toIndex; index += 1)
        paths.push((await inclusionProof(hashes, index)).map(textOf));
      return paths;
    },
    consistencyOf: async (tree, fromSize) =>
      (await consistencyProof(treeHashes(tree), fromSize)).map(textOf),
    signCheckpoint: (identity, tree) => signedCheckpoint(seal, identity, treeHashes(tree)),
    isProven: (identity, origins, leaf, proof) =>
      isProven(
        origins.map((origin) => logKeyOf({ ...identity, origin })),
        Buffer.from(leaf),
        proof,
      ),
    signHead: (identity, text) => signHead(openIdentity(seal, identity), text),
    async cosign(identity, tree) {
      const hashes = treeHashes(tree);
      const note = await signedCheckpoint(seal, identity, hashes);
      const answers = await Promise.all(
        asked.map(async (witness) => ({
          name: witness.name,
          answer: await askWitness({ http, now, signal: lifetime }, witness, {
            note,
            tree: hashes,
          }),
        })),
      );
      return watched(note, answers);
    },
  };
}

/** Ed25519 makes the same bytes every time, so that processes that sign at once sign the same. */
async function signedCheckpoint(
  seal: Seal,
  identity: LogIdentity,
  tree: TreeHashes,
): Promise<string> {
  const { origin } = identity;
  const text = checkpointText({ origin, size: tree.size, root: await rootOf(tree) });
  const { name, keyId } = logKeyOf(identity);
  const signature = sign(null, Buffer.from(text), openIdentity(seal, identity).ed25519);
  return noteOf({ text, signatures: [{ name, keyId, signature }] });
}

function watched(
  note: string,
  answers: readonly { readonly name: string; readonly answer: WitnessAnswer }[],
): Awaited<ReturnType<TransparencyLogPort['cosign']>> {
  let checkpoint = note;
  const cosigned: { name: string; atMs: number }[] = [];
  const refused: RefusedCheckpoint[] = [];
  for (const { name, answer } of answers) {
    if (answer.kind === 'refused') {
      const { why, remembers } = answer;
      refused.push({ name, why, remembers });
    } else {
      cosigned.push({ name, atMs: answer.atMs });
      checkpoint += answer.lines.map(signatureLine).join('');
    }
  }
  return { checkpoint, cosigned, refused };
}

function hashesOf(leaves: readonly LogLeaf[]): readonly Uint8Array[] {
  return leaves.map((leaf) => leafHashOf(Buffer.from(leaf)));
}

function textOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64');
}
