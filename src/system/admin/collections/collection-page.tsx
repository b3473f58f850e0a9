/** @jsxRuntime automatic @jsxImportSource hono/jsx */
import type { RequestContext } from '../../../config/request.ts'
import type { Page, Shown } from '../../../config/route.ts'
import { Badge, Card, Facts, Icon, PageHeader, Table, t, tn } from '../../../ui/index.ts'
import { listPath } from '../content/paths.ts'
import { isEditable } from './ask.ts'
import type { CollectionObject } from './collection-object.ts'
import { Saved } from './saved.tsx'

/** Page that describes the schema of a collection. */
export default function collectionPage(
  c: RequestContext,
  { result }: Shown<{ readonly data: CollectionObject }>,
): Page {
  const collection = result.data
  const editable = isEditable(c)
  const { name, label, description, source, access, versions, trash, search, indexes, requests } = collection
  const path = `/admin/collections/${name}`
  const content = (
    <>
      <PageHeader title={label} description={description}>
        <LinkButton href={`/docs/${name}`} icon="book-open">
          {t('Reference')}
        </LinkButton>
        <LinkButton href={listPath(name)} icon="file-text">
          {t('Content')}
        </LinkButton>
        {editable && (
          <LinkButton href={`${path}/edit`} icon="pencil">
            {t('Edit')}
          </LinkButton>
        )}
        {editable && (
          <LinkButton href={`${path}/delete`} icon="trash-2">
            {t('Delete')}
          </LinkButton>
        )}
      </PageHeader>
      {c.req.query('saved') !== undefined && <Saved />}
      <p class="text-sm text-muted-foreground">
        {t('Declared in')} <code class="font-mono">{source}</code>.{' '}
        {editable ? t('The forms here change that file.') : t('To change the collection, edit that file.')}
      </p>
      <Card title={t('Fields')}>
        <div class="flex flex-col gap-4">
          <Fields path={path} fields={collection.fields} editable={editable} />
          {editable && (
            <div class="flex flex-wrap gap-2">
              <LinkButton href={`${path}/fields/new`} icon="plus">
                {t('Add a field')}
              </LinkButton>
              {collection.fields.length > 1 && (
                <LinkButton href={`${path}/order`} icon="chevrons-up-down">
                  {t('Change the order')}
                </LinkButton>
              )}
            </div>
          )}
        </div>
      </Card>
      <div class="grid gap-6 *:min-w-0 lg:grid-cols-2">
        <Card title={t('Who may do what')}>
          <Facts
            facts={[
              [t('read'), access.read],
              [t('create'), access.create],
              [t('update'), access.update],
              [t('delete'), access.delete],
            ]}
          />
        </Card>
        <Card title={t('Storage options')}>
          <Facts
            facts={[
              [t('Versions'), t('the last {versions} of each document', { versions })],
              [t('Trash'), trash === null ? t('none') : tn(trash.days, '{count} day', '{count} days')],
              [t('Search'), search.length > 0 ? search.join(', ') : t('none')],
              [
                t('Indexes'),
                indexes.length > 0 ? indexes.map((keys) => keys.join(', ')).join('; ') : t('those of its fields'),
              ],
            ]}
          />
        </Card>
      </div>
      <Card title={t('Routes')}>
        <Table label={t('Routes')} columns={[t('Method'), t('Path'), t('Who')]}>
          {collection.routes.map(({ method, path: at, access: words }) => (
            <tr>
              <td class="font-mono text-xs">{method}</td>
              <td class="font-mono text-xs">{at}</td>
              <td>{words}</td>
            </tr>
          ))}
        </Table>
      </Card>
      <Card title={t('Sample requests')}>
        <div class="grid grid-cols-1 gap-4">
          {requests.map(({ summary, command }) => (
            <figure class="min-w-0">
              <figcaption class="mb-1 text-sm">{summary}</figcaption>
              <pre class="overflow-x-auto rounded-md bg-muted p-3 font-mono text-xs" tabindex={0}>
                {command}
              </pre>
            </figure>
          ))}
        </div>
      </Card>
    </>
  )
  return { title: label, content }
}

interface LinkButtonProps {
  readonly href: string
  readonly icon: 'book-open' | 'chevrons-up-down' | 'file-text' | 'pencil' | 'plus' | 'trash-2'
  readonly children: string
}

function LinkButton({ href, icon, children }: LinkButtonProps) {
  return (
    <a class="btn" data-variant="outline" data-size="sm" href={href}>
      <Icon name={icon} />
      {children}
    </a>
  )
}

interface FieldsProps {
  readonly path: string
  readonly fields: CollectionObject['fields']
  readonly editable: boolean
}

function Fields({ path, fields, editable }: FieldsProps) {
  return (
    <Table label={t('Fields')} columns={[t('Name'), t('Type'), t('Properties'), t('Declared in')]}>
      {fields.map(({ name, type, help, target, onDelete, marks, access, source }) => (
        <tr class="align-top">
          <td class="whitespace-normal">
            {editable ? (
              <a class="font-mono text-sm font-medium underline underline-offset-4" href={`${path}/fields/${name}`}>
                {name}
              </a>
            ) : (
              <code class="font-mono text-sm font-medium">{name}</code>
            )}
            {help && <p class="text-sm text-muted-foreground">{help}</p>}
          </td>
          <td>
            {type}
            {target !== null && <span class="text-muted-foreground"> {t('to {target}', { target })}</span>}
          </td>
          <td class="whitespace-normal">
            <span class="flex flex-wrap gap-1">
              {marks.map((mark) => (
                <Badge>{t(mark)}</Badge>
              ))}
              {onDelete !== null && <Badge>{t('on delete: {what}', { what: onDelete })}</Badge>}
              {access.read !== null && <Badge>{t('read: {who}', { who: access.read })}</Badge>}
              {access.write !== null && <Badge>{t('write: {who}', { who: access.write })}</Badge>}
            </span>
          </td>
          <td>
            <code class="font-mono text-xs text-muted-foreground">{source}</code>
          </td>
        </tr>
      ))}
    </Table>
  )
}
