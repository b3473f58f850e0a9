/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import { Card, Icon, t } from '../../../ui/index.ts'
import type { FieldsInside } from './field-place.ts'

/** List of the fields inside another, with links to their forms. */
export function FieldsOf({ path, place }: { path: string; place: FieldsInside }) {
  return (
    <Card title={t('Fields of {place}', { place: place.path })}>
      <div class="flex flex-col gap-4">
        <ul class="flex flex-col gap-1">
          {place.fields.map(({ name, kind }) => (
            <li class="flex min-h-6 flex-wrap items-baseline gap-x-3">
              <a
                class="inline-block min-h-6 font-mono text-sm font-medium underline underline-offset-4"
                href={`${path}/fields/${place.path}.${name}`}
              >
                {name}
              </a>
              <span class="text-sm text-muted-foreground">{kind}</span>
            </li>
          ))}
        </ul>
        {!place.isItem && (
          <div class="flex flex-wrap gap-2">
            <a class="btn" data-variant="outline" data-size="sm" href={`${path}/fields/new?in=${place.path}`}>
              <Icon name="plus" />
              {t('Add a field')}
            </a>
            {place.fields.length > 1 && (
              <a class="btn" data-variant="outline" data-size="sm" href={`${path}/order?in=${place.path}`}>
                <Icon name="chevrons-up-down" />
                {t('Change the order')}
              </a>
            )}
          </div>
        )}
      </div>
    </Card>
  )
}
