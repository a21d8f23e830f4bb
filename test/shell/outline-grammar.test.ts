/** Proves that the small grammar of outlines answers as the real one does, and gives back what is no outline. */
import { describe, expect, it } from 'vitest';
import type { SyntaxNode } from '../../src/shell/grammar.ts';
import { outlineGrammar } from '../../src/shell/outline-grammar.ts';
import { openGrammar } from './open-grammar.ts';

/** The tree as text, with operators in their order: how tightly they bind is not taken from it. */
function show(node: SyntaxNode): string {
  const { type, startIndex, endIndex, children } = node;
  if (type === 'list' || type === 'pipeline') return children.map(show).join(' ');
  const inner = type === 'command' ? '' : children.map(show).join(' ');
  return `${type}@${startIndex}-${endIndex}${inner === '' ? '' : `(${inner})`}`;
}

const shown = (node: SyntaxNode | undefined) => node?.children.map(show).join(' ');

describe('outlines', () => {
  it.each([
    'a ',
    'a ; a & a ',
    'a && a || a | a |& a ',
    '{ a ; } ',
    '( a & ) ',
    'while a ; do a ; done ',
    'until a | a ; do a & done && a ',
    'for a ; do a ; done ',
    'if a ; then a ; fi ',
    'if a ; then a ; elif a ; then a ; elif a ; then a ; else a ; fi ',
    'case a in a) a ;; a) ;; a) a ;& a) a ;;& a) a ; esac ',
    'case a in esac ',
    '{ while { a ; } ; do ( a ; case a in a) if a ; then a ; fi ;; esac ; ) ; done ; } & a ',
  ])('%s', async (text) => {
    const tree = (await openGrammar()).parse(text);
    expect(tree?.hasError).toBe(false);
    expect(shown(outlineGrammar.parse(text)?.rootNode)).toBe(shown(tree?.rootNode));
  });
});

describe('what is no outline is not read', () => {
  it.each([
    'b ',
    'a a ',
    '{ a ; ',
    'a ; } ',
    'a && ',
    'a && ; a ',
    'while a ; do a ; ',
    'for b ; do a ; done ',
    'case a a) ',
  ])('%s', (text) => expect(outlineGrammar.parse(text)).toBeNull());
});
