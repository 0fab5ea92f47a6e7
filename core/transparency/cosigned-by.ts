import type {
  Log,
  LogIdentity,
  LogTree,
  TransparencyLogPort,
  WatchedCheckpoint,
} from '@interline/ports';

interface CosignParts {
  readonly transparencyLog: Pick<TransparencyLogPort, 'cosign' | 'quorum'>;
  readonly log: Log;
}

/** The checkpoint of exactly this tree and who cosigned it; null where too few did. */
export async function cosignedBy(
  { transparencyLog, log }: CosignParts,
  identity: LogIdentity,
  tree: LogTree,
): Promise<Pick<WatchedCheckpoint, 'checkpoint' | 'cosigned'> | null> {
  const { checkpoint, cosigned, refused } = await transparencyLog.cosign(identity, tree);
  for (const { name, why } of refused) log.warn('witness-refused', { witness: name, why });
  return cosigned.length < transparencyLog.quorum ? null : { checkpoint, cosigned };
}
