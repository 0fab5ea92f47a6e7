import { itReadsRecordedAnswers } from '../../testing/recorded-answers.ts';
import { symbiosis } from './symbiosis.ts';

describe('a recorded answer of symbiosis', () => {
  itReadsRecordedAnswers(symbiosis, import.meta.url);
});
