/** What the promise rejects with; fails when it resolves. */
export async function rejection(promise: Promise<unknown>): Promise<Error> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof Error) return error;
    throw new Error('rejected with something that is not an error', { cause: error });
  }
  throw new Error('resolved, and should have rejected');
}
