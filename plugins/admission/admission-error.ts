/** Every way a plugin package can be wrong. The operator's codes: clients never see them. */
export type AdmissionCode =
  | 'BAD_DEPLOYMENT'
  | 'PACKAGE_MISSING'
  | 'NO_INTERLINE_FIELD'
  | 'BAD_KIND'
  | 'BAD_ID'
  | 'BAD_API_RANGE'
  | 'API_NOT_OFFERED'
  | 'UNKNOWN_RAIL'
  | 'IMPORT_FAILED'
  | 'NO_RAIL_EXPORT'
  | 'NOT_TAGGED'
  | 'BAD_MANIFEST'
  | 'ID_MISMATCH'
  | 'BAD_WAYS'
  | 'BAD_LANES'
  | 'NAME_TAKEN'
  | 'BAD_SETTINGS'
  | 'BAD_CONTEXT'
  | 'CREATE_FAILED'
  | 'BAD_PORT';

/** Stops the boot: a payments host never runs on without a configured rail. */
export class AdmissionError extends Error {
  readonly code: AdmissionCode;

  constructor(code: AdmissionCode, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'AdmissionError';
    this.code = code;
  }
}
