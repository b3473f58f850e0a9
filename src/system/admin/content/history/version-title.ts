import { t } from '../../../../ui/t.ts'
import type { Version } from '../objects.ts'

/** Number of a version in addresses. */
export function numberOf({ version, draft }: Pick<Version, 'version' | 'draft'>): string {
  return draft === null ? String(version) : `${version}.${draft}`
}

/** A version as people call it. */
export function titleOf(number: string): string {
  const [version = '', draft] = number.split('.')
  if (draft === undefined) return t('Version {number}', { number: version })
  return t('Draft {draft} on version {version}', { draft, version })
}
