import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { debridge } from './debridge.ts';

describe('an answer of debridge that somebody recorded', () => {
  itReadsRecordedAnswers(debridge, import.meta.url);
});
