import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Entry points that snippets may import names from; where two export a name, the first one counts. */
const ENTRY_POINTS: readonly (readonly [module: string, path: string])[] = [
  ['lintel', 'src/config/index.ts'],
  ['lintel/kit', 'src/runtime/kit.ts'],
  ['lintel/ui', 'src/ui/index.ts'],
  ['lintel/client', 'src/client/index.ts'],
  ['lintel/client/image', 'src/client/image.ts'],
  ['lintel/client/media', 'src/client/media.ts'],
  ['lintel/client/preview', 'src/client/preview.ts'],
  ['lintel/client/webhook', 'src/client/webhook.ts'],
]

/** Names that snippets use without introducing them, with the declaration that they stand for. */
const KNOWN: Readonly<Record<string, string>> = {
  Entry: 'type Entry = { readonly id: string; readonly text: string }',
  bar: 'declare const bar: { set(share: number): void }',
  baseUrl: 'declare const baseUrl: string',
  c: "declare const c: import('lintel/kit').RequestContext",
  changeEntry:
    'declare function changeEntry(c: unknown, id: string, body: { readonly text: string }): Promise<{ id: string; text: string }>',
  client: "declare const client: import('lintel/client').Client<import('lintel/client').AnyCollections>",
  content: 'declare const content: Uint8Array<ArrayBuffer>',
  email: "declare const email: import('lintel').Services['email'] | null",
  env: 'declare const env: { readonly WEBHOOK_SECRET: string }',
  expiryMinutes: 'declare const expiryMinutes: number',
  file: 'declare const file: File',
  insertAccount: "declare const insertAccount: import('drizzle-orm/batch').BatchItem<'sqlite'>",
  inviteUrl: 'declare const inviteUrl: string',
  isSpam: 'declare function isSpam(document: unknown): boolean',
  item: "declare const item: import('lintel/client/media').MediaItem",
  post: "declare const post: { readonly body: import('lintel').RichText | null }",
  readEntry: 'declare function readEntry(c: unknown, id: string): Promise<{ id: string; text: string }>',
  readList: 'declare function readList(c: unknown): Promise<readonly string[]>',
  request: 'declare const request: Request',
  sendQueued: "declare const sendQueued: import('lintel').CronJob['run']",
  teamId: 'declare const teamId: string',
  to: 'declare const to: string',
  token: 'declare const token: string',
  userId: 'declare const userId: string',
  z: "import * as z from 'zod'",
}

/** Members that stand alone in a snippet, by the definition that takes them. Any other is a field. */
const MEMBERS: readonly (readonly [opening: string, names: readonly string[], closing: string])[] = [
  [
    `export default defineConfig({ name: 'documented', collections: [],`,
    ['plugins', 'roles', 'environments', 'cors'],
    '})',
  ],
  ["export default definePlugin({ name: 'documented', version: '1.0.0',", ['http', 'operations', 'services'], '})'],
  ["export default defineCollection({ name: 'documented', fields: {},", ['preview', 'access', 'cache', 'url'], '})'],
]

const MEMBER = /^(\w+): /m

/** Required members that `…` stands for, by the function that takes them. */
const REST: Readonly<Record<string, string>> = {
  defineConfig: "name: 'documented', collections: [], environments: { development: {} },",
  definePlugin: "name: 'documented', version: '1.0.0',",
}

/** Completes a snippet to a module: with imports, the definition around loose members, and what `…` leaves out. */
export function moduleOf(snippet: string, language = 'ts'): string {
  const imports = [...snippet.matchAll(/^import [^\n]*\n/gm)].map(([line]) => line).join('')
  const body = withoutEllipses(enclosed(snippet.replace(/^import [^\n]*\n/gm, '')))
  const used = new Set(withoutComments(body).match(/\b[A-Za-z_]\w*\b/g))
  const missing = [...used].filter((name) => !isDeclared(name, imports + body))
  const pragma = imports.includes("/react'") ? '/** @jsxImportSource react */' : ''
  return [pragma, imports, ...missing.flatMap((name) => declarationOf(name, language)), body, 'export {}'].join('\n')
}

function enclosed(text: string): string {
  const at = text.split('\n').findIndex((line) => MEMBER.test(line))
  if (at === -1) return text
  const lines = text.split('\n')
  const [before, members] = [lines.slice(0, at).join('\n'), lines.slice(at).join('\n').trim().replace(/,?$/, ',')]
  const name = MEMBER.exec(members)?.[1] ?? ''
  const [opening, , closing] = MEMBERS.find(([, names]) => names.includes(name)) ?? [
    "export default defineCollection({ name: 'documented', fields: {",
    [],
    '} })',
  ]
  const environments = opening.includes('defineConfig') && !/^environments: /m.test(members)
  // A comma after a line that closes a member, where the next one begins a further member.
  return `${before}\n${opening}${environments ? ' environments: { development: {} },' : ''}\n${members.replace(/([\])}])(\s*\/\/[^\n]*)?\n(?=\w+: )/g, '$1,$2\n')}\n${closing}`
}

function withoutEllipses(text: string): string {
  return text
    .replace(/\{ … \}/g, '{}')
    .replace(/\b(define\w+)\(\{\s*…,?/g, (_, name: string) => `${name}({ ${REST[name] ?? ''}`)
    .replace(/^\s*…\n/gm, '')
}

function withoutComments(text: string): string {
  return text.replace(/\/\/[^\n]*/g, '').replace(/'[^'\n]*'/g, "''")
}

function isDeclared(name: string, text: string): boolean {
  return [
    `^(?:export )?(?:default )?(?:async )?(?:const|function|class|interface|type) ${name}\\b`,
    `^(?:export )?const \\{[^}=]*\\b${name}\\b[^}=]*\\} =`,
    `^import [^\\n]*\\b${name}\\b[^\\n]* from `,
  ].some((pattern) => new RegExp(pattern, 'm').test(text))
}

/** Declares a name that nothing in the snippet declares; nothing for names of the language. */
function declarationOf(name: string, language: string): string[] {
  if (Object.hasOwn(KNOWN, name)) return [KNOWN[name] ?? '']
  const plugin = PLUGINS.get(name)
  if (plugin) return [`import ${name} from 'lintel/plugins/${plugin}'`]
  const modules =
    language === 'tsx' ? EXPORTS.toSorted(([a], [b]) => Number(b === 'lintel/ui') - Number(a === 'lintel/ui')) : EXPORTS
  const [module, exported] = modules.find(([, names]) => names.has(name)) ?? []
  return exported === undefined ? [] : [`import { ${exported.get(name) ? 'type ' : ''}${name} } from '${module}'`]
}

/** Names that a module exports, each with whether it is a type. */
function exportsOf(path: string): ReadonlyMap<string, boolean> {
  const text = readFileSync(path, 'utf8')
  const found = new Map<string, boolean>()
  for (const [, allTypes, list = ''] of text.matchAll(/export (type )?\{([^}]*)\}/g)) {
    for (const entry of list.split(',').map((part) => part.trim())) {
      const [, type, name = ''] = /^(type )?(?:\w+ as )?(\w+)$/.exec(entry) ?? []
      if (name !== '') found.set(name, (allTypes ?? type) !== undefined)
    }
  }
  for (const [, kind, name = ''] of text.matchAll(/export (?:async )?(const|function|class|interface|type) (\w+)/g))
    found.set(name, kind === 'interface' || kind === 'type')
  for (const [, from = ''] of text.matchAll(/export \* from '(\.[^']+)'/g))
    for (const [name, isType] of exportsOf(join(dirname(path), from))) found.set(name, isType)
  return found
}

const EXPORTS = ENTRY_POINTS.map(([module, path]) => [module, exportsOf(path)] as const)

/** Folders of plugins by the name under which the config of this repository imports them: `coreAuth`. */
const PLUGINS = new Map(
  readdirSync('plugins')
    .filter((folder) => existsSync(join('plugins', folder, 'plugin.ts')))
    .map((folder) => [
      folder.replace(/-plugin$/, '').replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
      folder,
    ]),
)
