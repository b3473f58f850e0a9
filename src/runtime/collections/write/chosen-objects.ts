import type { ChosenObject, ReferenceTarget } from '../../../config/plugin-data.ts'
import type { RequestContext } from '../../../config/request.ts'
import type { FieldData, FieldType } from '../../../fields/field-type.ts'
import { type FieldError, HttpError } from '../../common/errors.ts'
import { describeCount } from '../../input/validation-errors.ts'
import { type Runtime, runtimeOf } from '../../isolate/runtime.ts'
import type { Document } from '../document/row.ts'
import { referencesAt } from './references-inside.ts'

type Fields = readonly FieldData[]
type Refuses = NonNullable<ReferenceTarget['refuses']>

/**
 * Lets plugins refuse references to their objects that do not meet the options of the referring fields. References that
 * the document already had are not checked again, so that a new rule does not prevent other changes.
 * @throws HttpError `validation_failed`
 */
export async function checkChosen(
  c: RequestContext,
  fields: Fields,
  before: Document | null,
  after: Document,
): Promise<void> {
  const errors = await refusedObjects(c, fields, before, after)
  if (errors.length > 0) throw new HttpError('validation_failed', describeCount(errors), { errors })
}

/** Returns the refusals of `checkChosen` as a list, for a form that has not been sent. */
export async function refusedObjects(
  c: RequestContext,
  fields: Fields,
  before: Document | null,
  after: Document,
): Promise<readonly FieldError[]> {
  const runtime = runtimeOf(c)
  const errors = await Promise.all(
    targetsThatRefuse(runtime).map(([target, refuses]) => {
      const types = runtime.program.fieldTypes
      const known = new Set(before === null ? [] : chosenIn(target, fields, before, types).map(keyOf))
      const chosen = chosenIn(target, fields, after, types).filter((one) => !known.has(keyOf(one)))
      return chosen.length === 0 ? [] : refuses(c, chosen)
    }),
  )
  return errors.flat()
}

function targetsThatRefuse({ plugins, program }: Runtime): readonly (readonly [string, Refuses])[] {
  return plugins.flatMap((plugin) =>
    Object.entries(program.plugins[plugin]?.data?.targets ?? {}).flatMap(([target, { refuses }]) =>
      refuses === undefined ? [] : [[target, refuses] as const],
    ),
  )
}

/** Returns a key for an object in a field, independent of its position in a list. */
function keyOf({ id, path }: ChosenObject): string {
  return `${path.replaceAll(/\.\d+(?=\.|$)/g, '')} ${id}`
}

function chosenIn(
  target: string,
  fields: Fields,
  document: Document,
  types: Readonly<Record<string, FieldType>>,
): readonly ChosenObject[] {
  return referencesAt(fields, document, types).filter((one) => one.target === target)
}
