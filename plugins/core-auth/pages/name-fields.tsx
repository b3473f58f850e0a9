/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Refused } from 'lintel'
import { t } from 'lintel/ui'
import { TextField } from './text-field.tsx'

/** Optional fields for first and last name. */
export function NameFields({ refused }: { refused: Refused | null }) {
  return (
    <>
      <TextField
        name="firstName"
        label={t('First name')}
        autocomplete="given-name"
        optional
        max={100}
        refused={refused}
      />
      <TextField
        name="lastName"
        label={t('Last name')}
        autocomplete="family-name"
        optional
        max={100}
        refused={refused}
      />
    </>
  )
}
