/**
 * The response of the service's own public address, and the DNS records of its name, requested from
 * outside like any client.
 */
export interface OriginProbe {
  /** At most a minute old; empty if no public address is configured or it does not answer. */
  look(): Promise<{
    /** The onion address in the response (`Onion-Location`). */
    readonly onion: string | null;
    /** Whether the response advertises a better transport: `Onion-Location` or `Alt-Svc`. */
    readonly autoTransport: boolean;
    /**
     * Whether its HTTPS record has an `ech` parameter, with which clients encrypt its name in TLS.
     */
    readonly encryptedDns: boolean;
  }>;
}
