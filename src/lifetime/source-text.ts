/** A text that is being run: the command itself, a script that it passes to another shell, a script file. */
import type { Span } from '../policy/finding.ts';
import type { Dialect } from '../shell/ast.ts';

export type SourceText = {
  readonly text: string;
  readonly dialect: Dialect;
  /** the script file that it lies in; undefined in the command itself */
  readonly file: string | undefined;
  /** where a stretch of this text lies in the command, or in `file` */
  readonly locate: (span: Span) => Span;
};

/** The command itself. */
export function commandText(text: string, dialect: Dialect): SourceText {
  return { text, dialect, file: undefined, locate: (span) => span };
}

/** A script file. */
export function fileText(text: string, dialect: Dialect, file: string): SourceText {
  return { text, dialect, file, locate: (span) => span };
}

/**
 * A script that stands in a stretch of another text: exactly located where it is written there letter by letter, else
 * every finding is located at the whole stretch.
 */
export function embeddedText(outer: SourceText, within: Span, inner: { text: string; dialect: Dialect }): SourceText {
  const offset = outer.text.slice(within.start, within.end).indexOf(inner.text);
  const whole = outer.locate(within);
  const literal = offset >= 0 && inner.text.length > 0;
  const locate = literal
    ? (span: Span) => outer.locate({ start: within.start + offset + span.start, end: within.start + offset + span.end })
    : () => whole;
  return { text: inner.text, dialect: inner.dialect, file: outer.file, locate };
}

/** The text of a stretch, as written. */
export function textAt(source: SourceText, span: Span): string {
  return source.text.slice(span.start, span.end);
}
