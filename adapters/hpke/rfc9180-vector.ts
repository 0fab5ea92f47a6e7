/** RFC 9180, appendix A.1.1: base mode, DHKEM(X25519), HKDF-SHA256, AES-128-GCM, the first message. */
export const rfc9180 = {
  info: '4f6465206f6e2061204772656369616e2055726e',
  publicEphemeral: '37fda3567bdbd628e88668c3c8d7e97d1d1253b6d4ea6d44c150f741f1bf4431',
  secretEphemeral: '52c4a758a802cd8b936eceea314432798d5baf2d7e9235dc084ab1b9cfa2f736',
  publicRecipient: '3948cfe0ad1ddb695d780e59077195da6c56506b027329794ab02bca80815c4d',
  aad: '436f756e742d30',
  plaintext: '4265617574792069732074727574682c20747275746820626561757479',
  ciphertext:
    'f938558b5d72f1a23810b4be2ab4f84331acc02fc97babc53a52ae8218a355a96d8770ac83d07bea87e13c512a',
} as const;
