import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import * as z from 'zod'
import { defineTool, type Tool } from '../../mcp/tool.ts'
import { examinationAsJson, examineProject } from '../check/examine-project.ts'
import type { Compiled } from '../compile-project.ts'
import { reviewAsJson, reviewProject } from '../diff/review-project.ts'
import { Failure } from '../failure.ts'
import { compiled, notCompiled, printDiagnosticList } from './diagnostics.ts'
import { compileLocal, type LocalProject } from './local-project.ts'

/** Creates the tools that describe the effects of a change. */
export function reviewTools(project: LocalProject): readonly Tool[] {
  return [check(project), plan(project), diff(project)]
}

const BASE = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[^-]/, 'must not begin with a hyphen')
  .optional()
  .describe('The commit to compare with: `origin/main`. Default: where this branch started from the default branch')

function check(project: LocalProject): Tool {
  return defineTool({
    name: 'check',
    title: 'Check the project',
    description:
      'Does what `cms check` does: compiles, compares with the committed lock and migrations, and runs new migrations on sample rows. Returns every mistake with file, line and hint. Use it after each change.',
    effect: 'reads',
    input: z.object({ base: BASE }),
    output: z.object({
      ...compiled,
      version: z.string().optional(),
      stale: z.array(z.string()).optional().describe('Files that `cms build` would change'),
      migrations: z.array(z.record(z.string(), z.unknown())).optional(),
      proof: z.record(z.string(), z.unknown()).nullish(),
      open: z.array(z.object({ settings: z.array(z.string()), message: z.string(), remedy: z.string() })).optional(),
    }),
    run: ({ base }, signal) =>
      project.inTurn(signal, async () => {
        const examined = await examineProject(project.root, base)
        const { ok, diagnostics, ...rest } = plain(await examinationAsJson(examined))
        if (examined.kind === 'broken') return notCompiled(diagnostics)
        const stale = examined.kind === 'examined' ? examined.stale : []
        const failures = examined.kind === 'examined' ? (examined.proof?.failures ?? []) : []
        const lines = [
          printDiagnosticList(diagnostics),
          ...stale.map((path) => `stale ${path}: \`cms build\` brings it up to date`),
          ...failures.map(({ migration, message }) => `failed migrations/${migration.name}: ${message}`),
          ok ? 'Everything is up to date.' : '',
        ]
        return { text: lines.filter(Boolean).join('\n'), data: { ok, diagnostics, ...rest } }
      }),
  })
}

const step = z.object({
  class: z.string().describe('safe, caution, opens, breaking or destructive'),
  message: z.string(),
  migration: z.string(),
  source: z.string().nullable(),
  notes: z.array(z.string()),
  sql: z.array(z.string()),
})

function plan(project: LocalProject): Tool {
  return defineTool({
    name: 'plan',
    title: 'Plan the migration',
    description:
      'Returns the migration that `cms build` would write, or the one that it wrote and that is not committed yet: its steps with class and SQL, and the rows of the local database that it would change or fail on. Nothing is written.',
    effect: 'reads',
    input: z.object({}),
    output: z.object({
      ...compiled,
      steps: z.array(step).optional(),
      rows: z.record(z.string(), z.unknown()).nullish().describe('`null` if there is no local database'),
    }),
    run: (_, signal) =>
      project.inTurn(signal, async () => {
        const { compilation, diagnostics } = await compileLocal(project)
        if (compilation === null) return notCompiled(diagnostics)
        const steps = await pendingSteps(compilation)
        const { rows, note } = await countRows(project, compilation)
        const lines = steps.map(({ class: grade, message, migration }) => `${grade}: ${message} (${migration})`)
        return {
          text: [...(lines.length > 0 ? lines : ['Nothing is pending.']), ...note].join('\n'),
          data: plain({ ok: true, diagnostics, steps, rows }),
        }
      }),
  })
}

/** Returns the steps of migrations that are not committed. */
async function pendingSteps(compilation: Compiled) {
  const { readHistory } = await import('../../compile/schema/files/history.ts')
  const { diffDatabase } = await import('../../compile/review/diff-database.ts')
  const { sourcesOf } = await import('../../compile/sources/sources.ts')
  const { lockOf } = await import('../diff/review-project.ts')
  const { LOCK_FILE } = await import('../../compile/schema/files/lock-format.ts')
  const { isSealed } = readHistory(compilation.root).seal()
  const pending = compilation.chain.filter((file) => !isSealed(file))
  const lock = await lockOf(compilation.outputs.get(LOCK_FILE) ?? '', LOCK_FILE)
  return diffDatabase(pending, lock, sourcesOf(compilation.manifest))
}

/** Counts the affected rows in the local database, if it exists and no other process holds it. */
async function countRows({ root, persist, variables }: LocalProject, compilation: Compiled) {
  if (!existsSync(resolve(root, persist, 'v3', 'd1'))) return { rows: null, note: [] }
  const { preflightOf } = await import('../target/preflight-of.ts')
  try {
    const rows = await preflightOf(root, compilation, { options: { env: 'development', persist }, variables })
    const checks = `${rows.failing} ${rows.failing === 1 ? 'check' : 'checks'}`
    const note = rows.failing > 0 ? [`${checks} found rows that would fail or lose a value: see \`rows\`.`] : []
    return { rows, note }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { rows: null, note: [`Rows were not counted: ${error.message}`] }
  }
}

function diff(project: LocalProject): Tool {
  return defineTool({
    name: 'diff',
    title: 'Review the change',
    description:
      'Does what `cms diff` does: every effect of the change since a base, on the database, the API, access and settings, with the order of the deploy. Read-only.',
    effect: 'reads',
    input: z.object({
      base: BASE,
      detail: z
        .enum(['review', 'everything'])
        .default('review')
        .describe('`everything` adds each change as data, with its SQL'),
    }),
    output: z.object({
      ...compiled,
      verdict: z.string().optional().describe('The outcome in a few words: `values are lost, API clients break`'),
      breaking: z.boolean().optional(),
      markdown: z.string().optional().describe('The review as a pull request shows it'),
      changes: z.record(z.string(), z.unknown()).optional(),
    }),
    run: ({ base, detail }, signal) =>
      project.inTurn(signal, async () => {
        const options = { base, rows: undefined, persist: project.persist }
        const reviewed = await reviewProject(project, options)
        if (reviewed.kind !== 'reviewed') {
          const diagnostics = [...reviewed.diagnostics]
          if (reviewed.kind === 'broken') return notCompiled(diagnostics)
          return { text: printDiagnosticList(diagnostics), data: { ok: false, diagnostics } }
        }
        const { printReviewMarkdown } = await import('../../compile/review/print/print-markdown.ts')
        const markdown = printReviewMarkdown(reviewed.report).trimEnd()
        const { verdict, breaking, ...changes } = plain(await reviewAsJson(reviewed))
        const diagnostics = [...reviewed.diagnostics]
        const more = detail === 'everything' ? { changes } : {}
        return { text: markdown, data: { ok: true, diagnostics, verdict, breaking, markdown, ...more } }
      }),
  })
}

/** Returns a value as JSON represents it, so that nothing in it is readonly or undefined. */
function plain<Value>(value: Value): Mutable<Value> {
  return JSON.parse(JSON.stringify(value)) as Mutable<Value> // plain data after JSON
}

type Mutable<Value> = Value extends readonly (infer Item)[]
  ? Mutable<Item>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Mutable<Value[Key]> }
    : Value

/** Returns the review as Markdown, for prompts. */
export async function reviewMarkdown(project: LocalProject, base: string | undefined): Promise<string> {
  const reviewed = await reviewProject(project, { base, rows: undefined, persist: project.persist })
  if (reviewed.kind !== 'reviewed')
    throw new Failure(`There is nothing to review yet.\n${printDiagnosticList(reviewed.diagnostics)}`)
  const { printReviewMarkdown } = await import('../../compile/review/print/print-markdown.ts')
  return printReviewMarkdown(reviewed.report).trimEnd()
}
