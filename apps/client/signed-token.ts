/** As the platform's own types have it, a browser's or Node's. */
export type PlatformKey = Parameters<typeof crypto.subtle.exportKey>[1];

interface Signer {
  readonly privateKey: PlatformKey;
}

/** A JWS of these claims, in its compact form. */
export async function tokenOf(key: Signer, header: object, claims: object): Promise<string> {
  const text = [header, claims]
    .map((part) => base64Url(new TextEncoder().encode(JSON.stringify(part))))
    .join('.');
  return `${text}.${base64Url(await signedBy(key, text))}`;
}

export async function signedBy({ privateKey }: Signer, text: string): Promise<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  return new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, bytes));
}

export async function sha256(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
}

export function base64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}

export function base64Url(bytes: Uint8Array): string {
  return base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
