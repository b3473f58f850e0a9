import { integer, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { isSameSchema } from '../../../src/compile/schema/canonical.ts'
import { factsOf } from '../../../src/compile/schema/facts.ts'
import { modelSchema } from '../../../src/compile/schema/model.ts'
import { factsAfter } from '../../../src/compile/schema/plan-migrations.ts'
import type { PluginTables } from '../../../src/compile/schema/plugin-tables.ts'
import { failureInWords } from '../../../src/compile/schema/proof/blame.ts'
import { compareRows } from '../../../src/compile/schema/proof/compare-rows.ts'
import type { Lineage } from '../../../src/compile/schema/proof/lineage.ts'
import { type Proof, proveChain } from '../../../src/compile/schema/proof/prove-chain.ts'
import { replay } from '../../../src/compile/schema/replay.ts'
import { type Config, fieldTypes } from '../../../src/config/index.ts'
import { coreTables, lowered } from '../../compile/schema/lowered.ts'
import { ProjectHistory } from '../../compile/schema/project.ts'
import type { Draw } from './draw.ts'
import { evolved } from './evolve.ts'
import { declared, firstProject, type PluginModel, type ProjectModel } from './project-model.ts'

/** A project, and the same later, at times twice. */
export type Stages = readonly ProjectModel[]

export function makeStages(draw: Draw): Stages {
  const first = firstProject(draw)
  const second = evolved(first, draw)
  return draw.once(4) ? [first, second, evolved(second, draw)] : [first, second]
}

/**
 * Builds each stage on top of the one before, and checks what a build promises.
 * @throws Error that says in words which promise is broken.
 */
export function checkStages(stages: Stages): Proof {
  const project = new ProjectHistory()
  for (const [index, stage] of stages.entries()) {
    const { findings } = build(project, stage)
    // What cannot be told apart from the trace of an earlier rename is refused, and nothing is written.
    if (findings.some(isRenameMadeBefore) && repeatsRename(stages.slice(0, index), stage))
      return checkRows(project, stages.slice(0, index))
    if (findings.length > 0) fail(findings.map(({ message, hint }) => `${message}: ${hint}`).join('; '))
    project.seal()
    const again = build(project, stage)
    if (again.files.size > 0) fail(`a second build plans ${[...again.files.keys()].join(', ')}`)
    checkReplay(project, stage)
  }
  return checkRows(project, stages)
}

function build(project: ProjectHistory, stage: ProjectModel) {
  return project.build(declared(stage), configOf(stage), [pluginTables(stage.plugin)])
}

function isRenameMadeBefore({ code }: { readonly code: string }): boolean {
  return code === 'rename-made-before'
}

function repeatsRename(earlier: Stages, stage: ProjectModel): boolean {
  const done = new Set(earlier.flatMap(renamesIn))
  return renamesIn(stage).some((rename) => done.has(rename))
}

/** `1.title<headline` for a field of the collection with id 1, `posts<news` for a collection. */
function renamesIn({ collections }: ProjectModel): string[] {
  return collections.flatMap(({ id, name, renamedFrom, fields }) => [
    ...(renamedFrom === undefined ? [] : [`${name}<${renamedFrom}`]),
    ...fields.flatMap((item) => (item.renamedFrom === undefined ? [] : [`${id}.${item.name}<${item.renamedFrom}`])),
  ])
}

/** Every column that the plugin may ever give up is acknowledged. */
function configOf({ dropped }: ProjectModel): Partial<Config> {
  const columns = ['words', 'size', 'more1', 'more2', 'more3', 'more4'].map((name) => `gadgets.${name}`)
  return { dropped: Object.fromEntries([...dropped, ...columns].map((name) => [name, 'no longer needed'])) }
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

function checkReplay(project: ProjectHistory, stage: ProjectModel): void {
  const manifest = lowered(...declared(stage))
  const target = modelSchema(manifest, [...coreTables, pluginTables(stage.plugin)])
  if (!isSameSchema(replay(project.files).schema, target)) fail('the replayed chain is not the target schema')
  const wanted = factsInOrder(factsOf(manifest))
  const found = factsInOrder(factsAfter(project.files))
  if (wanted !== found) fail(`the chain says ${found}, the config ${wanted}`)
}

function factsInOrder(facts: ReturnType<typeof factsOf>): string {
  const lines = [...facts].flatMap(([name, fields]) => [...fields].map((entry) => `${name} ${JSON.stringify(entry)}`))
  return lines.sort().join('\n')
}

/** Rows of every stage come through, judged by what the stages say and not by what the migrations say. */
function checkRows(project: ProjectHistory, stages: Stages): Proof {
  const first = stages[0]
  if (!first) return { start: { schema: { tables: [], triggers: [] }, inserted: [] }, stages: [], failures: [] }
  const proof = proveChain({ files: project.files, collections: lowered(...declared(first)), types: fieldTypes })
  if (proof.failures.length > 0) fail(proof.failures.map(failureInWords).join('; '))
  for (const [index, stage] of stages.entries()) {
    const earlier = stages[index - 1]
    const found = proof.stages.find(({ file }) => file.number === index + 1)
    if (!earlier || !found || project.files.length !== stages.length) continue
    const before = { ...found.before, facts: factsOf(lowered(...declared(earlier))) }
    const after = { ...found.after, facts: factsOf(lowered(...declared(stage))) }
    const losses = compareRows(before, after, lineageOf(earlier, stage), found.file)
    if (losses.length > 0) fail(losses.map(({ message, ids }) => `${message}: ${ids}`).join('; '))
  }
  return proof
}

function lineageOf(earlier: ProjectModel, later: ProjectModel): Lineage {
  const heirOf = (id: number) => later.collections.find((collection) => collection.id === id)
  return {
    collections: new Map(earlier.collections.map(({ id, name }) => [name, heirOf(id)?.name ?? null])),
    inner: { renamed: new Map(), dropped: new Set(), lossy: new Set() },
    fields: new Map(
      earlier.collections.map(({ id, name, fields }) => [
        name,
        new Map(
          fields.map((item) => [item.name, heirOf(id)?.fields.find((heir) => heir.id === item.id)?.name ?? null]),
        ),
      ]),
    ),
  }
}

function fail(message: string): never {
  throw new Error(message)
}
