/** Seals the secrets of hooks for the store, with keys of the deployment that are not in it. */
export interface HookSeal {
  /** What every secret that is sealed with the key in use begins with. */
  readonly mark: string;
  /** Another text every time; opens for that hook alone. */
  seal(secret: string, hookId: string): string;
  /**
   * Takes one of a former key, and one that was kept in clear, before there was a seal. Throws where
   * no key of the deployment opens it.
   */
  open(kept: string, hookId: string): string;
}
