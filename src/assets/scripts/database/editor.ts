import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { SQLite, sql } from '@codemirror/lang-sql'
import { bracketMatching, HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view'
import { tags } from '@lezer/highlight'

/**
 * Replaces the console's text area with an editor that highlights SQL and completes names of tables and columns. The
 * editor is in a shadow root, where its style sheets need no style element, which the page's policy would not allow.
 */
export function startSqlEditor(form: HTMLElement): void {
  const area = form.querySelector('textarea')
  if (!(form instanceof HTMLFormElement) || !area) return
  const host = document.createElement('div')
  host.className = 'rounded-md border bg-background text-sm'
  const root = host.attachShadow({ mode: 'open' })
  const send = () => {
    form.requestSubmit()
    return true
  }
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({
      doc: area.value,
      extensions: [
        lineNumbers(),
        history(),
        bracketMatching(),
        closeBrackets(),
        autocompletion(),
        placeholder('SELECT'),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': labelOf(area) }),
        sql({ dialect: SQLite, schema: schemaOf(form), upperCaseKeywords: true }),
        syntaxHighlighting(colours),
        theme,
        keymap.of([
          { key: 'Mod-Enter', run: send },
          ...closeBracketsKeymap,
          ...completionKeymap,
          ...defaultKeymap,
          ...historyKeymap,
        ]),
        EditorView.updateListener.of(({ docChanged, state }) => {
          if (docChanged) area.value = state.doc.toString()
        }),
      ],
    }),
  })
  area.hidden = true
  area.required = false
  area.before(host)
  // The history, and everything else that changes the area, changes the editor.
  area.addEventListener('input', () => {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: area.value } })
    view.focus()
  })
}

function labelOf(area: HTMLTextAreaElement): string {
  return area.labels?.[0]?.textContent?.trim() ?? 'SQL'
}

function schemaOf(form: HTMLElement): Record<string, string[]> {
  return JSON.parse(form.dataset.schema ?? '{}') as Record<string, string[]> // written by the page
}

/** Colors of the page's style sheet, which are available in a shadow root as variables. */
const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--primary)', fontWeight: '600' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--sql-text, var(--success, inherit))' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--sql-number, var(--primary))' },
  { tag: tags.comment, color: 'var(--muted-foreground)', fontStyle: 'italic' },
])

const theme = EditorView.theme({
  '&': { minHeight: '10rem', maxHeight: '60vh', color: 'var(--foreground)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: '2px solid var(--ring)', outlineOffset: '1px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.5', overflow: 'auto' },
  '.cm-content': { caretColor: 'var(--foreground)', minHeight: '10rem' },
  '.cm-gutters': { backgroundColor: 'transparent', color: 'var(--muted-foreground)', border: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--foreground)' },
  '.cm-placeholder': { color: 'var(--muted-foreground)' },
  '.cm-tooltip': {
    backgroundColor: 'var(--popover)',
    color: 'var(--popover-foreground)',
    border: '1px solid var(--border)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-foreground)',
  },
})
