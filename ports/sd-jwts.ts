/** A public key as JWK: P-256 (ES256) or Ed25519 (EdDSA). */
export type PublicJwk =
  | { readonly kty: 'EC'; readonly crv: 'P-256'; readonly x: string; readonly y: string }
  | { readonly kty: 'OKP'; readonly crv: 'Ed25519'; readonly x: string };

/** Claims as they were signed, with every disclosure in its place. */
export type Claims = Readonly<Record<string, unknown>>;

/** A token with a valid signature. */
export interface SdJwt {
  readonly header: Claims;
  readonly claims: Claims;
  /** The places of undisclosed claims, such as `constraints[2].max`; a decoy looks the same. */
  readonly hidden: readonly string[];
  /**
   * SHA-256 of the signed content, base64url: one signature has several encodings, and so has its
   * token.
   */
  readonly signedHash: string;
}

/**
 * A token and what binds its presentation to a key: a key binding JWT (RFC 9901), or the next token
 * of a chain (AP2, `~~`). `bound` is everything that the binding must hash. `binding` is null where
 * nothing binds it.
 */
export interface Presented {
  readonly token: string;
  readonly bound: string;
  readonly binding: string | null;
  /** Number of tokens in the chain beyond the first two. */
  readonly furtherTokens: number;
}

/** Selectively disclosable JWTs (RFC 9901), without network access. */
export interface SdJwts {
  /**
   * The key of that JWK without its other members; null for any other kind, or for coordinates that
   * are not a point.
   */
  keyOf(jwk: unknown): PublicJwk | null;
  /** RFC 7638, base64url. */
  thumbprintOf(key: PublicJwk): string;
  /** Its header, unverified; null if it is not a token. */
  headerOf(token: string): Claims | null;
  /** SHA-256 of what its signature covers, base64url, unverified. */
  signedHashOf(token: string): string;
  /** Splits a presentation; verifies nothing. */
  split(presentation: string): Presented;
  /**
   * The token as that key signed it, with its disclosures applied. Null where the key has not
   * signed it, the algorithm is not the key's, its header has `crit`, or a disclosure is unused,
   * used twice, or names a claim that exists already.
   */
  verify(token: string, key: PublicJwk): SdJwt | null;
  /** SHA-256, base64url. */
  hashOf(text: string): string;
}
