import { globSync, readFileSync } from 'node:fs'
import { ts } from 'ts-morph'
import { describe, expect, it } from 'vitest'
import type { Messages } from '../../src/config/index.ts'
import { systemPlugins } from '../../src/system/index.ts'

/** Every text that people are told, with the file that says it. */
const said = globSync(['src/{config,fields,runtime,system,ui}/**/*.{ts,tsx}', 'plugins/**/*.{ts,tsx}'])
  .filter((path) => !path.includes('/messages/'))
  .flatMap(textsIn)

const germanFiles = globSync([
  'src/runtime/messages/catalogs/de.ts',
  'src/system/{admin,pages,audit}/messages/de.ts',
  'plugins/*/messages/de.ts',
])
const german = Object.fromEntries(
  (await Promise.all(germanFiles.map(async (path) => Object.entries((await import(`../../${path}`)).default)))).flat(),
) as Messages

describe('the words of the admin', () => {
  it('are found in the sources', () => {
    expect(said.length).toBeGreaterThan(50)
    expect(german).toHaveProperty('Sign out', 'Abmelden')
  })

  it('are all there in German', () => {
    const missing = said.filter(({ text }) => !(text in german)).map(({ text, path }) => `${path}: ${text}`)
    expect(missing).toEqual([])
  })

  it('keep their values in German', () => {
    const names = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted()
    const broken = Object.entries(german).filter(([text, message]) =>
      Object.values(typeof message === 'string' ? { other: message } : { other: message.other }).some(
        (form) => names(form).join() !== names(text).join(),
      ),
    )
    expect(broken).toEqual([])
  })

  it('has no German for what nobody says', () => {
    const texts = new Set(said.map(({ text }) => text))
    const labels = menuLabels()
    expect(Object.keys(german).filter((text) => !texts.has(text) && !labels.has(text))).toEqual([])
  })

  it('names every page of the menu', () => {
    expect([...menuLabels()].filter((label) => !(label in german))).toEqual([])
  })
})

function menuLabels(): Set<string> {
  const labels = systemPlugins.flatMap(({ plugin }) =>
    Object.values(plugin.admin?.pages ?? {}).flatMap(({ label, pages = [] }) => [
      label,
      ...pages.map((page) => page.label),
    ]),
  )
  const declared = globSync('plugins/*/plugin.ts').flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/\blabel: '([^']+)'/g)].map(([, label]) => String(label)),
  )
  return new Set([...labels, ...declared])
}

/** First arguments of `t`, `message` and `refusal`, third ones of `tn`: their keys in message files. */
function textsIn(path: string): readonly { path: string; text: string }[] {
  const source = readFileSync(path, 'utf8')
  if (!/\b(?:t|tn|message|refusal)\(/.test(source)) return []
  const found: { path: string; text: string }[] = []
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      const key = { t: 0, message: 0, refusal: 0, tn: 2 }[node.expression.text]
      const argument = key === undefined ? undefined : node.arguments[key]
      if (argument && ts.isStringLiteralLike(argument)) found.push({ path, text: argument.text })
    }
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile(path, source, ts.ScriptTarget.Latest, false, kind))
  return found
}
