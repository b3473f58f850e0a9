/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Alert, t } from '../../../ui/index.ts'

/** Notice that a form has changed the project and the new program is running. */
export function Saved() {
  return (
    <Alert kind="success" title={t('Saved')}>
      <p>{t('The files have been changed, and the service uses them. `git diff` shows the changes.')}</p>
    </Alert>
  )
}
