import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { debridge } from './debridge.ts';

describe('a recorded answer of debridge', () => {
  itReadsRecordedAnswers(debridge, import.meta.url);
});
