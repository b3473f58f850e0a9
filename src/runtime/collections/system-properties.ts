import type { Storage } from '../../config/fields/field-type.ts'

/** Properties of every document besides its fields, with their storage (contract, section 2). */
export const SYSTEM_PROPERTIES = {
  id: 'text',
  status: 'text',
  createdAt: 'datetime',
  updatedAt: 'datetime',
  publishedAt: 'datetime',
  scheduledAt: 'datetime',
  createdBy: 'text',
  updatedBy: 'text',
  version: 'integer',
} as const satisfies Record<string, Storage>

export type SystemProperty = keyof typeof SYSTEM_PROPERTIES

export function isSystemProperty(name: string): name is SystemProperty {
  return Object.hasOwn(SYSTEM_PROPERTIES, name)
}
