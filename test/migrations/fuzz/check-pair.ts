import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { factsAfter } from '../../../src/compile/schema/files/facts-after.ts'
import type { MigrationFile } from '../../../src/compile/schema/files/migration-file.ts'
import { replay } from '../../../src/compile/schema/files/replay.ts'
import { isLarge } from '../../../src/compile/schema/files/replay-in-parts.ts'
import { modelSchema } from '../../../src/compile/schema/model/model.ts'
import type { PluginTables } from '../../../src/compile/schema/model/plugin-tables.ts'
import { describeFailure } from '../../../src/compile/schema/proof/blame.ts'
import type { Proof, ProofSource } from '../../../src/compile/schema/proof/proof.ts'
import { proveChain } from '../../../src/compile/schema/proof/prove-chain.ts'
import { partOf } from '../../../src/compile/schema/proof/prove-migration.ts'
import { isSameSchema } from '../../../src/compile/schema/sql/canonical.ts'
import { factsOf } from '../../../src/compile/schema/steps/facts.ts'
import type { Schema } from '../../../src/manifest/index.ts'
import * as core from '../../../src/runtime/database/tables.ts'
import { loweredIn } from '../../compile/schema/lowered.ts'
import type { Stage } from '../../compile/schema/planned.ts'
import { ProjectHistory } from '../../compile/schema/project.ts'
import { type Compared, checkRows } from './check-rows.ts'
import { asInFiles, configOf, declared } from './declare.ts'
import type { Draw } from './draw.ts'
import { evolved } from './evolve.ts'
import { evolvedOnce } from './evolve-once.ts'
import { declaredLocales, inLocales } from './locales.ts'
import { type FieldModel, firstProject, type PluginModel, type ProjectModel } from './project-model.ts'
import { sampledTypes } from './sample-types.ts'

const COPIES = [core.contentVersions, core.contentDrafts, core.contentDraftVersions, core.contentTrash]

/** Those of the tables of every service that documents have to do with: renames look through all that there are. */
export const CORE: readonly PluginTables[] = [
  {
    owner: 'plugin:core',
    tables: [
      core.content,
      core.contentCounts,
      core.contentGenerations,
      core.users,
      ...COPIES,
      core.contentTrashReferences,
    ],
  },
]

/** A project, and the same later, at times twice. */
export type Stages = readonly ProjectModel[]

export function makeStages(draw: Draw): Stages {
  const first = firstProject(draw)
  // A change that is made alone meets nothing that another one has brought along.
  const second = draw.once(2) ? evolvedOnce(first, draw) : evolved(first, draw)
  return draw.once(4) ? [first, second, evolved(second, draw)] : [first, second]
}

/** A project that is built again and again, whose migrations git has once they are sealed. */
export interface BuiltProject {
  files: readonly MigrationFile[]
  build(stage: ProjectModel): Build | Promise<Build>
  seal(): void
  /** Remembers what is built: the answer brings it back. */
  remember(): () => void
}

export interface Build {
  /** Mistakes. */
  readonly findings: readonly { readonly code: string; readonly message: string; readonly hint?: string | null }[]
  /** Migrations that it writes, by path. */
  readonly files: ReadonlyMap<string, string>
  /** Schema of the database that it aims at; `null` where there are mistakes. */
  readonly schema: Schema | null
}

/** A project without files, of which only the database is built. */
export function projectInMemory(): BuiltProject {
  const history = new ProjectHistory(CORE)
  return {
    get files() {
      return history.files
    },
    set files(files) {
      history.files = [...files]
    },
    build: (stage) => {
      const tables = [pluginTables(stage.plugin)]
      const { findings, files } = history.build(declared(stage), configOf(stage), tables)
      return { findings, files, schema: modelSchema(loweredStage(stage), [...CORE, ...tables]) }
    },
    seal: () => history.seal(),
    remember: () => {
      const { files } = history
      return () => {
        history.files = files
      }
    },
  }
}

/**
 * Builds each stage on top of the one before, and checks what a build promises.
 * @throws Error that says in words which promise is broken.
 */
export async function checkStages(
  stages: Stages,
  compared: Compared = { rows: 0, values: 0, versions: 0 },
): Promise<Proof> {
  const project = projectInMemory()
  for (const [index, stage] of stages.entries()) {
    const built = await project.build(stage)
    // What cannot be told apart from the trace of an earlier rename is refused, or left as it is.
    const isAmbiguous = repeatsRename(stages.slice(0, index), stage)
    if (isAmbiguous && built.findings.some(isDoubt)) return checkRowsOf(project, stages.slice(0, index), compared)
    await checkBuilt(project, stage, built)
    if (isAmbiguous) return checkRowsOf(project, stages.slice(0, index), compared)
  }
  return checkRowsOf(project, stages, compared)
}

/** Commits what a build has made of a stage, and checks that it is all there is to do. */
export async function checkBuilt(project: BuiltProject, stage: ProjectModel, built: Build): Promise<void> {
  requireSound(built)
  const pending = textsOf(project)
  requireSound(await project.build(stage))
  if (textsOf(project) !== pending) fail(`a second build before the commit writes ${textsOf(project)}`)
  project.seal()
  const again = await project.build(stage)
  requireSound(again)
  if (again.files.size > 0) fail(`a second build plans ${[...again.files.keys()].join(', ')}`)
  checkReplay(project, stage, built.schema)
}

function textsOf({ files }: BuiltProject): string {
  return files.map(({ name, text }) => `${name}\n${text}`).join('\n')
}

function requireSound({ findings }: Build): void {
  if (findings.length > 0) fail(findings.map(({ message, hint }) => `${message}: ${hint}`).join('; '))
}

/** Inside a field, and where its heir is of another type, the name that came back is told of as one that goes. */
const DOUBTS = ['rename-made-before', 'drop-unacknowledged', 'loss-unacknowledged']

function isDoubt({ code }: { readonly code: string }): boolean {
  return DOUBTS.includes(code)
}

function repeatsRename(earlier: Stages, stage: ProjectModel): boolean {
  const done = new Set(earlier.flatMap(renamesIn))
  return renamesIn(stage).some((rename) => done.has(rename))
}

/** `1.title<headline` for a field of the collection with id 1, `1.seo.title<headline` inside one, `posts<news` for a collection. */
function renamesIn({ collections }: ProjectModel): string[] {
  return collections.flatMap(({ id, name, renamedFrom, fields }) => [
    ...(renamedFrom === undefined ? [] : [`${name}<${renamedFrom}`]),
    ...fields.flatMap((item) => renamesBelow(String(id), item)),
  ])
}

function renamesBelow(
  path: string,
  { name, renamedFrom, fields = [], item, blocks = [], choices }: FieldModel,
): string[] {
  const own = `${path}.${name}`
  return [
    ...(renamedFrom === undefined ? [] : [`${own}<${renamedFrom}`]),
    ...fields.flatMap((inner) => renamesBelow(own, inner)),
    ...(item ? renamesBelow(path, { ...item, name }) : []),
    ...blocks.flatMap((block) => [
      ...(block.renamedFrom === undefined ? [] : [`${own}.${block.name}<${block.renamedFrom}`]),
      ...block.fields.flatMap((inner) => renamesBelow(`${own}.${block.name}`, inner)),
    ]),
    ...(choices?.current ?? []).flatMap((choice) =>
      choice.renamedFrom === undefined ? [] : [`${own}=${choice.value}<${choice.renamedFrom}`],
    ),
  ]
}

function pluginTables({ columns, unique }: PluginModel): PluginTables {
  const made = columns.map(({ name, type, required }) => {
    const column = type === 'text' ? text(name) : type === 'integer' ? integer(name) : real(name)
    // A default of any type does for a column that may be of any.
    return [name, required ? column.notNull().default(1 as never) : column] as const
  })
  const gadgets = sqliteTable('gadgets', { id: text('id').primaryKey(), ...Object.fromEntries(made) }, (table) =>
    unique ? [uniqueIndex('gadgets_words').on((table as unknown as Record<string, never>).words as never)] : [],
  )
  return { owner: 'plugin:test', tables: [gadgets, media] }
}

const media = sqliteTable('media', { id: text('id').primaryKey(), name: text('name') })

/** The same as the planner is given it. */
export function stageOf(stage: ProjectModel): Stage {
  return { collections: asInFiles(stage), options: configOf(stage), tables: [...CORE, pluginTables(stage.plugin)] }
}

function loweredStage(stage: ProjectModel) {
  return loweredIn(declaredLocales(stage), declared(stage))
}

function checkReplay({ files }: BuiltProject, stage: ProjectModel, target: Schema | null): void {
  if (target === null || !isSameSchema(replay(files).schema, target))
    fail('the replayed chain is not the target schema')
  const wanted = factsInOrder(factsOf(loweredStage(stage)))
  const found = factsInOrder(factsAfter(files))
  if (wanted !== found) fail(`the chain says ${found}, the config ${wanted}`)
}

/** Order counts for nothing, inside a field neither. */
function factsInOrder(facts: ReturnType<typeof factsOf>): string {
  const lines = [...facts].flatMap(([name, fields]) => [...fields].map((entry) => `${name} ${sorted(entry)}`))
  return lines.sort().join('\n')
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** Rows of every stage come through, judged by what the stages say and not by what the migrations say. */
export function checkRowsOf({ files }: BuiltProject, stages: Stages, compared: Compared): Proof {
  countOperations(files, compared)
  const first = stages[0]
  if (!first)
    return {
      start: { schema: { tables: [], triggers: [] }, inserted: [] },
      stages: [],
      failures: [],
      refused: new Map(),
    }
  const proof = proveChain({ ...lastInPart(files), collections: loweredStage(first), types: sampledTypes })
  // A stage that changes nothing in the database has no migration.
  const judged = files.length < stages.length ? [] : stages
  for (const [index, stage] of judged.entries()) {
    const earlier = stages[index - 1]
    const found = proof.stages.find(({ file }) => file.number === index + 1)
    if (earlier && found)
      checkRows(inLocales(earlier), inLocales(stage), { before: found.before.rows, after: found.after.rows }, compared)
  }
  if (proof.failures.length > 0) fail(proof.failures.map(describeFailure).join('; '))
  return proof
}

function countOperations(files: readonly MigrationFile[], { operations }: Compared): void {
  for (const { operation } of files.flatMap(({ steps }) => steps)) {
    if (!operation) continue
    const kind = operation.kind === 'limit-collection' ? operation.limit : operation.kind
    operations?.set(kind, (operations.get(kind) ?? 0) + 1)
  }
}

/** In a large schema the last migration, on the part of it that it touches. */
function lastInPart(files: readonly MigrationFile[]): Pick<ProofSource, 'files' | 'start'> {
  const last = files.slice(-1)
  const before = files.slice(0, -1)
  if (!isLarge(files) || before.length === 0) return { files }
  return { files: last, start: partOf({ schema: replay(before).schema, facts: factsAfter(before) }, last) }
}

function fail(message: string): never {
  throw new Error(message)
}
