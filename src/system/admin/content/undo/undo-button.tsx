/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Icon, t } from '../../../../ui/index.ts'

/** Button that undoes the last action. */
export function UndoButton({ name, value }: { name: string; value: string }) {
  return (
    <button type="submit" class="btn text-foreground" data-variant="outline" data-size="sm" name={name} value={value}>
      <Icon name="rotate-ccw" />
      {t('Undo')}
    </button>
  )
}
