import { ServiceError } from '@interline/client';

/** How a request ended: with an answer, or with what it was refused with. */
export interface Outcome {
  readonly status: number;
  /** Empty where it was not refused. */
  readonly code: string;
  readonly details: unknown;
  readonly answer: Readonly<Record<string, unknown>>;
}

export async function outcomeOf(asked: Promise<object>): Promise<Outcome> {
  try {
    // CAST: every answer is an object.
    const answer = (await asked) as Outcome['answer'];
    return { status: 200, code: '', details: undefined, answer };
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    const { status, errorCode, body } = error;
    return { status, code: errorCode, details: body['details'], answer: {} };
  }
}
