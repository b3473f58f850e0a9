/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { t } from '../../../ui/index.ts'

/** Shows whether an account's owner may sign in, by color and by word. */
export function UserStatus({ isActive }: { isActive: boolean }) {
  return (
    <span class="badge" data-variant="outline">
      <span class={`size-2 rounded-full ${isActive ? 'bg-success' : 'bg-muted-foreground'}`} aria-hidden="true" />
      {isActive ? t('active') : t('deactivated')}
    </span>
  )
}
