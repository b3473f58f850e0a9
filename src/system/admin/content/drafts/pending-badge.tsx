/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Badge, Icon, t } from '../../../../ui/index.ts'

/** Badge beside the status of a document that has unpublished changes. */
export function PendingBadge() {
  return (
    <Badge kind="secondary">
      <Icon name="pencil" class="size-3" />
      {t('changes pending')}
    </Badge>
  )
}
