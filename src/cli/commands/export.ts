import { createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { counted } from '../../ground/counted.ts'
import { PRIVATE_FILE } from '../../hosts/node/private-files.ts'
import type { CollectionPlan } from '../../runtime/collections/document/plan.ts'
import { defineCommand } from '../command.ts'
import { compileProject } from '../compile-project.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import type { Output } from '../output.ts'
import type { Progress } from '../progress.ts'
import { targetOptions, withTarget } from '../target/with-target.ts'
import { chooseCollections } from '../transfer/choose-collections.ts'
import { countDocuments, countPendingChanges, exportDocuments } from '../transfer/export-documents.ts'
import { plansOf, requireCurrent } from '../transfer/open-content.ts'

export const exportContent = defineCommand({
  name: 'export',
  summary: 'Write the documents of a database as NDJSON',
  options: {
    ...targetOptions,
    collection: { type: 'string', value: 'names', summary: 'Only these collections, comma-separated' },
    out: {
      type: 'string',
      value: 'path',
      summary: 'A file, or a folder for one file per collection; default: standard output',
    },
  },
  jsonNeeds: { out: 'otherwise the documents are written to standard output' },
  async run(invocation) {
    const { root, output, options, variables } = invocation
    const compilation = await compileProject(invocation)
    const plans = chooseCollections(plansOf(compilation), options.collection)
    const { exported, pendingChanges } = await withTarget(
      { root, config: compilation.config, options, variables },
      async (target) => {
        await requireCurrent(target, compilation)
        const destination = options.out === undefined ? null : destinationOf(root, options.out)
        const exported = await write(target.database, plans, destination, output)
        return { exported, pendingChanges: await countPendingChanges(target.database, plans) }
      },
    )
    const total = Object.values(exported).reduce((sum, count) => sum + count, 0)
    return { exported, total, pendingChanges }
  },
  print({ total, pendingChanges }, output) {
    output.note(`${output.noteStyle('green', 'exported')} ${counted(total, 'document')}`)
    if (pendingChanges > 0) output.note(leftOut(pendingChanges))
  },
})

function leftOut(count: number): string {
  const documents = `${counted(count, 'document')} ${count === 1 ? 'has' : 'have'}`
  return `${documents} pending changes, which are not exported. cms backup includes them.`
}

interface Destination {
  readonly path: string
  readonly isFolder: boolean
}

function destinationOf(root: string, out: string): Destination {
  const path = resolve(root, out)
  const isFolder = out.endsWith('/') || (statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false)
  return { path, isFolder }
}

async function write(
  database: ProjectDatabase,
  plans: readonly CollectionPlan[],
  destination: Destination | null,
  output: Output,
) {
  const counts = await countDocuments(database, plans)
  const progress = output.startProgress(
    'export',
    [...counts.values()].reduce((sum, count) => sum + count, 0),
  )
  const exported: Record<string, number> = Object.fromEntries(plans.map(({ collection }) => [collection.name, 0]))
  const lines = (chosen: readonly CollectionPlan[]) => reporting(database, chosen, exported, progress)
  if (destination === null) {
    for await (const line of lines(plans)) await output.write(line)
  } else if (destination.isFolder) {
    for (const plan of plans) {
      await writeFile(join(destination.path, `${plan.collection.name}.ndjson`), lines([plan]))
    }
  } else await writeFile(destination.path, lines(plans))
  progress.end()
  return exported
}

async function* reporting(
  database: ProjectDatabase,
  plans: readonly CollectionPlan[],
  exported: Record<string, number>,
  progress: Progress,
): AsyncGenerator<string> {
  let done = Object.values(exported).reduce((sum, count) => sum + count, 0)
  for (const plan of plans) {
    const { name } = plan.collection
    for await (const line of exportDocuments(database, plan)) {
      yield line
      exported[name] = (exported[name] ?? 0) + 1
      done += 1
      if (done % 100 === 0) progress.show(done, name)
    }
  }
  progress.show(done, 'documents')
}

/** Writes a file that appears under its name only when it is complete. */
async function writeFile(path: string, lines: AsyncIterable<string>): Promise<void> {
  mkdirSync(dirname(path), { recursive: true })
  const partial = `${path}.partial`
  try {
    await pipeline(Readable.from(lines, { objectMode: true }), createWriteStream(partial, { mode: PRIVATE_FILE }))
    renameSync(partial, path)
  } finally {
    rmSync(partial, { force: true })
  }
}
