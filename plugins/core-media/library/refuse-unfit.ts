import type { ChosenObject, ReferenceTarget } from 'lintel'
import { t } from 'lintel/kit'
import type { FileRow } from '../tables.ts'
import { findItems } from './items.ts'

/** Options of a field that restrict its files. */
interface Demands {
  readonly minWidth?: number
  readonly minHeight?: number
  readonly types?: readonly string[]
}

/** Refuses a file if the field does not accept its type, or if it is too small. */
export const refuseUnfit: NonNullable<ReferenceTarget['refuses']> = async (c, chosen) => {
  const demanding = chosen.filter(({ options }) => ['minWidth', 'minHeight', 'types'].some((name) => name in options))
  if (demanding.length === 0) return []
  const items = await findItems(c.var.db, [...new Set(demanding.map(({ id }) => id))])
  const files = new Map(items.map(({ item, file }) => [item.id, file]))
  return demanding.flatMap((one) => {
    const file = files.get(one.id)
    // If the file does not exist, the database reports that.
    return file === undefined ? [] : refusalOf(one, file)
  })
}

function refusalOf({ path, options }: ChosenObject, file: FileRow) {
  const { minWidth = 0, minHeight = 0, types } = options as Demands // as the compiler has checked them
  if (types !== undefined && !types.some((type) => covers(type, file.mimeType))) {
    return [
      { path, code: 'invalid', message: t('Choose a file of another type: {types}.', { types: types.join(', ') }) },
    ]
  }
  const [width, height] = [file.width ?? 0, file.height ?? 0]
  if (width < minWidth) return [{ path, code: 'too_small', message: tooSmall('width', width, minWidth) }]
  if (height < minHeight) return [{ path, code: 'too_small', message: tooSmall('height', height, minHeight) }]
  return []
}

function tooSmall(side: 'width' | 'height', size: number, min: number): string {
  if (size === 0) return t('Choose a picture: this file has no size in pixels.')
  return side === 'width'
    ? t('This picture is {size} pixels wide. Choose one of at least {min}.', { size, min })
    : t('This picture is {size} pixels high. Choose one of at least {min}.', { size, min })
}

/** Tells whether a declared type, such as `image/*`, includes the type of a file. */
function covers(declared: string, type: string): boolean {
  return declared.endsWith('/*') ? type.startsWith(declared.slice(0, -1)) : type === declared
}
