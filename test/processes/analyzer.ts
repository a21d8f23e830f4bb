import { processAnalyzer } from '../../src/flow/analyze-process.ts';
import type { Analysis } from '../../src/policy/finding.ts';
import { finding } from '../lineage/analyses.ts';

const nothing: Analysis = { status: 'complete', problems: [], call: { kind: 'finite' }, leftovers: [], findings: [] };
const LOOP = /\(?(?:while|until)[\s\S]*?done\)?/;

export const analyze = processAnalyzer({
  script(text) {
    const match = LOOP.exec(text);
    if (match === null) return nothing;
    const span = { start: match.index, end: match.index + match[0].length };
    const left = /^\s*&/.test(text.slice(span.end));
    const place = left ? 'leftover' : 'foreground';
    const leftovers = left
      ? [{ span, text: match[0], bound: { kind: 'endless' as const }, role: 'loop' as const }]
      : [];
    return { ...nothing, leftovers, findings: [finding('unbounded-loop', match[0], { span, place })] };
  },
  words: () => nothing,
});
