import type { KMSClient } from '@aws-sdk/client-kms';
import { RelayError } from '@interline/kernel';
import { bounded } from '../../../outbound-http/bounds.ts';

/**
 * A key of AWS KMS. The credentials of this process come from its environment or its machine's
 * role, as for all of AWS's own tools.
 */
export interface KmsKey {
  readonly region: string;
  /** Its id, its ARN or an alias. */
  readonly key: string;
  /** The KMS endpoint; the region's public one where left out. */
  readonly endpoint?: string | undefined;
}

export interface KmsPublicKey {
  /** The key's ARN, whichever name it was requested by. */
  readonly arn: string;
  readonly spec: string;
  readonly usage: string;
  /** SubjectPublicKeyInfo. */
  readonly der: Uint8Array;
}

/**
 * The two KMS calls that signing needs. Their errors contain no credential, no digest and no AWS
 * text other than an error's name.
 */
export interface KmsApi {
  publicKey(signal: AbortSignal): Promise<KmsPublicKey>;
  /**
   * Returns the DER signature and makes one attempt. After a fault or a timeout it is unknown
   * whether the KMS signed; the caller may retry, because only a stored signature is ever sent.
   */
  sign(arn: string, digest: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

/** A signature normally takes about 10 ms. A route waits for it while it holds its slot. */
const signWithinMs = 3_000;
const openWithinMs = 10_000;
/** The start's signal: the start ends where its keys do not open. */
const attemptsToOpen = 4;

export function kmsApi(key: KmsKey, withinMs = signWithinMs): KmsApi {
  const once = clientOf(key, 1);
  return {
    async publicKey(caller) {
      const { GetPublicKeyCommand } = await sdk();
      const client = await clientOf(key, attemptsToOpen)();
      const answer = await within(openWithinMs, caller, (abortSignal) =>
        client.send(new GetPublicKeyCommand({ KeyId: key.key }), { abortSignal }),
      );
      client.destroy();
      const { KeyId, KeySpec, KeyUsage, PublicKey } = answer;
      if (KeyId === undefined || PublicKey === undefined) throw fault('it answered without a key');
      return { arn: KeyId, spec: KeySpec ?? 'none', usage: KeyUsage ?? 'none', der: PublicKey };
    },
    async sign(arn, digest, caller) {
      const { SignCommand } = await sdk();
      const client = await once();
      const { Signature } = await within(withinMs, caller, (abortSignal) =>
        client.send(
          new SignCommand({
            KeyId: arn,
            Message: digest,
            MessageType: 'DIGEST',
            SigningAlgorithm: 'ECDSA_SHA_256',
          }),
          { abortSignal },
        ),
      );
      if (Signature === undefined) throw fault('it answered without a signature');
      return Signature;
    },
  };
}

/** Loaded only where a key is in a KMS, because it takes 80 ms and 29 MB. */
function sdk() {
  return import('@aws-sdk/client-kms');
}

function clientOf({ region, endpoint }: KmsKey, maxAttempts: number): () => Promise<KMSClient> {
  let opened: Promise<KMSClient> | null = null;
  return () =>
    (opened ??= sdk().then(
      ({ KMSClient }) =>
        new KMSClient({
          region,
          ...(endpoint === undefined ? {} : { endpoint }),
          maxAttempts,
          retryMode: 'standard',
        }),
    ));
}

async function within<T>(
  deadlineMs: number,
  caller: AbortSignal,
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const bounds = bounded(deadlineMs, caller);
  try {
    return await bounds.within(send(bounds.signal));
  } catch (error) {
    throw bounds.signal.aborted ? fault('it did not answer in time') : fault(nameOf(error));
  } finally {
    bounds.release();
  }
}

/** No cause: AWS errors contain the request, its headers and free text. */
function fault(what: string): RelayError {
  return new RelayError('INTERNAL', {}, `the KMS: ${what}`);
}

/** An error's name, such as ThrottlingException, or the system's error code, and nothing else. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an unknown fault';
  const code = 'code' in error ? error.code : undefined;
  const name = error.name === 'Error' && typeof code === 'string' ? code : error.name;
  return /^[A-Za-z_]{1,64}$/.test(name) ? name : 'an unknown fault';
}
