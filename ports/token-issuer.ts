/**
 * Signs blinded passes and verifies presented ones (RFC 9474). An interface until passes are sold.
 */
export interface TokenIssuerPort {
  publicKeyJwk(): Promise<Readonly<Record<string, string>>>;
  blindSign(blinded: Uint8Array): Promise<Uint8Array>;
  verify(preparedMessage: Uint8Array, signature: Uint8Array): Promise<boolean>;
}
