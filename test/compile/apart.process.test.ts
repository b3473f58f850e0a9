import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { passedLimit, processorTime } from '../../src/compile/apart/deadline.ts'
import { compile, createCompiler } from '../../src/compile/index.ts'
import { makeProject, type TestProject } from './project.ts'

const projects: TestProject[] = []
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose()
})

/** A project whose collection begins with this code, from its second line on. */
function project(code: string, files: Readonly<Record<string, string>> = {}): TestProject {
  const made = makeProject({ 'collections/posts.ts': posts(code), ...files })
  projects.push(made)
  return made
}

function posts(code: string): string {
  return `import { defineCollection, field } from 'lintel'
${code}
export default defineCollection({ name: 'posts', fields: { title: field.string() } })
`
}

const POSTS = 'collections/posts.ts'

/** Each finding as `code file:line`. */
async function mistakesOf(made: TestProject): Promise<string[]> {
  const { diagnostics, outputs } = await compile(made)
  expect(outputs.size).toBe(0)
  return diagnostics.map(({ code, file, line }) => `${code} ${file}${line === null ? '' : `:${line}`}`)
}

const OUTSIDE = join(tmpdir(), `lintel-outside-${process.pid}`)

describe('a config that does more than declare', () => {
  it.each([
    ['writes a file', `import fs from 'node:fs'\ntry { fs.writeFileSync('${OUTSIDE}', '') } catch {}`, 3],
    ['writes a database', `import { DatabaseSync } from 'node:sqlite'\nnew DatabaseSync('${OUTSIDE}')`, 3],
    ['starts a program', "import { execSync } from 'node:child_process'\nexecSync('id')", 3],
    ['starts a worker', "import { Worker } from 'node:worker_threads'\nnew Worker('1', { eval: true })", 3],
    ['reads the machine', "import { readFileSync } from 'node:fs'\nreadFileSync('/etc/passwd')", 3],
    ['looks for a file', "import { existsSync } from 'node:fs'\ntry { existsSync('/etc/passwd') } catch {}", 3],
    ['reads secrets', "import fs from 'node:fs'\nfs.readFileSync(new URL('../.dev.vars', import.meta.url))", 3],
    ['fetches', "await fetch('http://127.0.0.1:1/')", 2],
    ['connects', "import { connect } from 'node:net'\nconnect(1, '127.0.0.1')", 3],
    ['asks for a name', "import { lookup } from 'node:dns/promises'\nawait lookup('localhost').catch(() => {})", 3],
    ['ends the process', 'process.exit(0)', 2],
  ])('%s: is told where, and nothing comes of it', async (_does, code, line) => {
    const made = project(code, { '.dev.vars': 'JWT_SECRET=1' })
    const before = readdirSync(made.root)
    expect(await mistakesOf(made)).toEqual([`config-reaches-out ${POSTS}:${line}`])
    expect(readdirSync(made.root)).toEqual(before)
    expect(existsSync(OUTSIDE)).toBe(false)
  })

  it.each([
    ['a function of JSON', "JSON.stringify = () => '{}'"],
    ['a method of lists', 'Array.prototype.map = function () { return this }'],
    ['a method of texts', "Object.defineProperty(String.prototype, 'replaceAll', { value: () => 'x' })"],
  ])('replaces %s: is told where', async (_what, code) => {
    expect(await mistakesOf(project(code))).toEqual([`config-replaces ${POSTS}:2`])
  })

  it('changes what this package exports: the compiler has its own', async () => {
    const made = project(`import { fieldTypes } from 'lintel'
Object.assign(fieldTypes.string, { storage: 'json', typescript: () => 'never', operators: [] })`)
    const plain = await compile(project(''))
    const changed = await compile(made)
    expect(changed.diagnostics).toEqual([])
    for (const path of ['cms.lock.json', '.cms/types.d.ts', '.cms/tables.ts', 'migrations/0001_initial.sql']) {
      expect(withoutLines(changed.outputs.get(path)), path).toBe(withoutLines(plain.outputs.get(path)))
    }
  })

  it('imports a value through more modules than Node can follow: is told what to do', async () => {
    const last = 2_399
    const chain = Array.from({ length: last + 1 }, (_, index) => [
      `chain/${index}.ts`,
      index === last ? 'export const label = "Posts"\n' : `export * from './${index + 1}.ts'\n`,
    ])
    const made = project(`import { label } from '../chain/0.ts'\nvoid label`, Object.fromEntries(chain))
    expect(await mistakesOf(made)).toEqual(['config-threw cms.config.ts'])
  })

  it('waits for ever: is told where, at once', async () => {
    expect(await mistakesOf(project('\nawait new Promise(() => {})'))).toEqual([`config-hangs ${POSTS}:3`])
  })

  it.each([
    ['has used little while the machine was busy', 3, 119, null],
    ['has worked too long', 20, 21, 'processor'],
    ['waits', 0.2, 120, 'wall'],
    ['works where nobody counts', null, 119, null],
    ['works or waits where nobody counts', null, 120, 'wall'],
  ])('%s: is late by its own work, or by much', (_what, used, elapsed, limit) => {
    expect(passedLimit(used, elapsed)).toBe(limit)
  })

  it('has its processor time counted, as the system does', () => {
    const [before, own] = [processorTime(process.pid) ?? 0, process.cpuUsage()]
    while (process.cpuUsage(own).user < 300_000);
    const { user, system } = process.cpuUsage(own)
    expect((processorTime(process.pid) ?? 0) - before).toBeCloseTo((user + system) / 1e6, 1)
    expect(processorTime(undefined)).toBeNull()
  })

  it('never ends: is told where, and is evaluated again when it is mended', async () => {
    const made = project('let count = 0\nfor (;;) count += 1')
    const compiler = createCompiler(made)
    const [{ code, file, line } = {}] = (await compiler.compile()).diagnostics
    expect({ code, file, line }).toEqual({ code: 'config-hangs', file: POSTS, line: 3 })
    made.write({ [POSTS]: posts('') })
    expect((await compiler.compile()).diagnostics).toEqual([])
  })

  it('throws when nobody waits: is told where', async () => {
    const later = "setTimeout(() => { throw new Error('late') })\nawait new Promise((done) => setTimeout(done, 1000))"
    expect(await mistakesOf(project(later))).toEqual([`config-threw ${POSTS}:2`])
  })

  it('prints: a warning, and no more', async () => {
    const { diagnostics, manifest } = await compile(project("console.log('everything is fine')"))
    expect(diagnostics.map(({ code, severity, line }) => ({ code, severity, line }))).toEqual([
      { code: 'config-prints', severity: 'warning', line: 2 },
    ])
    expect(manifest?.name).toBe('site')
  })
})

/** A project whose collection has the description that this expression makes, in its second line. */
function describing(expression: string): TestProject {
  return project('', {
    [POSTS]: `import { defineCollection, field } from 'lintel'
const description = String(${expression})
export default defineCollection({ name: 'posts', description, fields: { title: field.string() } })
`,
  })
}

describe('a config that reads what differs elsewhere', () => {
  it.each([
    'Date()',
    'process.hrtime.bigint()',
    'performance.timeOrigin + Date.now()',
    'process.platform',
    'process.argv[2]',
    'process.version',
    'process.env.SITE',
    "'SITE' in process.env",
    'Object.keys(process.env)',
    'new Date(0).getHours()',
    'new Date(2020, 0, 1).toISOString()',
    'String(new Date(0))',
    "new Intl.DateTimeFormat('en').format(0)",
    'new Intl.NumberFormat().format(1234.5)',
    'navigator.language',
    "'z'.localeCompare('t')",
    "(await import('node:os')).hostname()",
    "(await import('node:os')).cpus().length",
    "(await import('node:crypto')).randomBytes(4)",
    'crypto.getRandomValues(new Uint8Array(4))',
    "eval('Date.now()')",
    "process.platform === 'darwin'",
    "Number(process.version.slice(1).split('.')[0]) > 24",
    "(await import('node:os')).cpus().length > 1",
    "(await import('node:dns')).getServers()",
    "new Intl.DateTimeFormat('en', { year: 'numeric' }).format()",
    "new Intl.DateTimeFormat('en').formatToParts().length && new (new Date(0).constructor)().toISOString()",
  ])('%s: is told where', async (expression) => {
    expect(await mistakesOf(describing(expression))).toEqual([`impure-config ${POSTS}:2`])
  })

  it.each([
    ['a name that is imported', "(await import('node:process')).platform", 'on another machine'],
    ['a text without a zone', "new Date('2020-01-01T00:00').toISOString()", 'in another time zone'],
    ['a counter', '(globalThis.count = (globalThis.count ?? 0) + 1)', 'each time the config is evaluated'],
  ])('%s, which nobody sees being read: is told where the value stands', async (_what, expression, when) => {
    const { diagnostics } = await compile(describing(expression))
    expect(diagnostics.map(({ code, line, message }) => ({ code, line, message }))).toEqual([
      { code: 'impure-config', line: 3, message: `This value is different ${when}, so two builds would differ.` },
    ])
  })

  it('reads it for something that it does not declare: that is its own affair', async () => {
    const reading = ['Date.now()', 'Math.random()', 'process.env.CI', 'process.platform', 'new Date(0).getHours()']
    const made = project(`export const read = [${reading.join()}]`)
    expect((await compile(made)).diagnostics).toEqual([])
  })

  it('ends or throws elsewhere only: is told what it reads', async () => {
    const made = project("if (process.env.CI !== undefined) throw new Error('not here')")
    expect(await mistakesOf(made)).toEqual([`impure-config ${POSTS}:2`])
  })

  it('a library that is asked for a random value: is told where the project asks', async () => {
    const made = describing("(await import('dice')).id()")
    expect(await mistakesOf(withPackage(made, 'export const id = () => Math.random()'))).toEqual([
      `impure-config ${POSTS}:2`,
    ])
  })

  it('a library that takes one while it is loaded: it is the same one everywhere', async () => {
    const made = project('')
    made.write({
      [POSTS]: `import { defineCollection, field } from 'lintel'
import { id } from 'dice'
export default defineCollection({ name: 'posts', description: id, fields: { title: field.string() } })
`,
    })
    withPackage(
      made,
      "import { randomUUID } from 'node:crypto'\nexport const id = [randomUUID(), Math.random(), Date.now()].join()",
    )
    const other = makeProject({ [POSTS]: null })
    projects.push(other)
    const described = async () => (await compile(made)).manifest?.collections[0]?.description
    const first = await described()
    // Two others take the place of the process that was kept.
    await Promise.all([compile(other), compile(project(''))])
    made.write({ 'a-new-file.txt': '' })
    expect(await described()).toBe(first)
    expect(first).toMatch(/^[0-9a-f-]{36},0\.\d+,0$/)
  })

  it('a value that stands at two places: each of them is compared', async () => {
    const made = project('', {
      [POSTS]: `import { defineCollection, field } from 'lintel'
const open = { roles: ['author'] }
const update = process.platform === 'linux' ? open : { roles: ['editor'] }
export default defineCollection({ name: 'posts', access: { read: open, update }, fields: { title: field.string() } })
`,
    })
    expect(await mistakesOf(made)).toEqual([`impure-config ${POSTS}:3`])
  })

  it('the order of fields: is told where', async () => {
    const made = project('', {
      [POSTS]: `import { defineCollection, field } from 'lintel'
const [first, second] = process.platform === 'linux' ? ['title', 'text'] : ['text', 'title']
export default defineCollection({ name: 'posts', fields: { [first]: field.string(), [second]: field.string() } })
`,
    })
    expect(await mistakesOf(made)).toEqual([`impure-config ${POSTS}:2`])
  })

  it('a module that is evaluated only once: it finds the same machine everywhere', async () => {
    const made = project('', {
      'facts.cjs':
        "const os = require('node:os')\nmodule.exports = [os.hostname(), process.version, os.cpus().length, 'a\\nb'.split(os.EOL).length].join()\n",
      [POSTS]: `import { defineCollection, field } from 'lintel'
import description from '../facts.cjs'
export default defineCollection({ name: 'posts', description, fields: { title: field.string() } })
`,
    })
    const { diagnostics, manifest } = await compile(made)
    expect([diagnostics, manifest?.collections[0]?.description]).toEqual([[], 'build,v22.18.0,1,2'])
  })

  it('its own folder, in what it declares: is told where', async () => {
    const made = project('')
    made.write({
      [POSTS]: `import { defineCollection, field } from 'lintel'
export default defineCollection({
  name: 'posts',
  fields: { title: field.string({ help: \`see \${import.meta.dirname}\` }) },
})
`,
    })
    expect(await mistakesOf(made)).toEqual([`impure-config ${POSTS}:4`])
  })

  it('a folder whose path only begins or ends like its own is another one', async () => {
    const made = project('')
    const help = [`${made.root}-prod/app`, `${made.root}2`, `/srv${made.root}`, `see ${made.root}.old`].join(' ')
    const declared = (text: string) => ({
      [POSTS]: `import { defineCollection, field } from 'lintel'
export default defineCollection({ name: 'posts', fields: { title: field.string({ help: ${JSON.stringify(text)} }) } })
`,
    })
    made.write(declared(help))
    expect((await compile(made)).diagnostics).toEqual([])
    for (const own of [made.root, `in ${made.root}.`, `path=${made.root}/app`]) {
      made.write(declared(own))
      expect(await mistakesOf(made)).toEqual([`impure-config ${POSTS}:2`])
    }
  })
})

describe('a config that reads its own project', () => {
  it('may, files beside it and packages', async () => {
    const made = project(
      "import { readFileSync } from 'node:fs'\nreadFileSync(new URL('../words.txt', import.meta.url), 'utf8')",
      {
        'words.txt': 'words',
      },
    )
    expect((await compile(made)).diagnostics).toEqual([])
  })

  it('but not by way of a link that leads out of it', async () => {
    const made = project(
      "import { readFileSync } from 'node:fs'\nreadFileSync(new URL('../words.txt', import.meta.url), 'utf8')",
    )
    symlinkSync('/etc/passwd', join(made.root, 'words.txt'))
    expect(await mistakesOf(made)).toEqual([`config-reaches-out ${POSTS}:3`])
  })
})

describe('packages that are links', () => {
  it('are read once they are there, with what is installed beside them, as in a repository of several packages', async () => {
    const store = mkdtempSync(join(tmpdir(), 'lintel-store-'))
    const put = (path: string, text: string) => {
      mkdirSync(dirname(join(store, path)), { recursive: true })
      writeFileSync(join(store, path), text)
    }
    const described = (name: string) => `{ "name": "${name}", "type": "module", "exports": "./index.js" }`
    put('node_modules/words/package.json', described('words'))
    put('node_modules/words/index.js', "export { word } from 'tiny'\n")
    put('node_modules/tiny/package.json', described('tiny'))
    put('node_modules/tiny/index.js', "export const word = 'title'\n")
    const made = project('')
    expect((await compile(made)).diagnostics).toEqual([])
    made.write({
      'collections/posts.ts': posts("import { word } from 'words'\nif (word !== 'title') throw new Error(word)"),
    })
    rmSync(join(made.root, 'node_modules'))
    mkdirSync(join(made.root, 'node_modules'))
    symlinkSync(join(store, 'node_modules/words'), join(made.root, 'node_modules/words'))
    try {
      expect((await compile(made)).diagnostics).toEqual([])
    } finally {
      rmSync(store, { recursive: true })
    }
  })

  it('are read from a folder that is only about to be made', async () => {
    const made = project('')
    const overlay = new Map([
      ['plugins/one/name.ts', "export const title = 'title'\n"],
      [
        'collections/posts.ts',
        posts("import { title } from '../plugins/one/name.ts'\nif (title !== 'title') throw title"),
      ],
    ])
    const { diagnostics } = await compile({ root: made.root, overlay })
    expect(diagnostics).toEqual([])
  })
})

/** Puts a package into the project itself, since the repository's are shared. */
function withPackage(made: TestProject, source: string): TestProject {
  made.write({
    'collections/node_modules/dice/package.json': '{ "name": "dice", "type": "module", "exports": "./index.js" }',
    'collections/node_modules/dice/index.js': source,
  })
  return made
}

function withoutLines(text = ''): string {
  return text.replaceAll(/posts\.ts:\d+/g, 'posts.ts')
}
