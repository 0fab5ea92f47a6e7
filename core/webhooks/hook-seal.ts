/** Seals the secrets of hooks for the store, with keys of the deployment that are not in it. */
export interface HookSeal {
  /** What every secret that is sealed with the key in use begins with. */
  readonly mark: string;
  /** A new secret, in the form of Standard Webhooks. */
  drawSecret(): string;
  /** Another text every time; opens for that hook alone. */
  seal(secret: string, hookId: string): string;
  /**
   * Takes one of a former key, and one that was kept in clear, before there was a seal. Null where no
   * key of the deployment opens it, which is also what is said of one that was kept in clear and
   * begins as a sealed one does.
   */
  open(kept: string, hookId: string): string | null;
}

/** For whoever reads the log. */
export const unreadableAdvice =
  'no key of this deployment opens the secret of this webhook: give back the former keys until it is sealed anew, or have its client register another';
