import { existsSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import {
  compileProject,
  counted,
  exitCodes,
  Failure,
  fieldTypes,
  type ImportOutcome,
  nearest,
  type Planning,
  plansOf,
  uploadsOf,
} from 'lintel/importing'
import { openSource, sourceReaders } from '../sources/index.ts'
import type { SourceFormat } from '../sources/source.ts'
import { makePlan } from './plan/make-plan.ts'
import { planAsJson, tellPlan } from './plan/tell-plan.ts'

/**
 * Writes a mapping for an export of another system, and describes the export.
 * @throws Failure if the mapping already exists and is not to be overwritten
 */
export async function planImport(invocation: Planning): Promise<ImportOutcome> {
  const { root, options, argument, output } = invocation
  const out = resolve(root, options.out)
  const format = formatNamed(options.format)
  if (existsSync(out) && !options.force) {
    throw new Failure(`${options.out} already exists.`, {
      hint: `Write another file with --out, or overwrite it with --force. To import with it: cms import ${argument} --mapping ${options.out}`,
      exitCode: exitCodes.usage,
    })
  }
  const compilation = await compileProject(invocation)
  const uploads = uploadsOf(compilation.manifest)
  const source = await openSource(resolve(root, argument), format, {})
  const progress = output.startProgress('read', null)
  try {
    const plan = await makePlan({
      source,
      path: relative(root, resolve(root, argument)),
      options: {},
      plans: plansOf(compilation),
      fileTargets: new Set(uploads.keys()),
      fileType: uploads.size > 0 ? fileTypeName() : undefined,
      now: new Date(Math.floor(Date.now() / 1000) * 1000).toISOString(),
      onProgress: (records) => progress.show(records, counted(records, 'record')),
    })
    progress.end()
    writeFileSync(out, plan.text)
    const { leftOut, problems } = source
    const result = { plan, format: source.format, source: argument, out: options.out, leftOut, problems }
    return { ok: true, print: (output) => tellPlan(result, output), toJson: () => planAsJson(result) }
  } finally {
    await source.dispose()
  }
}

/**
 * Returns the name of the field type whose values are files; `undefined` if there is none. A plugin has to provide the
 * table of this type.
 */
function fileTypeName(): string | undefined {
  return Object.values(fieldTypes).find(({ providedBy }) => providedBy !== undefined)?.kind
}

function formatNamed(text: string | undefined): SourceFormat | null {
  if (text === undefined) return null
  const formats = sourceReaders.map(({ format }) => format)
  const found = formats.find((format) => format === text)
  if (found !== undefined) return found
  const meant = nearest(text, formats)
  throw new Failure(`There is no format ${text}.`, {
    hint: meant === undefined ? `The formats are ${formats.join(', ')}.` : `Did you mean --format ${meant}?`,
    exitCode: exitCodes.usage,
  })
}
