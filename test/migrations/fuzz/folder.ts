import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '../../../src/compile/compile.ts'
import { LOCK_FILE } from '../../../src/compile/schema/files/lock-format.ts'
import { type MigrationFile, parseMigration } from '../../../src/compile/schema/files/migration-file.ts'
import { readText, writeTexts } from '../../../src/compile/write-outputs.ts'
import { makeProject } from '../../compile/project.ts'
import type { BuiltProject } from './check-pair.ts'
import { asInFiles, configOf } from './declare.ts'
import type { PluginModel, ProjectModel } from './project-model.ts'

const FOLDER = 'migrations/'

/** A project in a folder, with a config to evaluate and a lock, that is built as by `cms build`. */
export function projectInFolder(): BuiltProject & { dispose(): void } {
  const project = makeProject({ 'collections/posts.ts': null, 'collections/authors.ts': null })
  let files: readonly MigrationFile[] = []
  let sealed = new Set<string>()
  let lock: string | null = null
  const history = () => ({
    files,
    seal: () => ({
      isSealed: (file: MigrationFile) => sealed.has(file.name),
      compare: () => 'unknown' as const,
      notesPending: false,
      noted: [],
    }),
    locks: () => (lock === null ? [] : [lock]),
  })
  return {
    get files() {
      return files
    },
    set files(given) {
      files = given
      rmSync(join(project.root, LOCK_FILE), { force: true })
    },
    build: async (stage) => {
      project.write(filesOf(stage))
      const { outputs, removed, diagnostics, schema } = await compile({ root: project.root, history: history() })
      const written = [...outputs].filter(([path]) => path.startsWith(FOLDER))
      const made = written.map(([path, text]) => parseMigration(path.slice(FOLDER.length), text))
      const gone = new Set([...removed.map((path) => path.slice(FOLDER.length)), ...made.map(({ name }) => name)])
      files = [...files.filter(({ name }) => !gone.has(name)), ...made]
      writeTexts(project.root, new Map([...outputs].filter(([path]) => path === LOCK_FILE)))
      return { findings: diagnostics.filter(({ severity }) => severity === 'error'), files: new Map(written), schema }
    },
    seal: () => {
      sealed = new Set(files.map(({ name }) => name))
      lock = readText(join(project.root, LOCK_FILE))
    },
    remember: () => {
      const built = { files, text: readText(join(project.root, LOCK_FILE)) ?? '' }
      return () => {
        files = built.files
        writeTexts(project.root, new Map([[LOCK_FILE, built.text]]))
      }
    },
    dispose: () => project.dispose(),
  }
}

/** The files of a project, by path. */
export function filesOf(stage: ProjectModel): Readonly<Record<string, string>> {
  return { 'cms.config.ts': configText(stage), 'library.ts': pluginText(stage.plugin) }
}

function configText(stage: ProjectModel): string {
  const config = { ...configOf(stage), name: 'site', environments: { development: {} }, collections: asInFiles(stage) }
  return `import { defineConfig } from 'lintel'
import library from './library.ts'

export default defineConfig({ ...${JSON.stringify(config)}, plugins: [library()] })
`
}

/** A plugin with the table of media, and one of its own where it has columns. */
function pluginText({ columns, unique }: PluginModel): string {
  const made = columns.map(({ name, type, required }) => {
    return `${name}: ${type}('${name}')${required ? `.notNull().default(${type === 'text' ? "'1'" : 1})` : ''}`
  })
  const keys = unique ? ", (table) => [uniqueIndex('gadgets_words').on(table.words)]" : ''
  const gadgets = `sqliteTable('gadgets', { id: text('id').primaryKey(), ${made.join(', ')} }${keys})`
  return `import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { definePlugin } from 'lintel'
import * as z from 'zod'

const media = sqliteTable('media', { id: text('id').primaryKey(), name: text('name') })

export default definePlugin({
  name: 'library',
  version: '1.0.0',
  data: {
    targets: { media: { schema: z.object({ id: z.string() }), read: async () => new Map(), shows: { media: ['id'] } } },
    tables: { media${columns.length > 0 ? `, gadgets: ${gadgets}` : ''} },
  },
})
`
}
