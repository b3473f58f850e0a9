/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Badge, Icon, t } from '../../../../ui/index.ts'

/** Badge beside a document's status which shows that it has changes that are not published. */
export function PendingBadge() {
  return (
    <Badge kind="secondary">
      <Icon name="pencil" class="size-3" />
      {t('changes pending')}
    </Badge>
  )
}
