/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { Page } from '../../../../config/route.ts'
import { HttpError, type RequestContext } from '../../../../runtime/kit.ts'
import { Icon, t } from '../../../../ui/index.ts'
import { collectionFor, defaultsOf, may } from '../collection-for.ts'
import { formState } from './state.ts'

/**
 * Dialog with the form of a new document, shown over a form that has a reference field. A script then selects the new
 * document in that field.
 */
export default async function formDialog(c: RequestContext): Promise<Page> {
  const collection = await collectionFor(c)
  if (!may(c, collection, 'create')) throw new HttpError('forbidden')
  const values = defaultsOf(collection)
  const { fields, form } = await formState(c, { collection, document: null, values, etag: null }, 'dialog-')
  const content = (
    <dialog class="dialog" aria-labelledby="dialog-title" data-create-dialog>
      <div class="max-h-[90svh] overflow-y-auto sm:max-w-2xl">
        <header>
          <h2 id="dialog-title">{t('New document in {collection}', { collection: collection.label })}</h2>
        </header>
        <form
          method="post"
          action={`/admin/content/?collection=${collection.name}`}
          class="grid gap-6"
          novalidate
          data-check={`/admin/content/check?collection=${collection.name}`}
          data-title-field={collection.titleField ?? ''}
        >
          <p class="text-sm text-destructive empty:hidden" role="alert" data-problem />
          {fields.map((field) => (
            <form.widget field={field} path={field.name} value={values[field.name]} form={form} depth={0} />
          ))}
          <footer class="flex flex-wrap justify-end gap-2">
            <button type="button" class="btn" data-variant="outline" data-close>
              {t('Cancel')}
            </button>
            {collection.drafts && (
              <button type="submit" class="btn" data-variant="outline" name="~action" value="draft">
                {t('Save draft')}
              </button>
            )}
            <button type="submit" class="btn" name="~action" value="publish">
              {collection.drafts ? t('Publish') : t('Save')}
            </button>
          </footer>
        </form>
        <button type="button" class="btn" data-variant="ghost" data-size="icon" data-close aria-label={t('Close')}>
          <Icon name="x" />
        </button>
      </div>
    </dialog>
  )
  return { title: t('New document in {collection}', { collection: collection.label }), content }
}
