import { describeModelFloat } from './describe-model-float.ts';

describeModelFloat(50);
