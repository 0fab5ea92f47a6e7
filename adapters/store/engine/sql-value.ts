/** What can be bound to a statement. Token quantities are digit strings. */
export type SqlValue = string | number | boolean | null;

/** Values by the names a statement's text uses after a colon. */
export type SqlValues = Readonly<Record<string, SqlValue>>;
