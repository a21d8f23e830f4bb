/** The real analysis, loaded once. */
import { processAnalyzer } from '../../src/flow/analyze-process.ts';
import { openAnalyzer } from '../../src/flow/analyzer.ts';

const analyzer = await openAnalyzer();
if (analyzer.problem !== null) throw new Error(analyzer.problem);

export const analyze = processAnalyzer(analyzer);
