import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { median, printTable } from './print.ts'

const run = promisify(execFile)
const RUNS = 3

/**
 * Measures `cms build`, including the start of the process, for projects of 5, 50 and 500 collections with 20 fields
 * each.
 */
export async function benchBuild(): Promise<void> {
  const rows: string[][] = []
  for (const collections of [5, 50, 500]) {
    const project = await makeProject(collections)
    const first = await timeBuild(project)
    const again: number[] = []
    for (let round = 0; round < RUNS; round += 1) again.push(await timeBuild(project))
    rows.push([`${collections} × 20 fields`, `${first.toFixed(2)} s`, `${median(again).toFixed(2)} s`])
    await rm(project, { recursive: true })
  }
  printTable('cms build, whole process', ['collections', 'first', 'nothing changed'], rows)
}

async function timeBuild(project: string): Promise<number> {
  const began = performance.now()
  await run(process.execPath, [resolve('src/cli/cms.js'), 'build'], { cwd: project })
  return (performance.now() - began) / 1000
}

/** Creates a project in a temporary folder, with the field types that need no plugin. */
export async function makeProject(count: number): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), 'lintel-bench-'))
  await mkdir(join(project, 'collections'))
  await symlink(resolve('node_modules'), join(project, 'node_modules'))
  await writeFile(join(project, 'package.json'), '{ "type": "module" }\n')
  const names = Array.from({ length: count }, (_, index) => `kind_${index}`)
  for (const name of names)
    await writeFile(join(project, 'collections', `${name}.ts`), collection(name, names[0] ?? name))
  await writeFile(join(project, 'cms.config.ts'), config(names))
  return project
}

function collection(name: string, target: string): string {
  const fields = [
    `title: field.string({ required: true, max: 200 })`,
    `slug: field.slug({ from: 'title', unique: true })`,
    `body: field.richText()`,
    `parent: field.reference('${target}')`,
    `related: field.references('${target}')`,
    `published: field.boolean({ default: false })`,
    `rank: field.number({ integer: true, default: 0 })`,
    `day: field.date()`,
    `moment: field.datetime()`,
    `kind: field.select({ options: ['one', 'two'] })`,
    `extra: field.json()`,
    `seo: field.group({ fields: { title: field.string(), description: field.text() } })`,
    ...Array.from({ length: 8 }, (_, index) => `note${index}: field.string({ max: 500, index: false })`),
  ]
  return `import { defineCollection, field } from 'lintel'

export default defineCollection({
  name: '${name}',
  drafts: true,
  search: ['title'],
  fields: {
    ${fields.join(',\n    ')},
  },
})
`
}

function config(names: readonly string[]): string {
  return `import { defineConfig } from 'lintel'
${names.map((name) => `import ${name} from './collections/${name}.ts'`).join('\n')}

export default defineConfig({
  name: 'bench',
  collections: [${names.join(', ')}],
  environments: { development: {} },
})
`
}
