/**
 * What an answer of the service's own public address carried, and what DNS says of its name, asked
 * from outside like any client.
 */
export interface OriginProbe {
  /** At most a minute old; nothing where no public address is configured or it does not answer. */
  look(): Promise<{
    /** The onion address that the answer names (`Onion-Location`). */
    readonly onion: string | null;
    /** Whether it says how to reach it better by itself: `Onion-Location` or `Alt-Svc`. */
    readonly autoTransport: boolean;
    /** Whether its HTTPS record has an `ech` parameter, by which clients encrypt its name in TLS. */
    readonly encryptedDns: boolean;
  }>;
}
