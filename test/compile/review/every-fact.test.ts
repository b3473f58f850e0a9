import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { compile } from '../../../src/compile/index.ts'
import { type Lock, readLock } from '../../../src/compile/lock/read-lock.ts'
import type { Change } from '../../../src/compile/review/change.ts'
import { CLASSES } from '../../../src/compile/review/change.ts'
import { printReviewText } from '../../../src/compile/review/print/print-text.ts'
import { reportOf } from '../../../src/compile/review/report.ts'
import { changesOf, reviewChanges } from '../../../src/compile/review/review.ts'
import { sourcesOf } from '../../../src/compile/sources/sources.ts'
import type { Json } from '../../../src/fields/field-type.ts'
import { shareOfRuns } from '../../harness/share.ts'
import { makeProject } from '../project.ts'
import { WHOLE_PROJECT } from '../whole-project.ts'

/** Additions to the whole project: languages, names of stores, a worker of its own. */
const MORE: Readonly<Record<string, readonly (readonly [from: string, to: string])[]>> = {
  'cms.config.ts': [
    ['  cors:', "  locales: { default: 'en', others: ['de', 'fr'], fallback: { fr: 'de' } },\n  cors:"],
    ["['content.delete'] }", "['content.delete'], locales: ['de', 'fr'] }"],
    [
      "domain: 'cms.example.com',",
      "domain: 'cms.example.com', analytics: 'hits', database: 'data', bucket: 'files', kv: 'site-kv', images: true, queue: 'site-queue',",
    ],
    ['preview: {},', "preview: { host: 'node', deploy: { ssh: 'a@b', folder: '/srv' } },"],
  ],
  'plugins/letters/plugin.ts': [
    ["access: { permission: 'letters.write' },", "access: { permission: 'letters.write' }, readOnly: true,"],
    ['accessTables:', "keptTables: ['sheets'], accessTables:"],
  ],
  'collections/bare.ts': [
    ['fields: {', "url: 'https://example.com/{id}',\n  fields: { words: field.string({ localized: true }),"],
  ],
}
const BESIDES = {
  'wrangler.toml':
    'name = "site-development"\nmain = "src/worker.ts"\ncompatibility_flags = ["nodejs_compat"]\n[env.production]\nworkers_dev = false\nservices = [{ binding = "A", service = "a" }]\n',
  'src/worker.ts': 'export default {}\n',
  'tsconfig.json': '{ "compilerOptions": { "paths": { "x": ["./y"] } } }',
}

type Facts = { readonly [name: string]: Json }

let facts: Facts
let base: Lock
let changes: ReturnType<typeof findChanges>

beforeAll(async () => {
  const files = Object.entries(WHOLE_PROJECT).map(([path, text]) => [
    path,
    (MORE[path] ?? []).reduce((all, [from, to]) => all.replace(from, to), text),
  ])
  const project = makeProject({ ...Object.fromEntries(files), ...BESIDES })
  const { outputs, diagnostics } = await compile(project)
  project.dispose()
  expect(diagnostics).toEqual([])
  facts = ownOnly(JSON.parse(outputs.get('cms.lock.json') ?? ''))
  const unchanged = edited(facts, [])
  if (!unchanged) throw new Error('the lock cannot be read')
  base = unchanged
  changes = findChanges()
})

/** The lock without what every service has, and without the database, of which the migrations tell. */
function ownOnly({ schema: _schema, plugins, routes, code, collections, ...rest }: Facts): Facts {
  const some = (record: Json | undefined, isOwn: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(record as Facts).filter(([name]) => isOwn(name)))
  const isOwnPlugin = (name: string) => ['letters', 'albums'].includes(name)
  return {
    ...rest,
    code: { ...(code as Facts), plugins: some((code as Facts).plugins, isOwnPlugin) },
    collections: some(collections, (name) => ['full', 'bare'].includes(name)),
    plugins: some(plugins, isOwnPlugin),
    routes: some(routes, (name) => /^\/api\/(?:letters|a-letter|bare) /.test(name)),
    schema: {},
  }
}

/** A change of one fact: what stands there instead; `undefined` where it goes. */
interface Edit {
  readonly path: readonly string[]
  /** In words: `5 > 10`, `one less`. */
  readonly what: string
  readonly to: Json | undefined
}

/** Every change of every fact, whatever it is: its opposite, more of it, less of it, another order. */
function editsOf(value: Json, path: readonly string[] = []): Edit[] {
  const key = path.at(-1) ?? ''
  const edit = (what: string, to: Json | undefined): Edit => ({ path, what, to })
  const becomes = (to: Json) => edit(`${short(JSON.stringify(value))} > ${short(JSON.stringify(to))}`, to)
  if (value === null) return [becomes(INSTEAD_OF_NULL[key] ?? 'other')]
  if (typeof value === 'boolean') return [becomes(!value)]
  if (typeof value === 'number') return [becomes(value * 2)]
  if (typeof value === 'string') return othersThan(value, path).map(becomes)
  if (Array.isArray(value)) {
    const list = value as readonly Json[]
    return [
      edit('one more', [...list, oneMore(list, path)]),
      ...(list.length > 0 ? [edit('one less', list.slice(1))] : []),
      ...(list.length > 1 ? [edit('another order', list.toReversed())] : []),
    ]
  }
  const entries = Object.entries(value)
  const [first] = entries
  const isNamed = NAMED.test(path.join('.'))
  const leaving = entries.filter(([name]) => isNamed || OPTIONAL.test([...path, name].join('.')))
  return [
    ...entries.flatMap(([name, inner]) => editsOf(inner, [...path, name])),
    ...leaving.map(([name]): Edit => ({ path: [...path, name], what: 'gone', to: undefined })),
    ...(first && isNamed
      ? [
          {
            path: [...path, /\w/.test(first[0]) ? first[0].replace(/\w+/, 'other') : `${first[0]}other`],
            what: 'new',
            to: first[1],
          },
        ]
      : []),
  ]
}

/** Words that stand for one another, by the end of their fact's path. */
const WORDS: readonly (readonly [at: RegExp, ...words: readonly string[]])[] = [
  [/(?:access\.\w+|access|read|write)$/, 'public', 'authenticated', 'nobody'],
  [/migrations$/, 'check', 'apply', 'off'],
  [/serverTiming$/, 'off', 'admins', 'all'],
  [/place$/, 'side', 'top'],
  [/opens\.\w+$/, 'true', 'false', 'more', 'less', 'other'],
  [/host$/, 'node', 'cloudflare'],
  [/onDelete$/, 'restrict', 'cascade', 'nullify'],
]
const INSTEAD_OF_NULL: Facts = { environments: ['production'], cache: { ttl: 9 }, trash: { days: 3 } }

/** An item like the others, but another one. */
function oneMore(list: readonly Json[], path: readonly string[]): Json {
  const [first] = list
  if (Array.isArray(first)) return ['other']
  if (typeof first === 'object' && first !== null)
    return { ...first, ...('role' in first ? { role: 'writer' } : { binding: 'B' }) }
  const isOfRoles = /access|\.(?:read|write|except|limited)$/.test(path.join('.'))
  return isOfRoles ? (['viewer', 'archivist'].find((role) => !JSON.stringify(list).includes(role)) ?? 'other') : 'other'
}

function othersThan(value: string, path: readonly string[]): string[] {
  const isHash = /^(?:esbuild:)?[0-9a-f]{64}$/.test(value)
  if (isHash)
    return [
      value.replace(/[0-9a-f]{64}$/, (hash) => (hash.startsWith('0') ? `1${hash.slice(1)}` : `0${hash.slice(1)}`)),
    ]
  const [, ...words] = WORDS.find(([at]) => at.test(path.join('.'))) ?? []
  return (words as readonly string[]).includes(value) ? words.filter((word) => word !== value) : [`${value}-other`]
}

function short(text: string): string {
  return text.replace(/[0-9a-f]{64}/g, '<hash>')
}

/** Sections whose names are the project's own. */
const NAMED =
  /^(?:collections|collections\.\w+\.fields|environments|environments\.\w+\.(?:vars|deploy)|hooks|plugins|code\.(?:plugins|hooks)|plugins\.\w+\.(?:secrets|settings|cron|opens|documentPanels|dashboardSections|secretColumns)|roles|roleLocales|routes|slowRequests|worker|locales\.fallback)$/

/** Facts that stand there only where there is something to say. */
const OPTIONAL =
  /^(?:routes\.[^.]+\.readOnly|collections\.\w+\.(?:preview|url)|collections\.\w+\.fields\.[^ ]+\.(?!(?:type|onDelete|target|options)$)\w+|environments\.\w+\.(?:analytics|deploy|host|images|queue|serverTiming)|plugins\.\w+\.(?:middleware|opens|queues|secretColumns|documentPanels|dashboardSections|accessTables|keptTables|accountColumns|collectionColumns))$/

/** Changes of one sort: the same of another thing. */
function sortOf({ path, what }: Edit): string {
  const steps = path.map((step, index) => {
    if (!NAMED.test(path.slice(0, index).join('.')) || step === 'development' || path[0] === 'worker') return step
    if (path[0] === 'routes')
      return `${/bare/.test(step) ? 'of a collection' : 'of a plugin'}${step.slice(step.lastIndexOf(' '))}`
    return step.includes('.') ? '<inner>' : step.includes('@') ? '<variant>' : '<name>'
  })
  const isWord = WORDS.some(([at]) => at.test(path.join('.')))
  return `${steps.join(' / ')}: ${isWord ? what : what.replace(/.* > .*/, 'another value')}`
}

function edited(value: Facts, edits: readonly Edit[]): Lock | null {
  const copy = structuredClone(value)
  for (const { path, to } of edits) {
    const last = path.at(-1) ?? ''
    const around = path
      .slice(0, -1)
      .reduce((at, step) => at[step] as Record<string, Json>, copy as Record<string, Json>)
    if (to === undefined) delete around[last]
    else around[last] = to
  }
  const outcome = readLock(JSON.stringify(copy))
  return 'lock' in outcome ? outcome.lock : null
}

function reviewOf(base: Lock, head: Lock) {
  return reviewChanges({
    base,
    head,
    migrations: [],
    sources: sourcesOf({ collections: [], plugins: [], routes: [] }),
    backfills: new Map(),
  })
}

function linesOf(base: Lock, head: Lock): string[] {
  return changesOf(reviewOf(base, head)).map(lineOf)
}

function lineOf({ class: grade, message, notes = [] }: Change): string {
  return short([`${grade}: ${message}`, ...notes].join(' | '))
}

/** All that can change alone, and the lock to which it leads. */
function findChanges(): { readonly edit: Edit; readonly head: Lock }[] {
  return editsOf(facts).flatMap((edit) => {
    const head = edited(facts, [edit])
    return head ? [{ edit, head }] : []
  })
}

test('of every fact of the lock, a review says what a change opens, breaks or loses, and what its reverse does', async () => {
  const bySort = Map.groupBy(changes, ({ edit }) => sortOf(edit))
  const blocks = [...bySort.values()].flatMap(([first]) => {
    if (!first) return []
    const { edit, head } = first
    const [there, back] = [linesOf(base, head), linesOf(head, base)]
    const lines = [...there, ...back.map((line) => `back, ${line}`)]
    return [
      [`${edit.path.join(' / ')}: ${edit.what}`, ...(lines.length > 0 ? folded(lines) : ['nothing'])].join('\n  '),
    ]
  })
  await expect(`${blocks.join('\n')}\n`).toMatchFileSnapshot('../golden/review-of-every-fact.txt')
})

/** Folds what is said of several roles into one line. */
function folded(lines: readonly string[]): string[] {
  const caller = /(?<=: )(?:\w+)(?= (?:gains|loses) (?!the permission))/
  const groups = Map.groupBy(lines, (line) => line.replace(caller, '<who>'))
  return [...groups].map(([line, same]) => line.replace('<who>', same.map((one) => caller.exec(one)?.[0]).join(', ')))
}

/** Changes that a review does not tell by themselves, by the reason. */
const SILENT: Readonly<Record<string, RegExp>> = {
  'an order that means nothing: the compiler sorts it': /: another order$/,
  'told with the languages of the content': /^collections \/ \w+ \/ fields \/ publishedLocales(?:\.of| \/ )/,
  'told with the migration that follows': /^(?:collections \/ \w+ \/ indexes|collections \/ \w+ \/ fields \/ [^/]+@)/,
  'told with the code of the plugin':
    /^(?:code \/ (?:hooks|plugins) \/ [^/]+: (?:gone|new)|code \/ hooks|routes \/ .+ \/ plugin)/,
  'told with the collection': /^routes \/ \/(?:api|other)\/bare.*(?:\/ access|: gone|: new)/,
  'about the lock itself': /^lockFormat/,
  'of a role or a caller that there is not':
    /^(?:roleLocales \/ other|.+(?:access|read|write|versions)(?: \/ \w+)?: one more)/,
}

test('a review is silent about nothing but what is told elsewhere', () => {
  const silent = changes
    .filter(({ head }) => linesOf(base, head).length === 0)
    .map(({ edit }) => `${edit.path.join(' / ')}: ${edit.what}`)
  expect(silent.filter((change) => !Object.values(SILENT).some((pattern) => pattern.test(change)))).toEqual([])
})

test.each<[what: string, change: (text: string) => string, message: RegExp]>([
  ['merge conflicts', (text) => `<<<<<<< ours\n${text}`, /merge conflict markers/],
  ['a newer format', (text) => text.replace('"lockFormat":1', '"lockFormat":99'), /format 99/],
  ['an edit by hand', (text) => text.replace('"drafts":false', '"drafts":"maybe"'), /collections\.bare\.drafts/],
  ['words', () => 'nonsense', /was not written by/],
])('a lock with %s is not read', (_what, change, message) => {
  const outcome = readLock(change(JSON.stringify(facts)))
  expect('finding' in outcome ? outcome.finding.message : '').toMatch(message)
})

const RUNS = shareOfRuns(100)

test('of several changes at once each is named as if it were alone, and nothing else; the gravest first; and all of it is printed', () => {
  const all = changes.filter(({ edit }) => !isOfAll(edit))
  fc.assert(
    fc.property(fc.subarray(all, { minLength: 2, maxLength: 12 }), (chosen) => {
      const apart = chosen.filter(
        ({ edit }, index) => !chosen.slice(0, index).some((other) => isTogether(edit, other.edit)),
      )
      const head = edited(
        facts,
        apart.map(({ edit }) => edit),
      )
      if (!head) throw new Error('the lock cannot be read')
      const review = reviewOf(base, head)
      const lines = changesOf(review).map(lineOf)
      expect(lines.toSorted()).toEqual([...new Set(apart.flatMap((one) => linesOf(base, one.head)))].sort())
      for (const part of [review.api, review.access, review.settings]) {
        const grades = part.map((change) => CLASSES.indexOf(change.class))
        expect(grades).toEqual(grades.toSorted((a, b) => a - b))
      }
      const text = textOf(review, head)
      expect([...review.api, ...review.settings].filter(({ message }) => !text.includes(message))).toEqual([])
    }),
    { seed: 37, numRuns: RUNS },
  )
})

/** Facts that concern all others: what a role can do is told of each role, and a format of the lock is not compared. */
function isOfAll({ path }: Edit): boolean {
  return ['name', 'roles', 'lockFormat'].includes(path[0] ?? '')
}

/** Changes that touch one another are one change for a review. */
function isTogether(a: Edit, b: Edit): boolean {
  const [one, other] = [groupOf(a), groupOf(b)]
  return one.startsWith(other) || other.startsWith(one) || isOfOneStory(a, b) || isOfOneStory(b, a)
}

/** Changes of different facts that a review tells in one sentence. */
const STORIES: readonly (readonly [RegExp, RegExp])[] = [
  // Who reads a field depends on who reads its collection.
  [/^collections \/ (\w+) \/ access/, /^collections \/ (\w+) \/ fields/],
  // Who publishes without drafts depends on who writes.
  [/^collections \/ (\w+) \/ drafts/, /^collections \/ (\w+) \/ access/],
  // A new route may replace a removed one.
  [/^routes \/ \S+ (\w+)$/, /^routes \/ \S+ (\w+)$/],
  // Routes and parameters that a collection loses follow from its options.
  [/^collections \/ (\w+)/, /^routes \/ \/api\/(\w+)/],
  // Websites that send cookies are named with those that may call the API.
  [/^cors/, /^cors/],
  // What a plugin's code decides depends on its hooks, routes and services.
  [/^(code) /, /^(?:hooks|plugins|routes) \//],
  // A plugin that goes takes its routes with it.
  [/^plugins \/ \w+$/, /^routes/],
  // A setting is told by environment.
  [/^(environments) \/ \w+$/, /^plugins \/ \w+ \/ (?:settings|environments)/],
]

function isOfOneStory(a: Edit, b: Edit): boolean {
  const [one, other] = [a.path.join(' / '), b.path.join(' / ')]
  return STORIES.some(([first, second]) => {
    const [of, partner] = [first.exec(one), second.exec(other)]
    return of !== null && partner !== null && (partner[1] === undefined || partner[1] === of[1])
  })
}

test('of two changes that a review tells in one sentence, none hides what the other opens or loses', () => {
  const first = [...Map.groupBy(changes, ({ edit }) => sortOf(edit)).values()].flatMap(([one]) => one ?? [])
  const pairs = first.flatMap((one) =>
    (isOfAll(one.edit) ? first : changes)
      .filter(({ edit }) => edit.path.join() !== one.edit.path.join()) // of two values of one fact, the second counts
      .filter(({ edit }) => (isOfAll(one.edit) && one.edit.path[0] !== edit.path[0]) || isOfOneStory(one.edit, edit))
      .map((other) => [one, other] as const),
  )
  const hidden = pairs.flatMap(([one, other]) => {
    const head = edited(facts, [one.edit, other.edit])
    if (!head) return []
    const together = changesOf(reviewOf(base, head))
    const lost = [
      ...(takesAway(other.edit) ? [] : linesBeside(one.head, together)),
      ...(takesAway(one.edit) ? [] : linesBeside(other.head, together)),
    ]
    return lost.map((line) => `${nameOf(one.edit)} + ${nameOf(other.edit)}: ${line}`)
  })
  expect(hidden).toEqual([])
})

const changesAlone = new Map<Lock, readonly Change[]>()

/** Returns what a change alone says, and the changes together do not tell. */
function linesBeside(alone: Lock, together: readonly Change[]): string[] {
  const changes = changesAlone.get(alone) ?? changesOf(reviewOf(base, alone))
  changesAlone.set(alone, changes)
  return changes.filter((change) => !together.some((item) => tells(item, change))).map(lineOf)
}

/** Tells whether a change leaves nothing to tell of what is inside: it is gone, or nobody reads it any more. */
function takesAway({ path, what, to }: Edit): boolean {
  return (what === 'gone' && path.length === 2) || to === 'nobody'
}

/** Tells whether a change is at least as grave as another one, of the same subject or of what it belongs to. */
function tells(change: Change, other: Change): boolean {
  const isGraver = CLASSES.indexOf(change.class) <= CLASSES.indexOf(other.class)
  return isGraver && (change.subject === other.subject || other.subject.startsWith(`${change.subject}.`))
}

function nameOf({ path, what }: Edit): string {
  return `${path.join(' / ')}: ${what}`
}

/** Options of a field that are told together, and with what is inside of it. */
const COUPLED = new Set(['type', 'required', 'default', 'hidden', 'readOnly', 'read', 'write'])

/** The thing that a change is about, with all that is told together with it. */
function groupOf({ path, what }: Edit): string {
  const [section = '', name = '', part = ''] = path
  const isWhole = path.length === 2 && (what === 'gone' || what === 'new')
  const field = path[3]?.replace(/[.@].*/, '')
  if (section === 'code' || section === 'hooks') return 'code/'
  if (section === 'locales') return 'locales/'
  const isAlone = path.length > 4 && !COUPLED.has(path[4] ?? '')
  if (section === 'collections' && !isWhole && part === 'fields')
    return `${section}/${name}/fields/${field}/${isAlone ? `${path.slice(3).join('/')}/` : ''}`
  if (section === 'plugins' && part === 'settings') return path.slice(0, 4).join('/')
  return `${path.slice(0, isWhole ? 2 : 3).join('/')}/`
}

function textOf(review: ReturnType<typeof reviewOf>, head: Lock): string {
  const plain = {
    heading: (text: string) => text,
    dim: (text: string) => text,
    ofClass: (_: string, text: string) => text,
  }
  const compared = { name: 'site', base: { ref: 'main', commit: null, hasLock: true } }
  const circumstances = { head, chain: [], stale: [], rows: null, proven: null, version: '0123456789ab' }
  return printReviewText(reportOf(review, compared, circumstances), plain)
}
