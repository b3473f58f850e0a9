import { createCssVariablesTheme, createHighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import astro from 'shiki/langs/astro.mjs'
import http from 'shiki/langs/http.mjs'
import json from 'shiki/langs/json.mjs'
import shell from 'shiki/langs/shellscript.mjs'
import sql from 'shiki/langs/sql.mjs'
import toml from 'shiki/langs/toml.mjs'
import tsx from 'shiki/langs/tsx.mjs'
import typescript from 'shiki/langs/typescript.mjs'
import { escapeHtml } from './escape-html.ts'

const LANGUAGES = [astro, http, json, shell, sql, toml, tsx, typescript].flat()

/** A theme that consists of names instead of colors: `var(--t-keyword)`, which becomes the class `t-keyword`. */
const THEME = createCssVariablesTheme({ name: 'lintel', variablePrefix: '--t-' })

const highlighter = await createHighlighterCore({
  langs: LANGUAGES,
  themes: [THEME],
  engine: createJavaScriptRegexEngine({ forgiving: true }),
})

const KNOWN = new Set(highlighter.getLoadedLanguages())

/**
 * Prints code as HTML in which each token has a class: `<span class="t-keyword">`. The style sheet defines the colors.
 * @param language language of the code fence; an unknown one is printed as text
 */
export function highlight(code: string, language: string): string {
  if (!KNOWN.has(language)) return escapeHtml(code)
  const lines = highlighter.codeToTokensBase(code, { lang: language, theme: 'lintel' })
  return lines.map((line) => line.map(({ content, color }) => printToken(content, color)).join('')).join('\n')
}

function printToken(content: string, color: string | undefined): string {
  const [, name = 'punctuation'] = /--t-token-([a-z-]+)/.exec(color ?? '') ?? []
  const isSign = name !== 'comment' && !name.startsWith('string') && !/[\p{L}\p{N}]/u.test(content)
  const isPlain = name === 'punctuation' || isSign
  return isPlain ? escapeHtml(content) : `<span class="t-${name}">${escapeHtml(content)}</span>`
}
