import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { across } from './across.ts';

describe('a recorded answer of across', () => {
  itReadsRecordedAnswers(across, import.meta.url);
});
