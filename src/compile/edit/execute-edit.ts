import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { EditRequest, EditResult } from '../../manifest/source-edit.ts'
import { readText } from '../write-outputs.ts'
import { type EditedProject, type EditPlan, type FileChange, planEdit } from './plan-edit.ts'
import { tryPlan } from './preview-edit.ts'
import { EditRefused } from './refusal.ts'

/**
 * Previews an edit, or makes it. It is made only if the project then compiles, and if the files have not changed since
 * the preview.
 */
export function executeEdit(root: string, { edit, ...request }: EditRequest): Promise<EditResult> {
  return executePlan(root, (project) => planEdit(project, edit), request)
}

/** Previews or makes a plan that does not come from a form. */
export async function executePlan(
  root: string,
  make: (project: EditedProject) => EditPlan,
  { save, state }: Omit<EditRequest, 'edit'>,
): Promise<EditResult> {
  try {
    const { plan, preview } = await tryPlan(root, make)
    if (state !== undefined && state !== preview.state) return { outcome: 'outdated', preview }
    const isBroken = preview.mistakes.some(({ severity }) => severity === 'error')
    if (!save || isBroken) return { outcome: 'preview', preview }
    if (!plan.changes.every(({ path, before }) => readText(join(root, path)) === before))
      return { outcome: 'outdated', preview }
    writeChanges(root, plan.changes)
    return { outcome: 'saved', preview }
  } catch (error) {
    if (!(error instanceof EditRefused)) throw error
    return { outcome: 'refused', why: error.why, message: error.message, file: error.file, line: error.line }
  }
}

/** Writes changes: new files before those that import them, so that no import is missing in the meantime. */
function writeChanges(root: string, changes: readonly FileChange[]): void {
  const inOrder = [...changes].sort((a, b) => rank(a) - rank(b))
  for (const { path, after } of inOrder) {
    const target = join(root, path)
    if (after === null) {
      if (existsSync(target)) rmSync(target)
      continue
    }
    const unfinished = `${target}.${process.pid}.tmp`
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(unfinished, after)
    renameSync(unfinished, target)
  }
}

function rank({ before, after }: FileChange): number {
  if (before === null) return 0
  return after === null ? 2 : 1
}
