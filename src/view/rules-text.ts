import { RULES, type Rule } from '../lifetime/rules.ts';

/** `explain --rules`: each rule with a command that it catches and one that it spares. */
export function formatRules(): string {
  const rows = Object.entries(RULES).map(([code, rule]: readonly [string, Rule]) => {
    const flag = rule.background === true ? '   (in the background)' : '';
    return [
      `${code}  ${rule.kind}  ${rule.title}`,
      `  catches  ${indent(rule.catches)}${flag}`,
      `  spares   ${indent(rule.spares)}${flag}`,
    ].join('\n');
  });
  return `${rows.join('\n\n')}\n`;
}

/** `explain --rules --json` */
export function rulesJson(): { readonly schema: 1; readonly rules: readonly (Rule & { readonly code: string })[] } {
  return {
    schema: 1,
    rules: Object.entries(RULES).map(([code, rule]: readonly [string, Rule]) => ({ code, ...rule })),
  };
}

function indent(text: string): string {
  return text.replace(/\n/g, '\n           ');
}
