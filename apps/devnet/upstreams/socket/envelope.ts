import type { Answer } from '../stand-in.ts';

export function success(result: object): Answer {
  return { status: 200, body: { success: true, statusCode: 200, result, message: null } };
}

export function failure(status: number, message: string): Answer {
  return { status, body: { success: false, statusCode: status, result: null, message } };
}
