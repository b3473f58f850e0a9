import { pathToFileURL } from 'node:url'
import { evaluatorOf } from '../../compile/apart/evaluator.ts'
import { ownModule } from '../../compile/load/package-root.ts'
import type { RowsStatement } from '../../config/plugin-data.ts'
import type { CollectionPlan } from '../../runtime/collections/document/plan.ts'
import type { Compiled } from '../compile-project.ts'
import type { Import } from './import-documents.ts'
import type { LineRead } from './in-project.ts'
import { readLine } from './read-line.ts'

/**
 * Returns the functions of an import that may need the code of the project's plugins. If they need it, they call the
 * process that evaluated the config.
 */
export function askProject(
  { root, config, manifest }: Compiled,
  plans: ReadonlyMap<string, CollectionPlan>,
): Pick<Import, 'read' | 'keep'> {
  const ask = <Result>(name: string, input: unknown) => evaluatorOf(root).run<Result>(IN_PROJECT, name, input)
  const plugins = (config.plugins ?? []).map(({ plugin }) => plugin)
  const hasTypes = plugins.some(({ data }) => (data?.fieldTypes ?? []).length > 0)
  const hasKeepers = plugins.some(({ data }) => data?.imported !== undefined)
  return {
    read: async (lines) => {
      if (!hasTypes) return lines.map(({ number, text }) => readLine(text, number, plans))
      const read = await ask<LineRead[]>('readLines', { lines, collections: manifest.collections })
      return read.map((line) => {
        if (!('collection' in line)) return line
        const { collection, ...entry } = line
        return { ...entry, plan: plans.get(collection) as CollectionPlan } // a line of an unknown collection is a problem
      })
    },
    keep: async (documents) => (hasKeepers ? ask<RowsStatement[]>('keepDocuments', documents) : []),
  }
}

const IN_PROJECT = pathToFileURL(ownModule('cli/transfer/in-project')).href
