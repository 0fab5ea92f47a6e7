import { type JsonRecord, ServiceError } from '@interline/cli';

export interface WireRefusal {
  readonly status: number;
  readonly body: JsonRecord;
}

/** What the service refused with; throws where it did not refuse. */
export async function refusalOf(asked: Promise<unknown>): Promise<WireRefusal> {
  try {
    await asked;
  } catch (error) {
    if (error instanceof ServiceError) return { status: error.status, body: error.body };
    throw error;
  }
  throw new Error('the service did not refuse');
}
