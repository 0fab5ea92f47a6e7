/** HKDF-SHA256 by its number in HPKE's registry. */
export const kdfId = 0x0001;
/** AES-128-GCM, which every runtime has. */
export const aeadId = 0x0001;
/** A key of the platform's crypto. */
export type PlatformKey = Awaited<ReturnType<typeof crypto.subtle.importKey>>;
